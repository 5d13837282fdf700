import { fileIn, type Machine, projectPath } from './machine.ts';
import type { Random } from './random.ts';
import { CODE_STYLES, type CodeStyle } from './session-code.ts';
import {
  FOLLOW_UPS,
  GOALS,
  INTENTIONS,
  OPENINGS,
  POINTS,
  REPORTS,
  SUBAGENT_TASKS,
  THOUGHTS,
} from './session-phrases.ts';
import type { Project } from './teams.ts';
import type { MessageDraft } from './transcript-time.ts';

/** What a session is about: fixed when it begins, so that all its messages speak of the same things. */
export interface Work {
  readonly machine: Machine;
  readonly project: Project;
  readonly branch: string;
  readonly folder: string;
  readonly style: CodeStyle;
  readonly goal: string;
  /** Values of the slots; `file` and `test` move on while the work does. */
  readonly slots: Map<string, string>;
}

const VERBS = [
  'load',
  'resolve',
  'apply',
  'collect',
  'merge',
  'claim',
  'refresh',
  'normalize',
  'build',
  'check',
];
const TYPE_ENDINGS = ['Record', 'Entry', 'Request', 'Policy', 'Batch', 'State', 'Handle', ''];

/** Opens a piece of work on a project: chooses what it is about, and the names and files that it will speak of. */
export function openWork(random: Random, machine: Machine, project: Project, branch: string): Work {
  const [topic = 'item', other = 'list'] = random.shuffled(project.topics);
  const style = CODE_STYLES[project.ecosystem];
  const slots = new Map([
    ['project', project.name],
    ['package', project.name.replaceAll('-', '_')],
    ['topic', topic],
    ['other', other],
    ['function', functionName(random.pick(VERBS), topic, style)],
    ['type', capitalize(camelCase(topic)) + random.pick(TYPE_ENDINGS)],
  ]);
  const work = { machine, project, branch, folder: projectPath(machine, project), style, goal: '', slots };
  moveOn(random, work);
  const goal = fill(random, work, random.pick(GOALS));
  slots.set('goal', goal);
  return { ...work, goal };
}

/** The first messages: a prompt, then turns of work. Exactly `amount` of them, at least one. */
export function writeOpening(random: Random, work: Work, amount: number): MessageDraft[] {
  const prompt = capitalize(fill(random, work, random.pick(OPENINGS)));
  return [
    { type: 'user', content: prompt, effort: 4 },
    ...writeAnswer(random, work, Math.max(1, amount) - 1),
  ];
}

/** The same for a subagent, whose prompt is a task that the assistant wrote. */
export function writeSubagentOpening(random: Random, work: Work, amount: number): MessageDraft[] {
  const prompt = fill(random, work, random.pick(SUBAGENT_TASKS));
  return [
    { type: 'user', content: prompt, effort: 1 },
    ...writeAnswer(random, work, Math.max(1, amount) - 1),
  ];
}

/** Turns of work: prompts, answers and tool calls. Exactly `amount` messages. */
export function writeTurns(random: Random, work: Work, amount: number): MessageDraft[] {
  const drafts: MessageDraft[] = [];
  while (drafts.length < amount) {
    moveOn(random, work);
    const turn = Math.min(amount - drafts.length, random.integer(3, 16));
    drafts.push({ type: 'user', content: fill(random, work, random.pick(FOLLOW_UPS)), effort: 8 });
    drafts.push(...writeAnswer(random, work, turn - 1));
  }
  return drafts;
}

/** What the assistant does about a prompt: words, tool calls with their results, and a report at the end. */
function writeAnswer(random: Random, work: Work, amount: number): MessageDraft[] {
  const drafts: MessageDraft[] = [];
  while (drafts.length < amount) {
    const left = amount - drafts.length;
    if (left === 1) {
      drafts.push({ type: 'assistant', content: writeReport(random, work), effort: 3 });
    } else if (left === 2) {
      drafts.push(...writeToolCall(random, work));
    } else {
      const drawn = random.fraction();
      if (drawn < 0.12) {
        drafts.push({ type: 'thinking', thinking: fill(random, work, random.pick(THOUGHTS)), effort: 2 });
      } else if (drawn < 0.45) {
        drafts.push({ type: 'assistant', content: fill(random, work, random.pick(INTENTIONS)), effort: 2 });
      } else if (drawn < 0.47) {
        drafts.push({
          type: 'system',
          subtype: 'context_compacted',
          text: 'Earlier messages were summarized.',
          effort: 1,
        });
      } else {
        drafts.push(...writeToolCall(random, work));
      }
    }
  }
  return drafts;
}

