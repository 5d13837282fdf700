import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import type { Scope } from '../src/commands/command.ts';
import { chordName } from '../src/commands/chord-names.ts';
import { chordsOf, commandsOfScope } from '../src/commands/keymap-in-force.ts';

/** Writes the parts of the README that are made from the program; with --check it only tells whether they are stale. */

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- keys: made by npm run generate -->';
const END = '<!-- end of keys -->';

const SECTIONS: readonly (readonly [string, readonly Scope[]])[] = [
  ['everywhere', ['global']],
  ['lists', ['list']],
  ['overview', ['overview']],
  ['events', ['events']],
  ['agents', ['agents']],
  ['sessions', ['sessions']],
  ['transcript', ['pager']],
  ['policy', ['policy']],
  ['a list of the policy', ['list-editor']],
  ['results of an action', ['agent-results']],
  ['journal', ['journal']],
];

function keyList(): string {
  const rows = SECTIONS.map(([name, scopes]) => {
    const keys = scopes
      .flatMap((scope) => commandsOfScope(scope))
      .filter((command) => chordsOf(command).length > 0)
      .map(
        (command) =>
          `\`${chordsOf(command)
            .map((chord) => chordName(chord))
            .join(' ')}\` ${decapitalized(command.title)}`,
      );
    return `- **${name}**: ${keys.join(' · ')}`;
  });
  return rows.join('\n');
}

function decapitalized(title: string): string {
  return /^[A-Z](?![A-Z])/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

const before = readFileSync(README, 'utf8');
const start = before.indexOf(BEGIN);
const end = before.indexOf(END);
if (start < 0 || end < start) {
  throw new Error(`README.md lacks the marks ${BEGIN} and ${END}.`);
}
const after = await format(
  `${before.slice(0, start + BEGIN.length)}\n\n${keyList()}\n\n${before.slice(end)}`,
  {
    ...(await resolveConfig(README)),
    filepath: README,
  },
);
if (process.argv.includes('--check')) {
  if (after !== before) {
    process.stderr.write('README.md is stale: run npm run generate.\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(README, after);
}
