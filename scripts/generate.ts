import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { exitStatusTable } from '../src/cli/session/exit-statuses.ts';
import type { Scope } from '../src/commands/base/command.ts';
import { chordName } from '../src/commands/keys/chord-names.ts';
import { chordsOf, commandsOfScope } from '../src/commands/app/keymap-in-force.ts';

/** Writes the parts of documents that are made from the program; with --check it only tells whether they are stale. */

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

/** A part of a document that is made from the program, between two marks. */
interface Part {
  readonly file: string;
  readonly begin: string;
  readonly end: string;
  readonly make: () => string;
}

const PARTS: readonly Part[] = [
  {
    file: 'README.md',
    begin: '<!-- keys: made by npm run generate -->',
    end: '<!-- end of keys -->',
    make: keyList,
  },
  {
    file: 'docs/exit-statuses.md',
    begin: '<!-- exit statuses: made by npm run generate -->',
    end: '<!-- end of exit statuses -->',
    make: exitStatuses,
  },
];

function exitStatuses(): string {
  const rows = exitStatusTable().map(({ status, commands, meaning }) => {
    const names = commands.map((command) =>
      command === 'vigil' ? 'the console' : `\`${command.slice(6)}\``,
    );
    return `| ${status} | ${names.length === 0 ? 'all' : names.join(', ')} | ${meaning.replaceAll('--follow', '`--follow`')} |`;
  });
  return ['| status | of | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

for (const { file, begin, end, make } of PARTS) {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const before = readFileSync(path, 'utf8');
  const start = before.indexOf(begin);
  const stop = before.indexOf(end);
  if (start < 0 || stop < start) {
    throw new Error(`${file} lacks the marks ${begin} and ${end}.`);
  }
  const after = await format(
    `${before.slice(0, start + begin.length)}\n\n${make()}\n\n${before.slice(stop)}`,
    {
      ...(await resolveConfig(path)),
      filepath: path,
    },
  );
  if (after === before) {
    continue;
  }
  if (process.argv.includes('--check')) {
    process.stderr.write(`${file} is stale: run npm run generate.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
  }
}
