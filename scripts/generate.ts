import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { createProgram } from '../src/cli/program.ts';
import { exitStatusTable } from '../src/cli/session/exit-statuses.ts';
import { chordsOf, commandsOfScope } from '../src/commands/app/keymap-in-force.ts';
import { COMMANDS } from '../src/commands/app/registry.ts';
import type { Command, Scope } from '../src/commands/base/command.ts';
import { chordName } from '../src/commands/keys/chord-names.ts';
import { KEYMAP } from '../src/commands/keys/keymap.ts';
import { TABS } from '../src/stores/base/tab.ts';

/** Writes the parts of documents that are made from the program; with --check it only says whether they are stale. */

/** What the scopes of the keymap are called, where their own names do not say it. */
const PLACES: Partial<Record<Scope, string>> = {
  global: 'everywhere',
  list: 'every list',
  llm: 'LLM',
  page: 'details',
  pager: 'transcript',
  outline: 'outline of a transcript',
  filter: 'a filter while it is typed',
  'event-range': 'range of times',
  'agent-results': 'results of an action',
  'agent-action': 'reason of an action',
  'agent-question': 'question before an action',
  'policy-review': 'review of the policy',
  'policy-comparison': 'comparison of two versions of the policy',
  'list-editor': 'a list of the policy',
  'policy-conflict': 'conflict in a list of the policy',
  'policy-versions': 'versions of the policy',
  'request-log': 'API log',
  plain: 'a value shown plainly',
  choice: 'a menu',
  text: 'a question with a field',
  progress: 'something that takes long',
  confirm: 'a question',
  palette: 'commands by name',
};

/** What somebody does in a first shift: by which commands, and what becomes of it. */
const FIRST_SHIFT: readonly (readonly [readonly string[], string])[] = [
  [TABS.map((tab) => `tab.${tab}`), 'go from pane to pane; begin with the events, `2`'],
  [['list.filter'], 'type `outcome:block` and Enter: only blocks'],
  [['list.count'], 'count them by package, host or reason; Enter shows those of a row, `#` counts inside it'],
  [['events.open'], 'read why the package was blocked'],
  [['related.open'], 'go on to the package, the machine or the coding session behind it'],
  [['view.back'], 'come back from there; on the list itself it clears one filter after the other'],
  [
    ['events.acknowledge'],
    'acknowledge a block and go to the next: on this host it then counts as dealt with',
  ],
  [['agents.change-status'], 'among the agents: suspend one, with a reason if you like, and answer with `y`'],
  [['policy.increase', 'policy.review'], 'in the policy: raise a rule, review it, and write it with `y`'],
  [['help.open', 'palette.open'], 'the keys that count here; every command by its name'],
];

const sections = Object.keys(KEYMAP) as Scope[];

function keyTables(): string {
  return sections.map((scope) => keyTable(scope)).join('\n\n');
}

function keyTable(scope: Scope): string {
  const rows = commandsOfScope(scope)
    .filter((command) => chordsOf(command).length > 0)
    .map((command) => `| ${keysOf(command).join(' ')} | ${command.title} | \`${command.id}\` |`);
  return [
    `## ${capitalized(PLACES[scope] ?? scope)}`,
    '',
    '| key | what it does | command |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function firstShift(): string {
  const rows = FIRST_SHIFT.map(([ids, what]) => {
    const keys = ids.map((id) => keysOf(COMMANDS.find((command) => command.id === id))[0]);
    return `| ${keys.join(' ')} | ${what} |`;
  });
  return ['| press | to |', '| --- | --- |', ...rows].join('\n');
}

function keysOf(command: Command | undefined): readonly string[] {
  if (command === undefined) {
    throw new Error('The first shift names a command that does not exist.');
  }
  return chordsOf(command).map((chord) => `\`${chordName(chord)}\``);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
    begin: '<!-- first shift: made by npm run generate -->',
    end: '<!-- end of first shift -->',
    make: firstShift,
  },
  {
    file: 'docs/keys.md',
    begin: '<!-- keys: made by npm run generate -->',
    end: '<!-- end of keys -->',
    make: keyTables,
  },
  {
    file: 'docs/exit-statuses.md',
    begin: '<!-- exit statuses: made by npm run generate -->',
    end: '<!-- end of exit statuses -->',
    make: exitStatuses,
  },
];

function exitStatuses(): string {
  const rows = exitStatusTable(createProgram()).map(({ status, commands, meaning }) => {
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
