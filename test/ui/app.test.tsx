import { beforeEach, describe, expect, it, vi } from 'vitest';

import { activeScopes } from '../../src/commands/base/scopes.ts';
import { chordName } from '../../src/commands/keys/chord-names.ts';
import { chordsOf, commandsOfScope } from '../../src/commands/app/keymap-in-force.ts';
import { TABS } from '../../src/stores/base/tab.ts';
import type { TestContext } from '../helpers/command-context.ts';
import { createFilledContext } from '../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../helpers/rendered-console.tsx';
import { NOW, sampleEvent, sampleTranscript } from '../helpers/sample-data.ts';
import { openTranscriptOf } from '../helpers/transcripts.ts';

let context: TestContext;
const view = () => context.stores.view.getState();

beforeEach(() => {
  context = createFilledContext();
});

describe('the first row', () => {
  it('tells the organization, the mode, the state, the budget and the time', async () => {
    const screen = await renderConsole(context);
    const [status] = screen.lines;
    for (const text of ['vigil', 'acme', 'WRITE', 'live', '42/60', 'health ok', '09:00:00Z']) {
      expect(status).toContain(text);
    }
  });

  it('tells how old it is what the service said of itself, and nothing of that once it is too old', async () => {
    context.stores.health.setState({ receivedAt: NOW - 150_000 });
    const screen = await renderConsole(context);
    expect(screen.lines[0]).toContain('health ok 2m ago');
    context.stores.health.setState({ receivedAt: NOW - 300_000 });
    await screen.draw();
    expect(screen.lines[0]).toContain('health unknown');
  });

  it('is not live on a terminal that is behind, and says by how much in the first frame that can', async () => {
    let delay: number | undefined = 40_900;
    const screen = await renderConsole(context, { delay: () => delay });
    expect(screen.lines[0]).toContain('● terminal 40s behind');
    expect(screen.lines[0]).not.toContain('live');
    delay = undefined;
    await screen.draw();
    expect(screen.lines[0]).toContain('terminal yet to answer');
    delay = 1999;
    await screen.draw();
    expect(screen.lines[0]).toContain('● live');
  });

  it('counts down while the server holds requests back', async () => {
    const wait = { what: 'everything', reason: 'The rate limit is used up (429).', next: 'then one tries' };
    context.stores.connection.setState({
      heldUntil: NOW + 12_000,
      waits: [{ ...wait, until: NOW + 12_000 }],
    });
    const screen = await renderConsole(context);
    expect(screen.lines[0]).toContain('429 · tries again in 0:12');
    await context.clock.advance(2000);
    await screen.draw();
    expect(screen.lines[0]).toContain('429 · tries again in 0:10');
  });

  it.each([
    ['failing', 'last request failed'],
    ['unreachable', 'no answer'],
    ['waiting', 'connecting'],
  ] as const)('says when the connection is %s', async (state, told) => {
    context.stores.connection.setState({ state });
    expect((await renderConsole(context)).lines[0]).toContain(told);
  });
});

it('says why reading has stopped, in every pane', async () => {
  context.stores.connection.setState({ stopped: 'The server refused the key (401).' });
  const screen = await renderConsole(context);
  for (const key of ['1', '2', '3', '4', '5', '6']) {
    await screen.press(key);
    expect(screen.text).toContain('STOPPED');
    expect(screen.text).toContain('The server refused the key (401).');
  }
});

describe('a terminal that is too small', () => {
  it.each([
    [59, 15],
    [60, 14],
    [20, 5],
    [1, 1],
  ])('of %d columns and %d rows says so and nothing else', async (columns, rows) => {
    const screen = await renderConsole(context, { columns, rows });
    expect(screen.lines).toHaveLength(rows);
    const said = screen.lines.join(' ').trimEnd();
    const whole = `Terminal too small: ${columns}x${rows}, needs 60x15. q quits`;
    expect(said).toBe(columns === 1 ? 'T' : whole);
  });

  it('does nothing that could not be seen, and lets go', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context, { columns: 50, rows: 10 });
    await screen.press('S', '2', ':', 'y');
    expect(view()).toMatchObject({ tab: 'agents', dialogs: [] });
    await screen.press('q');
    expect(context.asked).toEqual(['quit']);
  });

  it('draws the console as soon as there is room, and not before', async () => {
    const screen = await renderConsole(context, { columns: 50, rows: 10 });
    expect(screen.text).toContain('Terminal too small: 50x10');
    await screen.resize(80, 24);
    expect(screen.lines).toHaveLength(24);
    expect(screen.text).toContain('Outcomes');
    await screen.resize(120, 40);
    expect(screen.lines).toHaveLength(40);
    expect(view()).toMatchObject({ columns: 120, rows: 40 });
  });
});

