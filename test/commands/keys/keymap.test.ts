import { openedPager } from '../../../src/stores/transcript/pager-view.ts';
import { describe, expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { newPage } from '../../../src/stores/entity/page-subject.ts';
import type { Scope } from '../../../src/commands/base/command.ts';
import { ALWAYS, KEYMAP } from '../../../src/commands/keys/keymap.ts';
import { chordsOf, USUAL_KEYMAP } from '../../../src/commands/app/keymap-in-force.ts';
import { COMMANDS, commandById } from '../../../src/commands/app/registry.ts';
import { activeScopes } from '../../../src/commands/base/scopes.ts';
import { createViewStore } from '../../../src/stores/view/view-store.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import { sampleSession } from '../../helpers/sample-data.ts';

const SCOPES = Object.keys(KEYMAP) as Scope[];
const bindings = SCOPES.flatMap((scope) =>
  Object.entries(KEYMAP[scope]).flatMap(([command, chords]) =>
    chords.map((chord) => ({ scope, command, chord })),
  ),
);

function chordsIn(scope: Scope): readonly string[] {
  return Object.values(KEYMAP[scope]).flat();
}

describe('commands', () => {
  it('have ids of their own, written noun.verb', () => {
    const ids = COMMANDS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
    }
  });

  it('have a title that can stand in the palette, and a hint that fits into the hint row', () => {
    for (const { title, hint } of COMMANDS) {
      expect(title).toMatch(/^\p{Lu}.{1,70}[^.]$/u);
      expect(hint === undefined || (hint.length > 0 && hint.length <= 18)).toBe(true);
    }
  });

  it('can all be reached by a key, but for those that the palette alone opens', () => {
    expect(COMMANDS.filter((command) => chordsOf(command).length === 0).map(({ id }) => id)).toEqual([
      'messages.open',
      'mode.unlock',
      'mode.lock',
      'kept.take-over',
      'filter.save',
      'filter.alert',
      'filter.forget',
      'mutes.add',
      'mutes.list',
      'events.toggle-histogram',
      'events.acknowledge-all',
      'agents.undo',
      'agents.due',
      'agents.results',
      'journal.open',
      'hunt.open',
      'hunt.show',
      'profile.choose',
      'report.write',
      'sessions.search-secrets',
      'sessions.search-results',
      'pager.search-back',
      'policy.revert-all',
      'policy.import',
      'policy.export',
    ]);
  });

  it('are not found under an id that nobody has', () => {
    expect(() => commandById('events.explode')).toThrow('events.explode');
  });
});

