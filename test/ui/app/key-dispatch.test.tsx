import { beforeEach, describe, expect, it, vi } from 'vitest';

import { chordsOf } from '../../../src/commands/app/keymap-in-force.ts';
import type { Agent } from '../../../src/contract/agent.ts';
import { openDialog } from '../../../src/commands/base/command.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { shownNotice } from '../../../src/stores/view/view-store.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { listingOf, samplePolicy } from '../../helpers/sample-data.ts';
import { typeOnConsole } from '../../helpers/typed-console.tsx';

const ESC = '\u001b';
const DOWN = `${ESC}[B`;
const ESCAPE = `${ESC}[27u`;
const pasted = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

let context: TestContext;
const view = () => context.stores.view.getState();
const dialogKinds = () => view().dialogs.map(({ kind }) => kind);
const told = () => shownNotice(view())?.text;
const wait = (milliseconds: number) => context.clock.advance(milliseconds);

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'agents' });
});

describe('keys that arrive together', () => {
  it.each([
    ['jjj', 'agent-3'],
    [DOWN.repeat(5), 'agent-5'],
    ['j'.repeat(9), 'agent-9'],
    [`jj${DOWN}k`, 'agent-2'],
    [`G${ESC}[Hj`, 'agent-1'],
  ])('run in their order: %j', async (keys, cursor) => {
    const console = await typeOnConsole(context);
    await console.send(keys);
    expect(view().agents.cursor).toBe(cursor);
    expect(told()).toBeUndefined();
  });

  it('each see the state that the one before them left', async () => {
    const console = await typeOnConsole(context);
    await console.send('2bj3jj', `o${ESCAPE}4`);
    expect(view().events.outcomes).not.toContain('block');
    expect(view()).toMatchObject({ tab: 'sessions', dialogs: [], agents: { cursor: 'agent-2' } });
  });

  it.each([
    ['all at once', ['/build-03\r']],
    ['the opening key with a letter', ['/b', 'uild-', '03', '\r']],
    ['what follows behind the field', ['/build', '-03\rjj']],
    ['the tab before it', ['1', '3/build-03\r']],
  ])('are text for the field that one of them opens: %s', async (_how, pieces) => {
    const console = await typeOnConsole(context);
    await console.send(...pieces);
    expect(view()).toMatchObject({ tab: 'agents', dialogs: [], agents: { text: 'build-03' } });
    expect(told()).toBeUndefined();
  });

  it('run a command that is searched for in the palette, and go on behind it', async () => {
    const console = await typeOnConsole(context);
    await console.send(':pol\r', '3jj');
    expect(view()).toMatchObject({ tab: 'agents', dialogs: [], agents: { cursor: 'agent-2' } });
  });

  it('choose in a menu that one of them opens', async () => {
    const console = await typeOnConsole(context);
    await console.send(`f${DOWN}\r`);
    expect(view()).toMatchObject({ dialogs: [], agents: { flag: 'clone' } });
  });

  it('still quit with Ctrl-C, whatever was ignored, for who does not get through', async () => {
    const console = await typeOnConsole(context);
    await console.send('jjS\u0003', 'x', '\u0003');
    expect(context.asked).toEqual(['quit', 'quit']);
  });

  it('say nothing when they are replies of the terminal', async () => {
    const console = await typeOnConsole(context);
    await console.send(`${ESC}]52;c;U3k=\u0007${ESC}[12;83R`, `${ESC}[<0;1;1M`, `${ESC}P1+r53\u001b\\`);
    expect(view()).toMatchObject({ tab: 'agents', dialogs: [], notice: undefined, ignored: undefined });
  });
});