describe('hints', () => {
  it.each(TABS)('of the pane %s are keys of the keymap, help and quit always among them', async (tab) => {
    context.stores.view.setState({ tab });
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    const hints = screen.lines.at(-1) ?? '';
    expect(hints).toContain('? help');
    expect(hints).toContain('q quit');
    const known = activeScopes(view()).flatMap((scope) =>
      commandsOfScope(scope).flatMap((command) =>
        command.hint === undefined ? [] : [`${chordName(chordsOf(command)[0] ?? '')} ${command.hint}`],
      ),
    );
    const shown = hints.trim().split(/\s{2,}/);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.filter((hint) => !known.includes(hint))).toEqual([]);
  });

  it('give way to a message, and come back when its time is over', async () => {
    const screen = await renderConsole(context);
    await screen.press('t');
    expect(screen.lines.at(-1)).toContain('Times in the local zone');
    await context.clock.advance(10_000);
    await screen.draw();
    expect(screen.lines.at(-1)).toContain('? help');
  });
});

describe('keys', () => {
  it('go to the panes', async () => {
    const screen = await renderConsole(context);
    for (const [index, tab] of TABS.entries()) {
      await screen.press(String(index + 1));
      expect(view().tab).toBe(tab);
    }
  });

  it('that were held down arrive together and all count', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context);
    await screen.press('jjjj');
    expect(view().agents.cursor).toBe('agent-4');
  });

  it('that arrived in one piece and are not one key are a paste, and do nothing', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context);
    await screen.press('3Sy', '\u001b[200~2Sq\u001b[201~');
    expect(view()).toMatchObject({ tab: 'agents', dialogs: [] });
    expect(context.asked).toEqual([]);
  });

  it('quit with q and with Ctrl-C, from a dialog only with the latter', async () => {
    const screen = await renderConsole(context);
    await screen.press('?', 'q');
    expect(context.asked).toEqual([]);
    await screen.press('?', KEYS.ctrlC);
    expect(context.asked).toEqual(['quit']);
    await screen.press(KEYS.escape, 'q');
    expect(context.asked).toEqual(['quit', 'quit']);
  });
});

describe('help', () => {
  it('lists the keys of the pane, of lists, and those that work everywhere', async () => {
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context, { columns: 120, rows: 110 });
    await screen.press('?');
    for (const scope of ['events', 'list', 'global'] as const) {
      for (const command of commandsOfScope(scope).filter((each) => chordsOf(each).length > 0)) {
        expect(screen.text).toContain(command.title);
      }
    }
    expect(screen.text).toContain('Ctrl-D');
    await screen.press('?');
    expect(screen.text).not.toContain('Everywhere');
  });

  it('says every sentence whole on a small screen, and what the signs of the pane mean', async () => {
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context, { columns: 60, rows: 16 });
    await screen.press('?');
    const seen = new Set<string>();
    for (let page = 0; page < 24; page++) {
      screen.lines.slice(3, -1).forEach((line) => seen.add(line.trimEnd()));
      await screen.press(' ');
    }
    const text = [...seen].join('\n').replaceAll(/\s+/g, ' ');
    expect(text).not.toContain('…');
    expect(text).toContain('so that a burst does not flatten all others');
    expect(text).toMatch(/▁▂▃▄▅▆▇█ how many came in that time.*cut at higher bars are cut there/);
  });

  it('scrolls where it is longer than the screen, and stops at its end', async () => {
    const screen = await renderConsole(context);
    await screen.press('2', '?');
    const top = screen.text;
    await screen.press('j');
    expect(screen.text).not.toBe(top);
    await screen.press(...Array<string>(20).fill(' '));
    expect(screen.text).toContain('on the axis: not read yet');
  });
});

