import { append } from '../../lib/long-lists.ts';
import { ownValue } from '../../lib/own-value.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import type { Rebound } from '../../stores/view/view-store.ts';
import type { Command, Scope } from '../base/command.ts';
import { chordName, chordNames } from '../keys/chord-names.ts';
import { ALWAYS } from '../keys/keymap.ts';
import { USUAL_KEYMAP } from './keymap-in-force.ts';
import { COMMANDS } from './registry.ts';
import { COACTIVE_SCOPES } from '../base/scopes.ts';

/** What was made of the keys in a config file: the chords that count, and a sentence for everything that does not. */
export interface Rebinding {
  readonly rebound: Rebound;
  readonly problems: readonly string[];
}

/** Keys that are no characters. */
const NAMED_KEYS: readonly string[] = [
  'escape',
  'enter',
  'space',
  'tab',
  'shift+tab',
  'up',
  'down',
  'left',
  'right',
  'pagedown',
  'pageup',
  'home',
  'end',
  'delete',
  'backspace',
];

const OTHER_NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  pgdn: 'pagedown',
  pgup: 'pageup',
  del: 'delete',
  ' ': 'space',
};

/** What Ctrl makes a key of its own with. */
const CONTROLS: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz[\\]^_'];

/** Ends the program whatever else is bound. */
const QUIT = { id: 'app.quit-now', chord: 'ctrl+c' } as const;

/** What a command keeps whatever is chosen for it: the ways out, Ctrl-C and Esc. */
function alwaysKept(command: Command): readonly string[] {
  const usual = USUAL_KEYMAP.chordsOf(command);
  return usual.filter((chord) => chord === 'escape' || chord === QUIT.chord);
}

/** In a field these keys write. */
const FIELDS: readonly Scope[] = ['text', 'filter', 'palette', 'agent-action'];
/** And these edit what stands in it. */
const EDITING: readonly string[] = [
  'left',
  'right',
  'home',
  'end',
  'backspace',
  'delete',
  'ctrl+u',
  'ctrl+w',
];

/** Nothing else goes on from a menu or a field. */
const NEEDED: readonly string[] = [
  'choice.choose',
  'text.submit',
  'filter.keep',
  'palette.run',
  'agent-action.submit',
];

/** Which commands open the question that a command answers. The key that has just asked never answers: it may be held down. */
const ASKED_BY: Readonly<Record<string, readonly string[]>> = {
  'policy-review.write': [
    'policy.review',
    'policy.import',
    'policy-versions.restore',
    'events.block-package',
    'page.block-package',
    'text.submit',
    'choice.choose',
    'palette.run',
  ],
  'agent-question.yes': [
    'agents.change-status',
    'agents.undo',
    'agent-results.resume',
    'agent-results.resend',
    'agent-action.submit',
    'choice.choose',
    'palette.run',
  ],
  'confirm.yes': [
    'app.quit',
    'policy.revert-all',
    'policy-versions.restore',
    'events.acknowledge',
    'kept.take-over',
    'text.submit',
    'choice.choose',
    'palette.run',
  ],
};

/** Whether one of two commands opens the question that the other one answers. */
function asksFor(one: Command, other: Command): boolean {
  return (
    ownValue(ASKED_BY, one.id)?.includes(other.id) ?? ownValue(ASKED_BY, other.id)?.includes(one.id) ?? false
  );
}

type Parsed = { readonly chord: string } | { readonly problem: string };

/**
 * Reads the keys of a config file: a table of command ids, each with a chord, a list of them, or an empty list that leaves it without a key.
 * What is wrong or would clash does not count; a command of which nothing counts keeps its usual keys.
 */
