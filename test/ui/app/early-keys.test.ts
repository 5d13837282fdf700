import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';

import { takeEarlyKeys, type KeySource } from '../../../src/ui/app/early-keys.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

/** Hands on what a test presses, as the input guard does. */
class Keys extends EventEmitter implements KeySource {
  keysTogether = 0;
  keysLeft = 0;
  #piece: string | null = null;

  read(): string | null {
    return this.#piece;
  }

  press(...pieces: readonly string[]): void {
    this.keysTogether = pieces.length;
    pieces.forEach((piece, index) => {
      this.#piece = piece;
      this.keysLeft = pieces.length - index - 1;
      this.emit('readable');
    });
  }
}

let context: TestContext;
let keys: Keys;
let stop: () => void;
const view = () => context.stores.view.getState();

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ columns: 100, rows: 30 });
  keys = new Keys();
  stop = takeEarlyKeys(context, keys);
});

it('carries out keys and named keys', () => {
  keys.press('3');
  keys.press('j');
  keys.press('\u001b[B');
  expect(view()).toMatchObject({ tab: 'agents', agents: { cursor: 'agent-2' } });
  keys.press('\u0003');
  expect(context.asked).toEqual(['quit']);
});

it('lets keys that came together only move', () => {
  context.stores.view.setState({ tab: 'agents' });
  keys.press('j', 'j');
  expect(view().agents.cursor).toBe('agent-2');
  keys.press('j', 'S');
  expect(view()).toMatchObject({ agents: { cursor: 'agent-2' }, dialogs: [] });
});

it('does nothing with a paste', () => {
  keys.press('\u001b[200~3S\u001b[201~');
  expect(view()).toMatchObject({ tab: 'overview', dialogs: [] });
});

it('leaves the keys to whoever draws the dialog that one of them opened', () => {
  keys.press(':');
  expect(view().dialogs).toHaveLength(1);
  expect(keys.listenerCount('readable')).toBe(0);
});

it('leaves the keys alone once it was told to', () => {
  stop();
  keys.press('3');
  expect(view().tab).toBe('overview');
});
