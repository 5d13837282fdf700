import { type Machine, projectPath } from './machine.ts';
import type { Random } from './random.ts';
import { CODE_STYLES, type CodeStyle } from './session-code.ts';
import { GOALS } from './session-phrases.ts';
import type { Project } from './teams.ts';

/** What a session is about, so that all its messages speak of the same things. */
export interface Work {
  readonly machine: Machine;
  readonly project: Project;
  readonly branch: string;
  readonly folder: string;
  readonly style: CodeStyle;
  /** The words that phrases are filled with; they move on while the work does. */
  readonly slots: Map<string, string>;
  /** Phrases used lately, so that a session does not repeat itself. */
  readonly recent: string[];
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
const REMEMBERED = 24;

/** Opens a piece of work on a project and chooses its goal. */
export function openWork(random: Random, machine: Machine, project: Project, branch: string): Work {
  const folder = projectPath(machine, project);
  const slots = new Map([
    ['project', project.name],
    ['package', project.name.replaceAll('-', '_')],
  ]);
  const work = { machine, project, branch, folder, style: CODE_STYLES[project.ecosystem], slots, recent: [] };
  turnToTopic(random, work);
  slots.set('goal', say(random, work, GOALS));
  return work;
}

/** Turns to another subject of the project, with its own function, type and files. */
export function turnToTopic(random: Random, work: Work): void {
  const [topic = 'item', other = 'list'] = random.shuffled(work.project.topics);
  work.slots.set('topic', topic);
  work.slots.set('other', other);
  work.slots.set('function', functionName(random.pick(VERBS), topic, work.style));
  work.slots.set('type', capitalize(camelCase(topic)) + random.pick(TYPE_ENDINGS));
  openFile(random, work);
}

/** Goes to another file of the same subject. */
export function openFile(random: Random, work: Work): void {
  work.slots.set('file', fill(random, work, random.pick(work.style.sourceFiles)));
  work.slots.set('test', fill(random, work, random.pick(work.style.testFiles)));
}

/** One of the phrases, filled, and as far as possible not one that was used lately. */
export function say(random: Random, work: Work, phrases: readonly string[]): string {
  let phrase = random.pick(phrases);
  for (let attempt = 0; attempt < 4 && work.recent.includes(phrase); attempt++) {
    phrase = random.pick(phrases);
  }
  work.recent.push(phrase);
  if (work.recent.length > REMEMBERED) {
    work.recent.shift();
  }
  return fill(random, work, phrase);
}

/** Fills the slots of a phrase with the words of the work; `{number}` is another small number each time. */
export function fill(random: Random, work: Work, phrase: string): string {
  return phrase.replace(/\{([a-z]+)\}/g, (slot, name: string) =>
    name === 'number' ? String(random.integer(2, 9)) : (work.slots.get(name) ?? slot),
  );
}

/** The text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function functionName(verb: string, topic: string, style: CodeStyle): string {
  return style.snakeCase ? `${verb}_${topic.replaceAll('-', '_')}` : verb + capitalize(camelCase(topic));
}

function camelCase(words: string): string {
  return words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
