import { beforeEach, describe, expect, it, vi } from 'vitest';

import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../../src/ui/app/take-keys.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;
let terminal: FakeTerminalInput;
let keys: KeyDispatcher;
const view = () => context.stores.view.getState();

/** What arrives while nothing of React or Ink is there. */
async function send(...chunks: readonly string[]): Promise<void> {
  for (const chunk of chunks) {
    terminal.send(chunk);
    await settle();
  }
}

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ columns: 100, rows: 30 });
  terminal = new FakeTerminalInput();
  const guard = new InputGuard(() => terminal.stream, context.clock).setRawMode(true);
  keys = new KeyDispatcher(context, new ShownDialog());
  takeKeys(() => keys, guard);
});

it('carries out keys and named keys without Ink', async () => {
  await send('3', 'j', '\u001b[B');
  expect(view()).toMatchObject({ tab: 'agents', agents: { cursor: 'agent-2' } });
  await send('\u0003');
  expect(context.asked).toEqual(['quit']);
});

describe('another organization', () => {
  const IGNORED =
    'Ignored: this was typed while the console went to another organization. Wait a moment, then go on.';

  /** Has the keys go to the console of another one, as going there does. */
  function turnTo(): TestContext {
    const other = { ...createFilledContext(), clock: context.clock };
    other.stores.view.setState({ columns: 100, rows: 30 });
    keys.stop();
    keys = new KeyDispatcher(other, new ShownDialog());
    keys.beginAnew();
    return other;
  }

  it('takes no key that was typed before it was quiet for a while, and says so', async () => {
    const other = turnTo();
    const shown = () => other.stores.view.getState();
    expect(shown().ignored).toBeUndefined();
    await send('3');
    await context.clock.advance(499);
    await send('S');
    expect(shown()).toMatchObject({ tab: 'overview', dialogs: [], ignored: { text: IGNORED } });
    await context.clock.advance(500);
    await send('3');
    expect(shown()).toMatchObject({ tab: 'agents', ignored: undefined });
  });

  it('lets go by Ctrl-C at once', async () => {
    const other = turnTo();
    await send('\u0003');
    expect(other.asked).toEqual(['quit']);
  });

  it('is given none of the keys that waited for what the first one was to open, and nor is that', async () => {
    const opening = Promise.withResolvers<{ choices: []; file: string }>();
    Object.assign(context, { profiles: { ...context.profiles, list: () => opening.promise } });
    await send(':profile', '\r', '3');
    const other = turnTo();
    opening.resolve({ choices: [], file: 'config.toml' });
    await settle();
    expect(view().tab).toBe('overview');
    expect(other.stores.view.getState().tab).toBe('overview');
    await send('3');
    expect(view().tab).toBe('overview');
  });
});

it('knows every named key in a field', async () => {
  await send('3/abcd\u001b[D\u007f\u001b[H\u001b[3~\u001b[Fx y');
  expect(view().agents.text).toBe('bdx y');
});

it.each([
  ['modifyOtherKeys', ['[27;2;71~', '[27;2;58~']],
  ['its other format', ['[71;2u', '[58;2u']],
  ['the kitty protocol', ['[57441;2u\u001b[103:71;2u\u001b[103:71;2:3u', '[59:58;2u']],
  ['the kitty protocol with text', ['[103:71;2;71u', '[46:58;2;58u']],
])('carries out capitals and signs of %s', async (_mode, [last, palette]) => {
  await send('3', `\u001b${last}`, `\u001b${palette}`);
  expect(view().agents.cursor).toBe(context.stores.agents.getState().data?.rows.at(-1)?.id);
  expect(view().dialogs).toMatchObject([{ kind: 'palette' }]);
});

describe('letters of another layout', () => {
  const LAYOUT = 'Ignored: the keyboard is on another layout. Switch it to Latin letters.';

  it.each(['о', 'О', 'ξ', 'ш', 'ي', 'ㅓ', 'ま', '\u001b[1086::106u', '\u001b[27;1;1086~'])(
    'do nothing but say so: %s',
    async (letter) => {
      await send('3', letter);
      expect(view()).toMatchObject({ tab: 'agents', dialogs: [], ignored: { text: LAYOUT } });
    },
  );

  it('say so once, until a key counts', async () => {
    await send('3', 'о');
    const { ignored } = view();
    await send('л', 'о');
    expect(view().ignored).toBe(ignored);
    await send('j');
    expect(view().ignored).toBeUndefined();
    await send('о');
    expect(view().ignored?.text).toBe(LAYOUT);
  });

  it('say so in a menu and are letters in a field', async () => {
    await send('3', 'f', 'о');
    expect(view().ignored?.text).toBe(LAYOUT);
    await send('\u001b[27u', '/', 'о', 'К');
    expect(view().agents.text).toBe('оК');
    expect(view().ignored).toBeUndefined();
  });

  it.each(['ß', 'µ', 'ª', '€', '5'])('are not these, which are on Latin keyboards: %s', async (sign) => {
    await send('3', sign);
    expect(view().ignored).toBeUndefined();
  });

  it.each(['&', 'é', '(', 'ç'])(
    'say once that digits need Shift where their keys send others: %s',
    async (sign) => {
      await send('3', sign, sign);
      expect(view()).toMatchObject({
        tab: 'agents',
        dialogs: [],
        ignored: {
          text: expect.stringMatching(/^Ignored: this key is no digit\. Type digits with Shift/) as string,
        },
      });
    },
  );

  it('are keys for somebody who bound them', async () => {
    context.stores.view.setState({ rebound: new Map([['list.down', ['о']]]) });
    await send('3', 'о');
    expect(view()).toMatchObject({ ignored: undefined, agents: { cursor: 'agent-1' } });
  });
});