export function readRebinding(table: unknown): Rebinding {
  if (table === undefined) {
    return { rebound: new Map(), problems: [] };
  }
  if (typeof table !== 'object' || table === null || Array.isArray(table)) {
    return { rebound: new Map(), problems: ['keys must be a table such as [keys].'] };
  }
  const problems: string[] = [];
  const wrongIn = new Map<Command, readonly string[]>();
  const wanted = new Map<Command, readonly string[]>();
  for (const [id, value] of Object.entries(table)) {
    const command = COMMANDS.find((candidate) => candidate.id === id);
    if (command === undefined) {
      problems.push(`keys: there is no command ${shortened(id)}. The palette lists all of them.`);
      continue;
    }
    const { chords, wrong } = readChords(command, value);
    wrongIn.set(command, wrong);
    if (wrong.length === 0 || chords.length > 0) {
      wanted.set(command, chords);
    }
  }
  const { rebound, problems: clashes } = withoutClashes(wanted);
  // Of what is no key the others may clash: only by now it is known which ones count.
  for (const [command, wrong] of wrongIn) {
    const counted = rebound.get(command.id) ?? USUAL_KEYMAP.chordsOf(command);
    append(
      problems,
      wrong.map((problem) => `keys: ${command.id}: ${problem} ${countedKeys(counted)}`),
    );
  }
  return { rebound, problems: [...problems, ...clashes] };
}

/** Takes the chords one after the other, each only where it means nothing else yet. */
function withoutClashes(wanted: ReadonlyMap<Command, readonly string[]>): Rebinding {
  const rebound = new Map<string, readonly string[]>();
  const clashes: string[] = [];
  const bound = COMMANDS.filter((command) => !wanted.has(command)).map((command) => ({
    command,
    chords: USUAL_KEYMAP.chordsOf(command),
  }));
  const holderOf = (command: Command, chord: string) =>
    bound.find(
      (other) =>
        (countTogether(command.scope, other.command) || asksFor(command, other.command)) &&
        other.chords.includes(chord),
    )?.command;
  for (const [command, chords] of wanted) {
    const free = chords.filter((chord) => holderOf(command, chord) === undefined);
    const usual = USUAL_KEYMAP.chordsOf(command).filter((chord) => holderOf(command, chord) === undefined);
    const taken = chords.length > 0 && free.length === 0 ? usual : free;
    const counted = [...new Set([...taken, ...alwaysKept(command)])];
    for (const chord of chords.filter((candidate) => !free.includes(candidate))) {
      const holder = holderOf(command, chord);
      clashes.push(
        `keys: ${command.id}: ${chordName(chord)} ${whyTaken(command, holder)} ${countedKeys(counted)}`,
      );
    }
    rebound.set(command.id, counted);
    bound.push({ command, chords: counted });
  }
  return { rebound, problems: clashes };
}

function whyTaken(command: Command, holder: Command | undefined): string {
  if (holder === undefined || !asksFor(command, holder)) {
    return `is the key of ${holder?.id ?? ''} already.`;
  }
  return command.confirms === true
    ? `is the key of ${holder.id}, which asks this, and one key never asks and answers.`
    : `answers what this asks as the key of ${holder.id}, and one key never asks and answers.`;
}

/** Whether there is a place where keys of both count. */
function countTogether(scope: Scope, other: Command): boolean {
  return (
    scope === other.scope ||
    COACTIVE_SCOPES.some((scopes) => scopes.includes(scope) && scopes.includes(other.scope)) ||
    (ALWAYS.includes(other.id) && !COACTIVE_SCOPES.some((scopes) => scopes.includes(scope)))
  );
}

function readChords(
  command: Command,
  value: unknown,
): { readonly chords: readonly string[]; readonly wrong: readonly string[] } {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (listed.length === 0 && NEEDED.includes(command.id)) {
    return { chords: [], wrong: ['it has to have a key: nothing else goes on from there.'] };
  }
  const parsed = listed.map((chord): Parsed => parseChord(chord, command));
  return {
    chords: [...new Set(parsed.flatMap((each) => ('chord' in each ? [each.chord] : [])))],
    wrong: parsed.flatMap((each) => ('problem' in each ? [each.problem] : [])),
  };
}

