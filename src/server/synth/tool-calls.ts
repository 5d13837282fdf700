import { fileIn } from './machine.ts';
import type { Random } from './random.ts';
import { COMMIT_PREFIXES, GOALS } from './session-phrases.ts';
import type { MessageDraft } from './transcript-time.ts';
import { capitalize, fill, say, type Work } from './work.ts';

/** A `tool_use` message; fields beyond tool and path are the tool's own. */
export function toolUse(
  tool: string,
  path: string,
  fields: Readonly<Record<string, unknown>> = {},
): MessageDraft {
  return { type: 'tool_use', tool, path, ...fields, effort: 1.5 };
}

/** A `tool_result` message: one of the types that the specification does not show. */
export function toolResult(output: string, isError = false): MessageDraft {
  return { type: 'tool_result', output, is_error: isError, effort: 1 };
}

/** Reads the current file. */
export function callRead(random: Random, work: Work): MessageDraft[] {
  const pieces = Array.from({ length: random.integer(1, 3) }, () => say(random, work, work.style.snippets));
  return [
    toolUse('Read', currentPath(work)),
    toolResult(numbered([...new Set(pieces)].join('\n\n'), random.integer(1, 160))),
  ];
}

/** Changes the current file. */
export function callEdit(random: Random, work: Work): MessageDraft[] {
  const code = say(random, work, work.style.snippets);
  const [added, removed] = [code.split('\n').length, random.integer(0, 9)];
  return [
    toolUse('Edit', currentPath(work), { new_text: code }),
    toolResult(`${work.slots.get('file')}: +${added} -${removed}`),
  ];
}

/** Searches the project for the current function. */
export function callSearch(random: Random, work: Work): MessageDraft[] {
  const name = work.slots.get('function') ?? '';
  const places = Array.from({ length: random.integer(1, 7) }, () => {
    const file = fill(random, work, random.pick(work.style.sourceFiles));
    return `${file}:${random.integer(4, 300)}: ${fill(random, work, random.pick(work.style.uses))}`;
  });
  return [
    toolUse('Grep', work.folder, { pattern: name }),
    toolResult([...new Set(places)].sort().join('\n')),
  ];
}

/** Runs the tests or a checker; the result says whether they failed. */
export function callTests(random: Random, work: Work): MessageDraft[] {
  const check = random.pick(work.style.checks);
  const failed = random.chance(0.22);
  const output = fill(random, work, random.pick(failed ? check.failing : check.passing));
  return [
    toolUse('Bash', work.folder, { command: fill(random, work, check.command) }),
    toolResult(output, failed),
  ];
}

/** Looks at or commits what has changed. */
export function callShell(random: Random, work: Work): MessageDraft[] {
  const [command, output] = random.pick([gitStatus, gitDiff, gitLog, gitCommit])(random, work);
  return [toolUse('Bash', work.folder, { command }), toolResult(output)];
}

type Shell = (random: Random, work: Work) => readonly [command: string, output: string];

const gitStatus: Shell = (random, work) => [
  'git status --short',
  distinctFiles(random, work, 3)
    .map((file) => `${random.pick([' M', ' M', '??', 'A '])} ${file}`)
    .join('\n'),
];

const gitDiff: Shell = (random, work) => {
  const changes = distinctFiles(random, work, 4).map((file) => {
    const [added, removed] = [random.integer(1, 30), random.integer(0, 12)];
    return ` ${file} | ${added + removed} ${'+'.repeat(Math.ceil(added / 3))}${'-'.repeat(Math.ceil(removed / 3))}`;
  });
  return ['git diff --stat', `${changes.join('\n')}\n ${changes.length} files changed`];
};

const gitLog: Shell = (random, work) => [
  'git log --oneline -5',
  Array.from({ length: 5 }, () => `${random.hex(7)} ${commitSubject(random, work)}`).join('\n'),
];

const gitCommit: Shell = (random, work) => {
  const subject = commitSubject(random, work);
  const summary = `${random.integer(1, 6)} files changed, ${random.integer(8, 140)} insertions(+), ${random.integer(1, 60)} deletions(-)`;
  return [`git commit -am "${subject}"`, `[${work.branch} ${random.hex(7)}] ${subject}\n ${summary}`];
};

function commitSubject(random: Random, work: Work): string {
  const prefix = random.pick(COMMIT_PREFIXES);
  const subject = say(random, work, GOALS);
  return prefix === '' ? capitalize(subject) : `${fill(random, work, prefix)}: ${subject}`;
}

function distinctFiles(random: Random, work: Work, most: number): readonly string[] {
  const files = Array.from({ length: random.integer(1, most) }, () =>
    fill(random, work, random.pick([...work.style.sourceFiles, ...work.style.testFiles])),
  );
  return [...new Set(files)];
}

function currentPath(work: Work): string {
  return fileIn(work.folder, work.slots.get('file') ?? '');
}

function numbered(code: string, from: number): string {
  return code
    .split('\n')
    .map((line, index) => `${String(from + index).padStart(5)}  ${line}`)
    .join('\n');
}