describe('keys typed behind one that opens something later', () => {
  it.each([
    ['the menu of copies', 'y'],
    ['the menu of exports', 'x'],
  ] as const)('reach it, and not the pane: %s', async (_what, key) => {
    const console = await typeOnConsole(context);
    const before = view().agents.cursor;
    await console.send(`${key}j`);
    await vi.dynamicImportSettled();
    await wait(1000);
    expect(view().agents.cursor).toBe(before);
    expect(view().dialogs).toMatchObject([{ kind: 'choice', cursor: 1 }]);
    expect(told()).toBeUndefined();
  });

  it('do not reach the pane where nothing opens after all', async () => {
    context.stores.view.setState({ tab: 'policy' });
    const console = await typeOnConsole(context);
    const before = view().policy.cursor;
    await console.send('Zj');
    await vi.dynamicImportSettled();
    await wait(100);
    expect(told()).toContain('before that opened');
    expect(view().policy.cursor).toBe(before);
    expect(dialogKinds()).toEqual([]);
  });
});

describe('a command that leads to a write', () => {
  it.each([
    'Sy',
    'jS',
    `${DOWN}S`,
    `S${DOWN}`,
    'SS',
    'Dj',
    ':agents.change-status\r',
    ':unlock\r',
    ':undo\r',
  ])('is ignored when its key does not come alone, and that is said: %j', async (keys) => {
    const console = await typeOnConsole(context);
    await console.send(keys);
    expect(dialogKinds()).toEqual(keys.startsWith(':') ? ['palette'] : []);
    expect(told()).toContain('several keys arrived at once');
    expect(context.sync.agentRequests).toEqual([]);
  });

  it('takes with it what follows, until nothing came for half a second', async () => {
    const console = await typeOnConsole(context);
    await console.send('jSjj', 'j');
    await wait(499);
    await console.send('j', 'S');
    expect(view()).toMatchObject({ agents: { cursor: 'agent-1' }, dialogs: [] });
    await wait(500);
    expect(told()).toContain('Ignored');
    await console.send('j');
    expect(view().agents.cursor).toBe('agent-2');
    expect(told()).toBeUndefined();
    await console.send('S');
    expect(dialogKinds()).toEqual(['agent-action']);
  });

  it('is said to be ignored for as long as nothing counts, whatever else is told', async () => {
    const console = await typeOnConsole(context);
    await console.send('jS');
    await wait(60_000);
    expect(told()).toContain('Ignored');
    await console.send('k');
    expect(told()).toBeUndefined();
  });

  it('does not act when all but one of the keys were garbage', async () => {
    const console = await typeOnConsole(context);
    await console.send(Buffer.from([0xff, 0x53]));
    expect(view().dialogs).toEqual([]);
  });

  it('runs from the palette by an Enter that comes alone', async () => {
    const console = await typeOnConsole(context);
    await console.send(':un', 'lock');
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'palette', search: 'unlock' });
    context.stores.view.setState({ mode: 'read-only' });
    await console.send('\r');
    expect(dialogKinds()).toEqual(['choice']);
  });

  it('is chosen in a menu by an Enter that comes alone', async () => {
    const console = await typeOnConsole(context);
    await console.send('D', `${DOWN}\r`);
    expect(dialogKinds()).toEqual(['choice']);
    expect(told()).toContain('Ignored');
    await wait(500);
    await console.send('\r');
    expect(dialogKinds()).toEqual(['agent-action']);
  });

  it('is not reached in a menu by going up from its first entry, nor down from its last', async () => {
    const console = await typeOnConsole(context);
    await console.send('D', `${ESC}[A`, 'k');
    expect(view().dialogs.at(-1)).not.toMatchObject({ cursor: 2 });
    await console.send(DOWN.repeat(9), '\r');
    expect(view().dialogs.at(-1)).toMatchObject({ plan: { action: 'hard-delete' } });
  });
});

