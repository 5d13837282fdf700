import { beforeAll, describe, expect, it, vi } from 'vitest';

import { loadLateParts } from '../../../src/lib/late-part.ts';
import { seededRandom } from '../../../src/server/random.ts';
import type { Tab } from '../../../src/stores/view-store.ts';
import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { createConsoleScreen } from '../../../src/ui/app/console-screen.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/app/shown-dialog.ts';
import { takeKeys } from '../../../src/ui/app/take-keys.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';

/**
 * The keys of every dialog that ends in a write, in every split and at several speeds, on the real guard, dispatcher, stores
 * and screen, and on a clock that only the test moves: nothing is written but what the same keys write when they are typed
 * slowly, and nothing at all while the last of them could have been meant for something else.
 */

const ENTER = '\r';
const DOWN = '\u001b[B';

interface Scene {
  readonly name: string;
  readonly tab: Tab;
  readonly keys: readonly string[];
  readonly mode?: 'read-only';
  /** How many writes the keys lead to when they are typed slowly. */
  readonly writes: 0 | 1 | 2;
}

const scenes: readonly Scene[] = [
  { name: 'a filter', tab: 'agents', keys: [...'/DESKTOP', ENTER], writes: 0 },
  {
    name: 'unlocking, without a y',
    tab: 'agents',
    keys: [...':unlock', ENTER, ENTER],
    mode: 'read-only',
    writes: 0,
  },
  {
    name: 'unlocking',
    tab: 'agents',
    keys: [...':unlock', ENTER, 'j', ENTER, 'y'],
    mode: 'read-only',
    writes: 1,
  },
  { name: 'suspending', tab: 'agents', keys: ['S', ...'odd', ENTER, 'y'], writes: 1 },
  { name: 'suspending, with Enter for a yes', tab: 'agents', keys: ['S', ENTER, ENTER, ENTER], writes: 0 },
  { name: 'reactivating', tab: 'agents', keys: [...'jjjSy'], writes: 1 },
  { name: 'suspending marked ones', tab: 'agents', keys: [' ', ' ', 'S', ENTER, ENTER, 'y'], writes: 2 },
  {
    name: 'deleting softly',
    tab: 'agents',
    keys: ['D', 'j', ENTER, 'x', ENTER, ...'delete', ENTER, 'y'],
    writes: 1,
  },
  {
    name: 'deleting for good',
    tab: 'agents',
    keys: ['D', 'j', 'j', ENTER, ENTER, ...'build-00', ENTER, 'y'],
    writes: 1,
  },
  {
    name: 'from an event',
    tab: 'events',
    keys: ['o', ...Array<string>(6).fill(DOWN), ENTER, 'x', ENTER, 'y'],
    writes: 1,
  },
  { name: 'writing the policy', tab: 'policy', keys: [...'++Wy'], writes: 1 },
];

/** A console that is typed on; what is written by it. */
function start({ tab, mode }: Pick<Scene, 'tab' | 'mode'>) {
  const context = createFilledContext();
  const { view } = context.stores;
  view.setState({ tab, columns: 120, rows: 40, ...(mode === undefined ? {} : { mode }) });
  const terminal = new FakeTerminalInput();
  const guard = new InputGuard(() => terminal.stream, context.clock).setRawMode(true);
  const theme = createTheme({ colour: false, ascii: false });
  const console = { commands: context, theme, shownDialog: new ShownDialog() };
  const sink = { show: (_frame: unknown, onShown?: () => void) => onShown?.(), isBusy: false };
  const screen = createConsoleScreen(console, sink, { count: 0 });
  takeKeys(new KeyDispatcher(context, console.shownDialog), guard);
  screen.start();
  return {
    async type(pieces: readonly string[], every: number) {
      for (const piece of pieces) {
        terminal.send(piece);
        await settle();
        await context.clock.advance(every);
      }
      await settle();
    },
    wait: (milliseconds: number) => context.clock.advance(milliseconds),
    /** What was asked of the server, and whether changes were allowed. */
    async written() {
      await vi.dynamicImportSettled();
      await settle();
      screen.stop();
      const { sync } = context;
      return [
        ...sync.agentRequests.map(({ agent, status, reason }) => `${status} ${agent.id} ${reason}`),
        ...sync.deletionRequests.map(({ agent, hard, reason }) => `delete ${hard} ${agent.id} ${reason}`),
        ...sync.policyRequests.map(({ changes }) => `policy ${JSON.stringify(changes)}`),
        ...sync.writable.map(() => 'unlocked'),
      ];
    },
  };
}

