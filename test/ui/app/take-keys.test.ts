import { beforeEach, expect, it, vi } from 'vitest';

import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/app/shown-dialog.ts';
import { takeKeys } from '../../../src/ui/app/take-keys.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;
let terminal: FakeTerminalInput;
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
  takeKeys(new KeyDispatcher(context, new ShownDialog()), guard);
});

it('carries out keys and named keys without Ink', async () => {
  await send('3', 'j', '\u001b[B');
  expect(view()).toMatchObject({ tab: 'agents', agents: { cursor: 'agent-2' } });
  await send('\u0003');
  expect(context.asked).toEqual(['quit']);
});

it('knows every named key in a field', async () => {
  await send('3/abcd\u001b[D\u007f\u001b[H\u001b[3~\u001b[Fx y');
  expect(view().agents.text).toBe('bdx y');
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