describe('keys', () => {
  it('run a command of the scope they stand in', () => {
    expect(bindings.length).toBeGreaterThan(80);
    for (const { scope, command } of bindings) {
      expect(commandById(command).scope).toBe(scope);
    }
  });

  it.each(SCOPES)('stand for one command alone in the scope %s', (scope) => {
    const chords = chordsIn(scope);
    expect(new Set(chords).size).toBe(chords.length);
  });

  it.each([...TABS, 'list'] as const)('of the scope %s never hide one that works everywhere', (scope) => {
    const everywhere = new Set(chordsIn('global'));
    expect(chordsIn(scope).filter((chord) => everywhere.has(chord))).toEqual([]);
  });

  it('of the pager hide those of help, which is about it, and of what is related, to which it adds', () => {
    const everywhere = new Set(chordsIn('global'));
    expect(chordsIn('pager').filter((chord) => everywhere.has(chord))).toEqual(['?', 'o']);
    for (const key of ['?', 'h']) {
      expect(USUAL_KEYMAP.commandFor(['pager', 'global'], key)).toBe('pager.help');
    }
  });

  const withList = TABS.filter((tab) =>
    activeScopes({ ...createViewStore().getState(), tab }).includes('list'),
  );

  it.each(withList)('of the pane %s never hide one that works in every list', (tab) => {
    const inLists = new Set(chordsIn('list'));
    // The rules of a policy fit into every width, and the arrows change their values. The menus of agents and sessions
    // hold what the one of every list holds.
    const ownMeaning = { policy: ['right', 'left'], agents: ['f'], sessions: ['f'] };
    expect(chordsIn(tab).filter((chord) => inLists.has(chord))).toEqual(
      tab in ownMeaning ? ownMeaning[tab as keyof typeof ownMeaning] : [],
    );
  });

  it('are none that terminals and multiplexers keep for themselves', () => {
    const forbidden = /^(ctrl\+[absq[hij m]|alt\+.*|meta\+.*|f\d+|\[)$/;
    expect(bindings.filter(({ chord }) => forbidden.test(chord))).toEqual([]);
  });

  it('let Esc do nothing but close and go back', () => {
    const onEscape = bindings.filter(({ chord }) => chord === 'escape').map(({ command }) => command);
    for (const command of onEscape) {
      expect(command).toMatch(/\.(close|back)$/);
    }
  });

  it.each([
    'help',
    'request-log',
    'palette',
    'choice',
    'text',
    'confirm',
    'agent-action',
    'agent-question',
    'agent-results',
    'list-editor',
    'policy-review',
  ] as const)('close a dialog of kind %s with Esc', (kind) => {
    expect(USUAL_KEYMAP.commandFor([kind], 'escape')).toBe(`${kind}.close`);
  });

  it('that work even in a dialog are bound everywhere', () => {
    for (const id of ALWAYS) {
      expect(commandById(id).scope).toBe('global');
    }
  });
});

describe('the scopes that count', () => {
  const help = { kind: 'help', number: 0, top: 0, search: '', matches: [], current: undefined } as const;
  const pager = openedPager(sampleSession('s1', 60));

  const { pages } = createViewStore().getState();

  it('are the pane, then lists, then everywhere', () => {
    expect(activeScopes({ dialogs: [], pager: undefined, pages, tab: 'agents' })).toEqual([
      'agents',
      'list',
      'global',
    ]);
  });

  it('are the page and everywhere while one lies over the pane', () => {
    const page = newPage({ kind: 'reason', template: asUntrusted('known malware') });
    const open = { ...pages, agents: [page] };
    expect(activeScopes({ dialogs: [], pager: undefined, pages: open, tab: 'agents' })).toEqual([
      'page',
      'global',
    ]);
    expect(activeScopes({ dialogs: [], pager: undefined, pages: open, tab: 'llm' })).toEqual([
      'llm',
      'list',
      'global',
    ]);
  });

  it('are the pager and everywhere while a transcript is read', () => {
    expect(activeScopes({ dialogs: [], pager, pages, tab: 'sessions' })).toEqual(['pager', 'global']);
  });

  it('are those of the outline while it lies over the transcript', () => {
    const outlined = { ...pager, outline: { cursor: 0, filter: '' } };
    expect(activeScopes({ dialogs: [], pager: outlined, pages, tab: 'sessions' })).toEqual([
      'outline',
      'global',
    ]);
  });

  it('are those of the topmost dialog alone', () => {
    const text = {
      kind: 'confirm',
      number: 0,
      title: '',
      lines: [],
      yesDoes: '',
      confirm: () => undefined,
    } as const;
    expect(activeScopes({ dialogs: [help, text], pager, pages, tab: 'sessions' })).toEqual(['confirm']);
  });

  it('let the nearest win', () => {
    expect(USUAL_KEYMAP.commandFor(['sessions', 'list', 'global'], 'enter')).toBe('sessions.open');
    expect(USUAL_KEYMAP.commandFor(['sessions', 'list', 'global'], '/')).toBe('list.filter');
    expect(USUAL_KEYMAP.commandFor(['sessions', 'list', 'global'], '!')).toBe('requests.open');
    expect(USUAL_KEYMAP.commandFor(['help'], '!')).toBeUndefined();
  });
});
