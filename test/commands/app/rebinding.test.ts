import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ALWAYS } from '../../../src/commands/keys/keymap.ts';
import { createKeymap, USUAL_KEYMAP } from '../../../src/commands/app/keymap-in-force.ts';
import { readRebinding } from '../../../src/commands/app/rebinding.ts';
import { COMMANDS, commandById } from '../../../src/commands/app/registry.ts';
import { COACTIVE_SCOPES } from '../../../src/commands/base/scopes.ts';

function keysOf(table: unknown, id: string): readonly string[] {
  return createKeymap(readRebinding(table).rebound).chordsOf(commandById(id));
}

describe('keys of the config file', () => {
  it('take the place of the usual ones, one or several for a command', () => {
    const table = { 'events.follow': ['L', 'ctrl+e'], 'times.cycle': '.' };
    expect(readRebinding(table).problems).toEqual([]);
    expect(keysOf(table, 'events.follow')).toEqual(['L', 'ctrl+e']);
    expect(keysOf(table, 'times.cycle')).toEqual(['.']);
    const keymap = createKeymap(readRebinding(table).rebound);
    expect(keymap.commandFor(['events', 'list', 'global'], 'F')).toBeUndefined();
    expect(keymap.commandFor(['events', 'list', 'global'], 'ctrl+e')).toBe('events.follow');
    expect(keymap.commandFor(['agents', 'list', 'global'], 'ctrl+e')).toBeUndefined();
  });

  it.each([
    ['Ctrl-E', 'ctrl+e'],
    ['C-e', 'ctrl+e'],
    ['PgDn', 'pagedown'],
    ['Shift-Tab', 'shift+tab'],
    [' ', 'space'],
  ])('may be written %j', (written, chord) => {
    const { rebound } = readRebinding({ 'agents.open': written, 'list.page-down': [], 'marks.toggle': [] });
    expect(rebound.get('agents.open')).toEqual([chord]);
  });

  it.each(COMMANDS.filter(({ confirms }) => confirms === true).map(({ id }) => id))(
    'never let Enter answer a question: %s',
    (id) => {
      const { problems } = readRebinding({ [id]: ['enter'] });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain('Enter alone never answers a question');
      expect(keysOf({ [id]: ['enter'] }, id)).toEqual(['y']);
    },
  );

  it('are taken away by an empty list', () => {
    expect(readRebinding({ 'app.suspend': [] })).toMatchObject({ problems: [] });
    expect(keysOf({ 'app.suspend': [] }, 'app.suspend')).toEqual([]);
  });

  it('may change places', () => {
    const table = { 'events.toggle-block': 'v', 'events.toggle-review': 'b' };
    expect(readRebinding(table).problems).toEqual([]);
    expect(keysOf(table, 'events.toggle-block')).toEqual(['v']);
  });

  it.each([
    ['F5', 'function keys are left to terminals'],
    ['alt+x', 'Alt and function keys'],
    ['ctrl+b', 'multiplexers keep it'],
    ['[', 'sequences of other keys begin with it'],
    ['ctrl+i', 'the same for Tab'],
    ['escape', 'only closes and goes back'],
    ['ctrl+c', 'always quits'],
    ['Hyper', 'is no key'],
    [5, 'a key is text'],
  ])('do not count when they are %j, and what is in force is told', (chord, why) => {
    const { rebound, problems } = readRebinding({ 'events.follow': [chord] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(why);
    expect(problems[0]).toContain('In force: F.');
    expect(rebound.size).toBe(0);
  });

  it('do not write into a field', () => {
    expect(readRebinding({ 'palette.down': 'j' }).problems[0]).toContain('in a field it writes');
  });

  it('that are good count beside one that is not', () => {
    const { rebound, problems } = readRebinding({ 'events.follow': ['F5', 'L'] });
    expect(rebound.get('events.follow')).toEqual(['L']);
    expect(problems[0]).toContain('In force: L.');
  });

  it('that are no keys beside others that are taken are told with the keys that count', () => {
    const { problems } = readRebinding({ 'policy-review.write': ['enter', 'W'] });
    expect(problems).toHaveLength(2);
    expect(problems.map((problem) => problem.replace(/.* In force/, 'In force'))).toEqual([
      'In force: y.',
      'In force: y.',
    ]);
  });

  it.each([
    ['its pane', 'events.follow', 'v', 'events.toggle-review'],
    ['every list', 'agents.open', 'j', 'list.down'],
    ['everywhere', 'agents.open', 'q', 'app.quit'],
    ['a pane, of a key of every list', 'list.filter', 'S', 'agents.change-status'],
  ])('that are taken already in %s do not count', (_place, id, chord, holder) => {
    const { problems } = readRebinding({ [id]: chord });
    expect(problems[0]).toContain(`is the key of`);
    expect(problems.join(' ')).toContain(holder.split('.')[0]);
    expect(keysOf({ [id]: chord }, id)).toEqual(USUAL_KEYMAP.chordsOf(commandById(id)));
  });

  it.each([
    ['policy-review.write', 'W', 'policy.review'],
    ['agent-question.yes', 'S', 'agents.change-status'],
  ])('never answer what they have asked: %s with %s', (id, chord, asking) => {
    expect(readRebinding({ [id]: chord }).problems).toEqual([
      `keys: ${id}: ${chord} is the key of ${asking}, which asks this, and one key never asks and answers. In force: y.`,
    ]);
    expect(keysOf({ [id]: chord }, id)).toEqual(['y']);
    expect(readRebinding({ [asking]: 'X', [id]: chord }).problems).toEqual([]);
  });

  it('never ask with what answers', () => {
    expect(readRebinding({ 'choice.choose': 'y' }).problems).toEqual([
      'keys: choice.choose: y answers what this asks as the key of agent-question.yes, and one key never asks and answers. In force: Enter.',
    ]);
  });

  it.each(['choice.choose', 'text.submit', 'filter.keep', 'palette.run', 'agent-action.submit'])(
    'cannot be taken away from what alone goes on: %s',
    (id) => {
      expect(readRebinding({ [id]: [] }).problems).toEqual([
        `keys: ${id}: it has to have a key: nothing else goes on from there. In force: Enter.`,
      ]);
      expect(keysOf({ [id]: [] }, id)).toEqual(['enter']);
    },
  );

  it.each(['left', 'backspace', 'ctrl+w', 'up'])('leave to a field what edits in it: %s', (chord) => {
    expect(readRebinding({ 'text.submit': chord }).problems[0]).toContain('in a field it edits');
  });

  it('of two commands that want the same, go to the first', () => {
    const { rebound, problems } = readRebinding({ 'events.follow': 'L', 'events.show-all': 'L' });
    expect(rebound.get('events.follow')).toEqual(['L']);
    expect(rebound.get('events.show-all')).toEqual(['A']);
    expect(problems).toEqual(['keys: events.show-all: L is the key of events.follow already. In force: A.']);
  });

  it('may be the same where they never count together', () => {
    expect(readRebinding({ 'agents.open': 'v', 'pager.raw': 'z' }).problems).toEqual([]);
  });

  it('of commands that nobody has are told, and a table that is none', () => {
    expect(readRebinding({ 'events.explode': 'L' }).problems[0]).toContain('no command "events.explode"');
    expect(readRebinding('F').problems[0]).toContain('must be a table');
    expect(readRebinding(undefined)).toEqual({ rebound: new Map(), problems: [] });
  });

  it('that may be anything by mistake are not repeated when they are long, nor act on a terminal', () => {
    const secret = 'sk_live_'.padEnd(40, 'x');
    const told = readRebinding({ 'events.follow': secret, [secret]: 'F', 'a\u001b[2J': 'F' }).problems.join(
      '\n',
    );
    expect(told).not.toContain(secret);
    expect(told).not.toContain('\u001b');
  });

  it('never take the ways out away, whatever is written', () => {
    const chord = fc.oneof(
      fc.constantFrom('escape', 'ctrl+c', 'q', 'F', 'ctrl+e', 'enter', 'F5', 'alt+x', 'ctrl+z'),
      fc.string({ maxLength: 3 }),
    );
    const table = fc.dictionary(
      fc.constantFrom(...COMMANDS.map(({ id }) => id)),
      fc.oneof(chord, fc.array(chord, { maxLength: 3 })),
      { maxKeys: 8 },
    );
    fc.assert(
      fc.property(table, (keys) => {
        const { rebound } = readRebinding(keys);
        const keymap = createKeymap(rebound);
        expect(keymap.commandFor(['global'], 'ctrl+c')).toBe('app.quit-now');
        expect(keymap.commandFor(['global'], 'escape')).toBe('view.back');
        expect(keymap.commandFor(['confirm'], 'escape')).toBe('confirm.close');
        for (const scopes of COACTIVE_SCOPES) {
          const chosen = COMMANDS.filter(({ id, scope }) => scopes.includes(scope) && rebound.has(id));
          const chords = chosen.flatMap((command) =>
            keymap
              .chordsOf(command)
              .filter((each) => !USUAL_KEYMAP.chordsOf(command).includes(each))
              .map((each) => [each, command.id] as const),
          );
          for (const [each, id] of chords) {
            expect(keymap.commandFor(scopes, each)).toBe(id);
          }
        }
        expect(ALWAYS).toContain('app.quit-now');
      }),
    );
  });
});