function parseChord(written: unknown, { id, scope, confirms = false }: Command): Parsed {
  if (typeof written !== 'string') {
    return { problem: 'a key is text such as "F" or "ctrl+e", or a list of such texts.' };
  }
  const name = shortened(written);
  const chord = chordFrom(written);
  const refused = (why: string): Parsed => ({ problem: `${name} cannot be bound: ${why}.` });
  if (/^(alt|meta|option|cmd|super)[+-]/i.test(written) || /^f\d{1,2}$/i.test(written)) {
    return refused('Alt and function keys are left to terminals and window managers');
  }
  if (chord === undefined) {
    return {
      problem: `${name} is no key. There are characters, ctrl+ with a letter, and ${NAMED_KEYS.join(', ')}.`,
    };
  }
  if (/^ctrl\+[absq]$/.test(chord)) {
    return refused('terminals and multiplexers keep it for themselves');
  }
  if (chord === '[' || chord === 'ctrl+[') {
    return refused('sequences of other keys begin with it');
  }
  if (/^ctrl\+[ijmh]$/.test(chord)) {
    return refused('terminals send the same for Tab, Enter or Backspace');
  }
  if (chord === 'escape' && !/\.(close|back)$/.test(id)) {
    return refused('Esc only closes and goes back');
  }
  if (chord === QUIT.chord && id !== QUIT.id) {
    return refused('it always quits');
  }
  if (confirms && chord === 'enter') {
    return refused('Enter alone never answers a question');
  }
  if (FIELDS.includes(scope) && (Array.from(chord).length === 1 || chord === 'space')) {
    return refused('in a field it writes');
  }
  return FIELDS.includes(scope) &&
    (EDITING.includes(chord) || (scope === 'text' && /^(up|down)$/.test(chord)))
    ? refused('in a field it edits')
    : { chord };
}

/**
 * The texts that `readRebinding` takes for a key of a command, as a regular expression: made by asking what it takes, so that
 * it says the same.
 */
export function keyPattern(command: Command): string {
  const isTaken = (written: string) => 'chord' in parseChord(written, command);
  const controls = CONTROLS.filter((sign) => isTaken(`ctrl+${sign}`)).map((sign) =>
    /\w/.test(sign) ? [...new Set([sign, sign.toUpperCase()])].join('') : `\\${sign}`,
  );
  const names = [...NAMED_KEYS, ...Object.keys(OTHER_NAMES)].filter(isTaken).map(inAnyCase);
  return `^(${[
    ...(isTaken('x') ? ['[^\\s\\p{C}\\[]'] : []),
    `(${['ctrl', 'control', 'c'].map(inAnyCase).join('|')})[+-][${controls.join('')}]`,
    ...names,
  ].join('|')})$`;
}

function inAnyCase(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`).replace('+', '[+-]');
}

/** The chord that somebody wrote, in the form in which the keymap has it. */
function chordFrom(written: string): string | undefined {
  if (/^[^\s\p{C}]$/u.test(written)) {
    return written;
  }
  const lower = written.toLowerCase();
  const control = /^(?:ctrl|control|c)[+-](.)$/.exec(lower)?.[1];
  if (control !== undefined) {
    return CONTROLS.includes(control) ? `ctrl+${control}` : undefined;
  }
  const named = ownValue(OTHER_NAMES, lower) ?? lower.replace('-', '+');
  return NAMED_KEYS.includes(named) ? named : undefined;
}

/** What a message repeats of a config file, which may hold anything by mistake. */
function shortened(text: string): string {
  return text.length > 30 ? 'one that is too long' : `"${safeSentence(text)}"`;
}

function countedKeys(chords: readonly string[]): string {
  return chords.length === 0 ? 'It has no key now.' : `In force: ${chordNames(chords)}.`;
}