/** A tool call and its result. */
function writeToolCall(random: Random, work: Work): readonly MessageDraft[] {
  const { style, folder } = work;
  const drawn = random.fraction();
  moveOn(random, work);
  const file = work.slots.get('file') ?? '';
  const path = fileIn(folder, file);
  if (drawn < 0.3) {
    const code = fill(random, work, random.pick(style.snippets));
    return [call('Read', path, {}), result(numbered(code, random.integer(8, 160)), false)];
  }
  if (drawn < 0.55) {
    const code = fill(random, work, random.pick(style.snippets));
    return [
      call('Edit', path, { new_text: code }),
      result(`${file}: ${code.split('\n').length} lines changed`, false),
    ];
  }
  if (drawn < 0.85) {
    const command = fill(random, work, random.pick(style.testCommands));
    const failed = random.chance(0.25);
    const output = fill(random, work, random.pick(failed ? style.failing : style.passing));
    return [call('Bash', folder, { command }), result(output, failed)];
  }
  const command = fill(random, work, random.pick(style.otherCommands));
  return [call('Bash', folder, { command }), result(shellOutput(random, work, command), false)];
}

/** A `tool_use` message; further fields are the tool's own. */
export function call(tool: string, path: string, fields: Readonly<Record<string, unknown>>): MessageDraft {
  return { type: 'tool_use', tool, path, ...fields, effort: 2 };
}

/** A `tool_result` message, of the types that the specification does not show. */
export function result(output: string, isError: boolean): MessageDraft {
  return { type: 'tool_result', output, is_error: isError, effort: 1 };
}

function writeReport(random: Random, work: Work): string {
  const report = fill(random, work, random.pick(REPORTS));
  const drawn = random.fraction();
  if (drawn < 0.3) {
    const points = random.shuffled(POINTS).slice(0, random.integer(2, 4));
    return `${report}\n\n${points.map((point) => `- ${fill(random, work, point)}`).join('\n')}`;
  }
  if (drawn < 0.5) {
    const code = fill(random, work, random.pick(work.style.snippets));
    return `${report}\n\n\`\`\`${work.style.language}\n${code}\n\`\`\``;
  }
  if (drawn < 0.6) {
    return `## What changed\n\n${report}\n\n**Open:** ${fill(random, work, random.pick(POINTS))}.`;
  }
  return report;
}

function shellOutput(random: Random, work: Work, command: string): string {
  const file = () => fill(random, work, random.pick(work.style.sourceFiles));
  if (command.startsWith('git log')) {
    return Array.from(
      { length: 5 },
      () => `${random.hex(7)} ${capitalize(fill(random, work, random.pick(GOALS)))}`,
    ).join('\n');
  }
  if (command.startsWith('git diff')) {
    return `${[file(), file()].map((name) => ` ${name} | ${random.integer(2, 60)} ++++--`).join('\n')}\n 2 files changed`;
  }
  if (command.startsWith('rg')) {
    return Array.from(
      { length: random.integer(2, 7) },
      () => `${file()}:${random.integer(4, 300)}: ${work.slots.get('function')}`,
    ).join('\n');
  }
  return Array.from({ length: random.integer(1, 4) }, () => ` M ${file()}`).join('\n');
}

function moveOn(random: Random, work: Pick<Work, 'slots' | 'style'>): void {
  if (random.chance(0.4) || !work.slots.has('file')) {
    work.slots.set('file', fillWith(work.slots, random, random.pick(work.style.sourceFiles)));
    work.slots.set('test', fillWith(work.slots, random, random.pick(work.style.testFiles)));
  }
}

/** Fills the slots of a phrase with the words of this work. */
export function fill(random: Random, work: Work, phrase: string): string {
  return fillWith(work.slots, random, phrase);
}

function fillWith(slots: ReadonlyMap<string, string>, random: Random, phrase: string): string {
  return phrase.replace(/\{([a-z]+)\}/g, (slot, name: string) =>
    name === 'number' ? String(random.integer(2, 9)) : (slots.get(name) ?? slot),
  );
}

function numbered(code: string, from: number): string {
  return code
    .split('\n')
    .map((line, index) => `${String(from + index).padStart(5)}  ${line}`)
    .join('\n');
}

function functionName(verb: string, topic: string, style: CodeStyle): string {
  return style.snakeCase ? `${verb}_${topic.replaceAll('-', '_')}` : verb + capitalize(camelCase(topic));
}

function camelCase(words: string): string {
  return words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