describe('a question', () => {
  const ask = async () => {
    const console = await typeOnConsole(context);
    await console.send('j', 'j', 'j', 'S');
    expect(dialogKinds()).toEqual(['agent-question']);
    return console;
  };

  it('is answered by a y that comes alone, 400 ms after it was shown', async () => {
    const console = await ask();
    await wait(399);
    await console.send('y');
    expect(told()).toContain('too soon');
    await wait(1000);
    await console.send('y');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-3' } }]);
  });

  it('is answered by none right behind another key', async () => {
    const console = await ask();
    await wait(1000);
    await console.send('t');
    await wait(249);
    await console.send('y');
    expect(dialogKinds()).toEqual(['agent-question']);
    await wait(250);
    await console.send('t');
    await wait(250);
    await console.send('y');
    expect(dialogKinds()).toEqual([]);
  });

  it('that wants a number takes y when that was typed, and not right behind its last digit', async () => {
    context.stores.policy.setState({ data: samplePolicy() });
    context.stores.policyDraft.replace(samplePolicy(), { min_scorecard: 4 });
    context.stores.view.setState({ tab: 'policy' });
    const console = await typeOnConsole(context);
    await console.send('W');
    await wait(1000);
    await console.send('y');
    expect(told()).toContain('Type 1, then y');
    await wait(1000);
    await console.send('1');
    await wait(249);
    await console.send('y');
    expect(dialogKinds()).toEqual(['policy-review']);
    await wait(1000);
    expect(context.sync.policyRequests).toEqual([]);
    await console.send('y');
    expect(context.sync.policyRequests).toMatchObject([{ changes: { min_scorecard: 4 } }]);
  });

  it('is not answered by a y that is held down since before it could be read', async () => {
    const console = await ask();
    await wait(30);
    await console.send('y');
    await wait(999);
    for (let times = 0; times < 60; times++) {
      await console.send('y');
      await wait(33);
    }
    expect(dialogKinds()).toEqual(['agent-question']);
  });

  it('is not answered by a y of which the terminal says that it is still held down, however long ago', async () => {
    const console = await ask();
    await wait(30);
    await console.send(`${ESC}[121u`);
    await wait(5000);
    await console.send(`${ESC}[121;1:2u`);
    await wait(5000);
    await console.send(`${ESC}[121;1:3u`);
    expect(dialogKinds()).toEqual(['agent-question']);
    await console.send(`${ESC}[121u`);
    expect(dialogKinds()).toEqual([]);
  });

  it('is answered by a y that is let go in the same moment', async () => {
    const console = await ask();
    await wait(1000);
    await console.send(`${ESC}[121;1:1u${ESC}[121;1:3u`);
    expect(dialogKinds()).toEqual([]);
  });

  it.each(['yy', 'jy', 'y\r', `${pasted('x')}y`])('is not answered by %j, but by no', async (keys) => {
    const console = await ask();
    await wait(1000);
    await console.send(keys);
    expect(dialogKinds()).toEqual(['agent-question']);
    await wait(500);
    await console.send('n');
    expect(view().dialogs).toEqual([]);
    expect(context.sync.agentRequests).toEqual([]);
  });

  it('is not answered by Enter', async () => {
    const console = await ask();
    await wait(1000);
    await console.send('\r');
    expect(dialogKinds()).toEqual(['agent-question']);
  });

  it('is not answered by the key that asked it', async () => {
    context.stores.view.setState({ rebound: new Map([['agents.change-status', ['y']]]) });
    const console = await typeOnConsole(context);
    await console.send('j', 'j', 'j', 'y');
    await wait(1000);
    await console.send('y');
    expect(dialogKinds()).toEqual(['agent-question']);
    expect(told()).toContain('cannot answer');
  });

  it('is answered by the key that answered the one before it, once that was let go', async () => {
    const console = await typeOnConsole(context);
    const answered: string[] = [];
    const ask = (what: string, then: () => void) =>
      openDialog(context, {
        kind: 'confirm',
        title: what,
        lines: [],
        yesDoes: 'goes on',
        confirm: () => {
          answered.push(what);
          then();
        },
      });
    ask('first', () => ask('second', () => undefined));
    await wait(1000);
    await console.send('y');
    await wait(900);
    await console.send('y');
    expect(answered).toEqual(['first']);
    await wait(1000);
    await console.send('y');
    expect(answered).toEqual(['first', 'second']);
  });

  it('is not answered before it is on the screen, however long ago it was asked', async () => {
    const console = await typeOnConsole(context);
    console.stall();
    await console.send('j', 'j', 'j', 'S');
    await wait(5000);
    await console.send('y');
    expect(dialogKinds()).toEqual(['agent-question']);
    console.flow();
    await wait(399);
    await console.send('y');
    expect(dialogKinds()).toEqual(['agent-question']);
    await wait(1000);
    await console.send('y');
    expect(dialogKinds()).toEqual([]);
  });

  it('is asked anew when it shows something else', async () => {
    context.stores.policy.setState({ data: samplePolicy() });
    context.stores.policyDraft.replace(samplePolicy(), { min_scorecard: 6 });
    context.stores.view.setState({ tab: 'policy' });
    const console = await typeOnConsole(context);
    await console.send('W');
    await wait(1000);
    await console.send('\r');
    await wait(399);
    await console.send('y');
    expect(told()).toContain('too soon');
    expect(dialogKinds()).toEqual(['policy-review']);
    await wait(1000);
    await console.send('y');
    expect(dialogKinds()).toEqual([]);
  });

  it('is asked anew when what it is about changes, and not with every second', async () => {
    const { agents } = context.stores;
    const have = (change: (agent: Agent) => Agent) =>
      agents.setState({ data: listingOf((agents.getState().data?.rows ?? []).map(change)) });
    const seenNow = new Date(context.clock.now()).toISOString();
    have((agent) => ({ ...agent, last_seen_at: asUntrusted(seenNow) }));
    const console = await ask();
    await wait(5000);
    have((agent) => (agent.id === 'agent-3' ? { ...agent, status: asUntrusted('active') } : agent));
    // It is drawn within an eighth of a second.
    await wait(125 + 399);
    await console.send('y');
    expect(told()).toContain('too soon');
    expect(dialogKinds()).toEqual(['agent-question']);
    have((agent) => (agent.id === 'agent-3' ? { ...agent, status: asUntrusted('suspended') } : agent));
    await wait(8000);
    // A second begins, and with it another age is shown.
    await wait(1000 - (context.clock.now() % 1000) + 200);
    await console.send('y');
    expect(dialogKinds()).toEqual([]);
  });

  it('is not answered by a y that waited while nothing was read', async () => {
    const console = await ask();
    context.clock.pass(5000);
    await console.send('y');
    expect(told()).toContain('too soon');
    // What is due comes before what waits to be read.
    context.clock.pass(5000);
    while (context.clock.fireNext(context.clock.monotonic())) {
      await console.send('y');
    }
    expect(dialogKinds()).toEqual(['agent-question']);
    await wait(1000);
    await console.send('y');
    expect(dialogKinds()).toEqual([]);
  });

  it('follows a reason, which Enter only ends', async () => {
    const console = await typeOnConsole(context);
    await console.send('S', 'lo', 'st\r');
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'agent-question', reason: 'lost' });
    expect(context.sync.agentRequests).toEqual([]);
    await wait(400);
    await console.send('y');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([{ status: 'suspended', reason: 'lost' }]);
  });
});