it('types in a field that one of them opens, and goes on behind it', async () => {
  await send('3', '/build-0', '3\r', 'j', ':pol\r');
  expect(view()).toMatchObject({ tab: 'policy', dialogs: [], agents: { text: 'build-03' } });
});

it.each([
  ['in pieces', ['x', '\r', '\u0015', 'abc']],
  ['in one piece', ['x\r\u0015abc']],
])('types %s in a field that opens once its part of the program is loaded', async (_how, pieces) => {
  await send('3');
  pieces.forEach((piece) => terminal.send(piece));
  await vi.dynamicImportSettled();
  await settle();
  expect(view().dialogs.map(({ kind }) => kind)).toEqual(['text']);
  expect(view().dialogs.at(-1)).toMatchObject({ edited: { text: 'abc' } });
  expect(view().pages.agents).toEqual([]);
});

it('drops what was typed for what does not open, and says so; what counts always does not wait', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly []>();
  vi.spyOn(context.keptElsewhere, 'list').mockReturnValue(promise);
  await send('3', ':take\r', 'j', '\u0003');
  expect(view().agents.cursor).toBeUndefined();
  expect(context.asked).toEqual(['quit']);
  await context.clock.advance(1000);
  expect(view().ignored?.text).toContain('before that opened');
  resolve([]);
  await context.clock.advance(1000);
  expect(view().agents.cursor).toBeUndefined();
  await send('j');
  expect(view().agents.cursor).toBe('agent-1');
});

it('says what a field does not hold of a paste', async () => {
  const told = () => view().ignored?.text;
  await send('3/', '\u001b[200~a\u0007\u0085b\tc\n\u001b[201~');
  expect(view().agents.text).toBe('ab c');
  expect(told()).toBe('Left out of what was pasted: 2 control characters, which no field takes.');
  await send('d');
  expect(told()).toBeUndefined();
  await send('\u0015', `\u001b[200~\u0007${'x'.repeat(65_535)}😀yz\u001b[201~`);
  expect(told()).toBe(
    'Left out of what was pasted: 1 control character, which no field takes; the last 2 characters, because it is too long.',
  );
});

it('takes a key beside a paste for one that did not come alone', async () => {
  await send('3', 'S\u001b[200~x\u001b[201~');
  expect(view()).toMatchObject({
    dialogs: [],
    ignored: { text: expect.stringContaining('several keys') as string },
  });
});

it('chooses in menus', async () => {
  await send('3', 'f', 'j', '\r');
  expect(view()).toMatchObject({ dialogs: [], agents: { flag: 'clone' } });
});

it('does nothing with a paste', async () => {
  await send('\u001b[200~3S\u001b[201~');
  expect(view()).toMatchObject({ tab: 'overview', dialogs: [] });
});

it('answers no question that was never drawn', async () => {
  await send('3', 'j', 'j', 'j', 'S');
  await context.clock.advance(10_000);
  await send('y');
  expect(view().dialogs).toHaveLength(1);
});

describe('a flood, in whatever pieces it is read', () => {
  const FLOOD = 'Xr#=\u0002\u00b6%'.repeat(20);

  it('ends nothing with a Ctrl-C or a Ctrl-Z in it, which count once it is quiet', async () => {
    await send(FLOOD);
    await send('\u0003', '\u001a', 'x\u0003', '\u000cq', 'z'.repeat(30), '\u0003');
    expect(context.asked).toEqual([]);
    await context.clock.advance(250);
    await send('\u0003');
    expect(context.asked).toEqual(['quit']);
  });

  it('does not either while a key still opens something', async () => {
    await send('3y', `\u0003${FLOOD}`);
    expect(context.asked).toEqual([]);
  });

  it('ends nothing with a q after the loop was held up in its midst', async () => {
    await send(FLOOD);
    context.clock.pass(5000);
    await send('q', 'q');
    expect(context.asked).toEqual([]);
    await context.clock.advance(500);
    await send('q');
    expect(context.asked).toEqual(['quit']);
  });

  it('heeds a Ctrl-C again and again, as somebody presses it who wants to leave', async () => {
    await send(FLOOD, '\u0003');
    expect(context.asked).toEqual([]);
    await send('\u0003');
    expect(context.asked).toEqual(['quit']);
  });

  it('is no text that is put in at once: a Ctrl-C right behind it counts', async () => {
    await send('3/', 'host:build-*', '\r', '\u0003');
    expect(context.asked).toEqual(['quit']);
  });
});