/** Keys that are held down, and how long it takes until they are repeated. */
const HOLDS = [ENTER, 'y', 'S', 'j'].flatMap((held) => [33, 500].map((delay) => [held, delay] as const));

/** Longer than anything is waited for. */
const SLOWLY = 700;

const MOST_SPLITS = 48;

/** The keys as pieces: every way to divide them where these are few, and some of them where they are many. */
function splitsOf(keys: readonly string[]): readonly (readonly string[])[] {
  const places = keys.length - 1;
  const all = 2 ** places;
  const random = seededRandom(13);
  const chosen =
    all <= MOST_SPLITS
      ? Array.from({ length: all }, (_, split) => split)
      : [0, all - 1, ...Array.from({ length: MOST_SPLITS }, () => Math.floor(random() * all))];
  return chosen.map((split) =>
    keys
      .slice(1)
      .reduce<readonly string[]>(
        (pieces, key, index) =>
          (split & (1 << index)) === 0
            ? [...pieces.slice(0, -1), `${pieces.at(-1) ?? ''}${key}`]
            : [...pieces, key],
        [keys[0] ?? ''],
      ),
  );
}

beforeAll(loadLateParts);

describe.each(scenes)('the keys of $name', (scene) => {
  it('write what they stand for when they are typed slowly', async () => {
    const console = start(scene);
    await console.type(scene.keys, SLOWLY);
    expect(await console.written()).toHaveLength(scene.writes);
  });

  it('write that or nothing in whatever pieces and however fast they arrive', async () => {
    const slow = start(scene);
    await slow.type(scene.keys, SLOWLY);
    const expected = await slow.written();
    for (const pieces of splitsOf(scene.keys)) {
      for (const every of [0, 30, 120, SLOWLY]) {
        const console = start(scene);
        await console.type(pieces, every);
        const written = await console.written();
        const how = `${JSON.stringify(pieces)} every ${every} ms`;
        // A y that came with another key, or right behind one, is no answer.
        const mayAnswer = pieces.at(-1) === 'y' && every === SLOWLY;
        expect(written.length === 0 || mayAnswer ? [] : written, how).toEqual([]);
        expect(written.length === 0 ? expected : written, how).toEqual(expected);
      }
    }
  });

  it('write nothing when one of them is held down behind them', async () => {
    const before = scene.keys.at(-1) === 'y' ? scene.keys.slice(0, -1) : scene.keys;
    for (let length = 0; length < before.length; length++) {
      for (const [held, delay] of HOLDS) {
        const console = start(scene);
        await console.type(before.slice(0, length), SLOWLY);
        // A key is held down right behind the last one, before anything can have been read.
        await console.type([before[length] ?? ''], 30);
        await console.type([held], delay);
        await console.type(Array<string>(40).fill(held), 33);
        expect(
          await console.written(),
          `${held} behind ${JSON.stringify(before.slice(0, length + 1))}`,
        ).toEqual([]);
      }
    }
  });
});

it('a key typed for the filter writes nothing over a link that delivers every 120 ms', async () => {
  for (let offset = 0; offset < 120; offset += 10) {
    const pieces: string[] = [];
    const keys = [...'/DESKTOP', ENTER];
    for (const [index, key] of keys.entries()) {
      const turn = Math.floor((offset + index * 100) / 120);
      pieces[turn] = `${pieces[turn] ?? ''}${key}`;
    }
    const console = start({ tab: 'agents' });
    await console.type(
      pieces.filter((piece) => piece !== undefined),
      120,
    );
    expect(await console.written()).toEqual([]);
  }
});