describe('a dialog', () => {
  it('takes the keys: none of them reaches the pane', async () => {
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context);
    await screen.press('/', 'b', 'v', '3', 'q');
    expect(view().events.outcomes).toHaveLength(3);
    expect(view().tab).toBe('events');
    expect(view().events.text).toBe('bv3q');
  });

  it('to suspend an agent takes its reason, and then a y', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context);
    await screen.press('S');
    expect(context.sync.agentRequests).toEqual([]);
    expect(screen.text).toContain('Suspend this agent?');
    expect(screen.text).toContain('build-00');
    await context.clock.advance(400);
    await screen.press('l', 'o', 's', 't', KEYS.enter);
    expect(screen.text).toMatch(/reason +lost/);
    expect(context.sync.agentRequests).toEqual([]);
    await context.clock.advance(400);
    await screen.press('y');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([
      { agent: { id: 'agent-0' }, status: 'suspended', reason: 'lost' },
    ]);
    expect(screen.text).toContain(context.sync.verdict.sentence);
  });

  it('to reactivate an agent waits a moment before it takes a yes', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context);
    await screen.press('j', 'j', 'j', 'S', 'y');
    expect(context.sync.agentRequests).toEqual([]);
    // Within a second the same key may be one that is held down.
    await context.clock.advance(1000);
    await screen.press('y');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-3' }, status: 'active' }]);
  });

  it('is left with Esc and nothing is sent', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context);
    await screen.press('S');
    await context.clock.advance(400);
    await screen.press('x', KEYS.escape);
    expect(view().dialogs).toEqual([]);
    expect(context.sync.agentRequests).toEqual([]);
  });

  it('takes a paste as text, never as Enter', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context);
    await screen.press('S');
    await context.clock.advance(400);
    await screen.press('\u001b[200~stolen\r\nlaptop\u001b[201~');
    expect(context.sync.agentRequests).toEqual([]);
    expect(screen.text).toContain('stolen laptop');
  });
});

describe('menus', () => {
  it('choose with the arrows and Enter', async () => {
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context);
    await screen.press('O', KEYS.down);
    await context.clock.advance(400);
    await screen.press(KEYS.enter);
    expect(view().events.outcomes).toEqual(['block']);
    expect(view().dialogs).toEqual([]);
    expect(screen.text).not.toContain('REVIEW');
  });
});

describe('the palette', () => {
  it('finds a command by letters of its name and runs it', async () => {
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    await screen.press(':');
    expect(screen.text).toContain('tab.policy');
    await screen.press('p', 'o', 'l', 'i', 'c', 'y', KEYS.enter);
    expect(view()).toMatchObject({ tab: 'policy', dialogs: [] });
  });

  it('says that there is no such command, and Enter runs nothing', async () => {
    const screen = await renderConsole(context);
    await screen.press(':', 'z', 'z', 'q');
    expect(screen.text).toContain('There is no such command.');
    await screen.press(KEYS.enter);
    expect(view()).toMatchObject({ tab: 'overview', dialogs: [{ kind: 'palette' }] });
    expect(view().notice?.text).toBe('Nothing was run.');
    expect(screen.text.split('There is no such command.')).toHaveLength(2);
  });
});

describe('the feed', () => {
  it('does not move under the reader, and counts what arrives', async () => {
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context);
    await screen.press('j', 'j');
    const shown = screen.lines.slice(4, -2);
    context.stores.events.apply([sampleEvent('new-1', 0, { outcome: 'block' }), sampleEvent('new-2', 0)], {
      at: NOW,
      fromHistory: false,
    });
    await screen.draw();
    expect(screen.lines.slice(4, -2)).toEqual(shown);
    expect(screen.text).toContain('2 new · 1 BLOCK');
    await screen.press('F');
    expect(screen.text).toContain('following');
    expect(screen.text).not.toContain('2 new');
  });

  it('says that the filters hide everything', async () => {
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context);
    await screen.press('b', 'v', 'a');
    expect(screen.text).toContain('All outcomes are off, so no event is shown. A shows them all.');
    await screen.press('A');
    expect(screen.text).toContain('package-0');
  });
});