describe('a key that is held down', () => {
  it.each([
    ['a menu', 'o', ['choice']],
    ['a field', 'S', ['agent-action']],
  ])('does not go through %s into what that opens', async (_what, opener, kinds) => {
    const console = await typeOnConsole(context);
    await console.send(opener);
    expect(dialogKinds()).toEqual(kinds);
    const { dialogsOpened } = view();
    for (let times = 0; times < 60; times++) {
      await console.send('\r');
      await wait(33);
    }
    expect(view().dialogsOpened).toBeLessThanOrEqual(dialogsOpened + 1);
    expect(context.sync.agentRequests).toEqual([]);
  });
});

describe('a paste', () => {
  it.each(['S', 'y\r', '3', 'jjj', 'q'])(
    'is left out outside of a field, and that is said: %j',
    async (text) => {
      const console = await typeOnConsole(context);
      await console.send(pasted(text));
      expect(view()).toMatchObject({ tab: 'agents', dialogs: [] });
      expect(view().agents.cursor).toBeUndefined();
      expect(told()).toContain('paste');
    },
  );

  it('is followed by 150 ms without keys', async () => {
    const console = await typeOnConsole(context);
    await console.send(`${pasted('x')}3`, '3');
    await wait(149);
    await console.send('3');
    expect(view().tab).toBe('agents');
    await wait(1);
    await console.send('3', '2');
    expect(view().tab).toBe('events');
  });

  it('does not submit a field by what comes right behind it', async () => {
    const console = await typeOnConsole(context);
    await console.send('S', pasted('lost'), '\r', 'x');
    await wait(149);
    await console.send('\r');
    expect(dialogKinds()).toEqual(['agent-action']);
    await wait(150);
    await console.send('\r');
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'agent-question', reason: 'lostx' });
  });

  it.each(['https://example.com/', 'rm -rf /tmp/x', '123456789', 'qqqqqqqqq'])(
    'without brackets is left out with all that follows at once: %j',
    async (text) => {
      const console = await typeOnConsole(context);
      await console.send(text, 'jj');
      expect(view()).toMatchObject({ tab: 'agents', dialogs: [] });
      expect(view().agents.cursor).toBeUndefined();
      expect(context.asked).toEqual([]);
      expect(told()).toContain('paste');
    },
  );

  it('without brackets into a field ends with its first line', async () => {
    const console = await typeOnConsole(context);
    await console.send('/', 'build\rSuspend all of it\ry\r');
    expect(view()).toMatchObject({ dialogs: [], agents: { text: 'build' } });
    expect(told()).toContain('paste');
  });
});

