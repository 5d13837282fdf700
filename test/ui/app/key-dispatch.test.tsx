import { beforeEach, describe, expect, it, vi } from 'vitest';

import { COMMANDS } from '../../../src/commands/registry.ts';
import { openDialog } from '../../../src/commands/command.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { typeOnConsole } from '../../helpers/typed-console.tsx';

const ESC = '\u001b';
const DOWN = `${ESC}[B`;
const pasted = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

let context: TestContext;
const view = () => context.stores.view.getState();
const dialogKinds = () => view().dialogs.map(({ kind }) => kind);

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'agents' });
});

describe('keys that arrive together', () => {
  it.each([
    ['jjj', 'agent-3'],
    [DOWN.repeat(5), 'agent-5'],
    [`jj${DOWN}k`, 'agent-2'],
    [`G${ESC}[Hj`, 'agent-1'],
  ])('all move when they only move: %j', async (keys, cursor) => {
    const console = await typeOnConsole(context);
    await console.send(keys);
    expect(view().agents.cursor).toBe(cursor);
    expect(view().notice).toBeUndefined();
  });

  it.each(['Sy', 'jS', `${DOWN}S`, `j${ESC}[27u`, '3\r', 'jx', `S${DOWN}`, 'jjq'])(
    'do nothing at all when one of them does more, and that is said: %j',
    async (keys) => {
      const console = await typeOnConsole(context);
      await console.send(keys);
      expect(view()).toMatchObject({ tab: 'agents', dialogs: [] });
      expect(view().agents.cursor).toBeUndefined();
      expect(context.asked).toEqual([]);
      expect(view().notice?.text).toContain('came in one piece');
    },
  );

  it('still quit behind moves with Ctrl-C, for who does not get through', async () => {
    const console = await typeOnConsole(context);
    await console.send('jj\u0003');
    expect(context.asked).toEqual(['quit']);
  });

  it('do not act when all but one of them were garbage', async () => {
    const console = await typeOnConsole(context);
    await console.send(Buffer.from([0xff, 0x53]));
    expect(view().dialogs).toEqual([]);
  });

  it('say nothing when they are replies of the terminal', async () => {
    const console = await typeOnConsole(context);
    await console.send(`${ESC}]52;c;U3k=\u0007${ESC}[12;83R`, `${ESC}[<0;1;1M`, `${ESC}P1+r53\u001b\\`);
    expect(view()).toMatchObject({ tab: 'agents', dialogs: [], notice: undefined });
  });

  it('move in a menu, and choose nothing', async () => {
    const console = await typeOnConsole(context);
    await console.send('f');
    await context.clock.advance(400);
    await console.send(`${DOWN}${DOWN}\r`, `${DOWN}1`);
    expect(dialogKinds()).toEqual(['choice']);
    expect(view().agents.flag).toBeUndefined();
    await console.send('\r');
    expect(view().agents.flag).toBe('silent');
  });

  it('are text in a field, with Enter among them too', async () => {
    const console = await typeOnConsole(context);
    await console.send('/', 'one\rtwo\r', `${DOWN}\r`, '\u007f\r');
    expect(dialogKinds()).toEqual(['filter']);
    expect(view().agents.text).toBe('one tw');
    expect(view().notice).toBeUndefined();
  });

  it('answer no question', async () => {
    const console = await typeOnConsole(context);
    await console.send('j', 'j', 'j', 'S');
    await context.clock.advance(400);
    await console.send('yy', 'jy');
    expect(dialogKinds()).toEqual(['agent-question']);
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
      expect(view().notice?.text).toContain('pasted');
    },
  );

  it('is followed by 150 ms without keys', async () => {
    const console = await typeOnConsole(context);
    await console.send(`${pasted('x')}3`, '3');
    await context.clock.advance(149);
    await console.send('3');
    expect(view().tab).toBe('agents');
    await context.clock.advance(1);
    await console.send('3', '2');
    expect(view().tab).toBe('events');
  });

  it('does not submit a field by what comes right behind it', async () => {
    const console = await typeOnConsole(context);
    await console.send('S');
    await context.clock.advance(1000);
    await console.send(pasted('lost'), '\r');
    expect(context.sync.agentRequests).toEqual([]);
    await context.clock.advance(150);
    await console.send('\r');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([{ reason: 'lost' }]);
  });
});

describe('a dialog that has just opened', () => {
  it('is not answered by Enter, whatever kind it is, while what is typed counts', async () => {
    const console = await typeOnConsole(context);
    await console.send('/', '\r');
    expect(dialogKinds()).toEqual(['filter']);
    await console.send('b', '\r');
    expect(view()).toMatchObject({ dialogs: [], agents: { text: 'b' } });

    await console.send(':', '\r');
    expect(dialogKinds()).toEqual(['palette']);
    await console.send('p', 'o', 'l', '\r');
    expect(view()).toMatchObject({ dialogs: [], tab: 'policy' });
  });

  it('that suspends takes its reason, but Enter only after 400 ms', async () => {
    const console = await typeOnConsole(context);
    await console.send('S', 'l', 'o', 's', 't', '\r');
    expect(context.sync.agentRequests).toEqual([]);
    await context.clock.advance(399);
    await console.send('\r');
    expect(context.sync.agentRequests).toEqual([]);
    await context.clock.advance(1);
    await console.send('\r');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([{ status: 'suspended', reason: 'lost' }]);
  });

  it('is a menu from which nothing is chosen for 400 ms, neither by Enter nor by number', async () => {
    const console = await typeOnConsole(context);
    await console.send('f', DOWN, '\r', '3');
    expect(dialogKinds()).toEqual(['choice']);
    await context.clock.advance(400);
    await console.send('\r');
    expect(view()).toMatchObject({ dialogs: [], agents: { flag: 'clone' } });
  });

  it('is left with Esc at once, and not by the Enter that opened it', async () => {
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
    await console.send(`${ESC}[27u`);
    expect(dialogKinds()).toEqual([]);
  });
});

it('only what moves a cursor, scrolls, types a number or goes to a pane may be done by keys that arrive together', () => {
  const moving = COMMANDS.filter((command) => command.moves === true);
  expect(moving.length).toBeGreaterThan(25);
  for (const command of moving) {
    expect(command.dangerous).not.toBe(true);
    expect(command.id).toMatch(
      /^tab\.|\.(down|up|line-.*|page-.*|half-.*|first|last|start|end|next-.*|previous-.*|left|right|type-.*|erase)$/,
    );
  }
});