describe('the policy', () => {
  it('is edited, reviewed with its effect, and written', async () => {
    context.stores.view.setState({ tab: 'policy' });
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    await screen.press('+');
    expect(screen.text).toContain('5.5 (was 5)');
    expect(screen.text).toContain('tightens');
    await screen.press('W', 'y');
    expect(context.sync.policyRequests).toEqual([]);
    expect(screen.text).toContain('Write this change?');
    await context.clock.advance(1000);
    await screen.press('y');
    expect(context.sync.policyRequests).toMatchObject([{ changes: { min_scorecard: 5.5 } }]);
  });

  it('refuses a number that is not allowed, in words', async () => {
    context.stores.view.setState({ tab: 'policy' });
    const screen = await renderConsole(context);
    await screen.press(KEYS.enter, KEYS.backspace, '9', '9', KEYS.enter);
    expect(screen.text).toContain('It must be a number from 0 to 10.');
    expect(context.stores.policyDraft.getState().changes).toEqual({});
  });
});

describe('a transcript', () => {
  it('opens from the list, is searched, and is left', async () => {
    context.stores.view.setState({ tab: 'sessions' });
    const screen = await renderConsole(context);
    await screen.press(KEYS.enter);
    expect(screen.text).toContain('Reading the transcript');
    context.stores.transcript.setState({ data: openTranscriptOf('s0', sampleTranscript()) });
    await screen.draw();
    expect(screen.text).toContain('Fix the flaky test');
    expect(screen.text).toContain('(100%)');
    await screen.press('/', 'w', 'a', 'i', 't', KEYS.enter);
    expect(screen.text).toContain('match 1 of 1');
    await screen.press(KEYS.escape);
    expect(screen.text).toContain('9 of 9 sessions');
  });
});

it('lists the requests that were sent', async () => {
  context.stores.connection.log({
    at: NOW,
    method: 'GET',
    path: '/events',
    query: '?limit=100',
    purpose: 'new events',
    status: 429,
    milliseconds: 12,
    bytes: 345,
    problem: 'The rate limit is used up.',
    cost: 0,
    outcome: 'rate limited',
  });
  const screen = await renderConsole(context, { columns: 120, rows: 30 });
  await screen.press('!');
  expect(screen.text).toContain('GET /events?limit=100');
  expect(screen.text).toContain('The rate limit is used up.');
  expect(screen.text).toContain('1 kept');
});

describe('a text field', () => {
  it('clears with Ctrl-U and takes a word back with Ctrl-W, and no other Ctrl key types a letter', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('/', 'b', 'u', ' ', 'x');
    expect(view().agents.text).toBe('bu x');
    await screen.press('\u0001', '\u000b');
    expect(view().agents.text).toBe('bu x');
    await screen.press('\u0017');
    expect(view().agents.text).toBe('bu ');
    await screen.press('\u0015', 'z');
    expect(view().agents.text).toBe('z');
  });

  it('takes a paste as text of one line and goes on behind it', async () => {
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('/', 'a', '\u001b[200~b\nc\u001b[201~', 'd');
    expect(view().agents.text).toBe('ab cd');
  });
});

describe('a message', () => {
  it('makes room for a dialog, and goes with the next key', async () => {
    context.stores.view.setState({ tab: 'policy' });
    const screen = await renderConsole(context);
    await screen.press('W');
    expect(screen.text).toContain('Nothing is changed yet.');
    await screen.press('j');
    expect(screen.text).not.toContain('Nothing is changed yet.');
  });
});

it('asks before it quits with a draft that is not written', async () => {
  context.stores.view.setState({ tab: 'policy' });
  const screen = await renderConsole(context);
  await screen.press('+', 'q');
  expect(context.asked).toEqual([]);
  expect(screen.text).toContain('lose the draft of the policy');
  await context.clock.advance(500);
  await screen.press('y');
  expect(context.asked).toEqual(['quit']);
});