describe('a dialog that opens by itself', () => {
  it('takes no key for 400 ms but those that move in it and leave it, and says so', async () => {
    context.stores.view.setState({ tab: 'policy' });
    const console = await typeOnConsole(context);
    openDialog(context, {
      kind: 'list-editor',
      field: 'blocked_packages',
      cursor: undefined,
      search: '',
      remarkOf: undefined,
    });
    await console.send('\r', 'x');
    expect(dialogKinds()).toEqual(['list-editor']);
    expect(context.stores.policyDraft.getState().changes).toEqual({});
    expect(told()).toBe('Ignored: this has only just opened. Look at it, then press x again.');
    await console.send(ESCAPE);
    expect(dialogKinds()).toEqual([]);
  });
});

describe('every command', () => {
  it('that only moves leads to no write', () => {
    const moving = COMMANDS.filter((command) => command.moves === true);
    expect(moving.length).toBeGreaterThan(25);
    for (const command of moving) {
      expect(command.dangerous).toBeUndefined();
      expect(command.id).toMatch(
        /^tab\.|\.(down|up|line-.*|page-.*|half-.*|first|last|start|end|next-.*|previous-.*|left|right|type-.*|erase)$/,
      );
    }
  });

  it('that leads to a write says so', () => {
    expect(COMMANDS.filter(({ dangerous }) => dangerous !== undefined).map(({ id }) => id)).toEqual([
      'mode.unlock',
      'agents.change-status',
      'agents.delete',
      'agents.undo',
      'agents.due',
      'policy.review',
      'events.block-package',
      'page.block-package',
      'agent-results.resume',
      'agent-results.resend',
      'agent-question.yes',
      'hunt.suspend',
      'policy-review.write',
      'policy-versions.restore',
      'choice.choose',
      'confirm.yes',
      'palette.run',
    ]);
  });

  it('that answers a question is bound to y alone', () => {
    const confirming = COMMANDS.filter(({ confirms }) => confirms === true);
    expect(confirming.map(({ id }) => id)).toEqual([
      'agent-question.yes',
      'policy-review.write',
      'confirm.yes',
    ]);
    expect(confirming.map((command) => chordsOf(command))).toEqual([['y'], ['y'], ['y']]);
  });
});
