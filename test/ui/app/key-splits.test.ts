import { beforeAll, describe, expect, it, vi } from 'vitest';

import { loadLazyImports } from '../../../src/lib/lazy-import.ts';
import { DIALOG_GRACE } from '../../../src/stores/view/dialog-states.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { createConsoleScreen } from '../../../src/ui/app/console-screen.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../../src/ui/app/take-keys.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { IS_NIGHTLY } from '../../helpers/nightly.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { ENTER, WRITING_SCENES, type WritingScene } from '../../helpers/writing-scenes.ts';

/**
 * The keys of every dialog that ends in a write, in every split and at several speeds, on the real guard, dispatcher, stores
 * and screen, and on a clock that only the test moves: nothing is written but what the same keys write when they are typed
 * slowly, and nothing at all while the last of them could have been meant for something else.
 */

/** A console that is typed on; what is written by it. */
function start({ tab, mode, prepare }: Pick<WritingScene, 'tab' | 'mode' | 'prepare'>) {
  const context = createFilledContext();
  const { view } = context.stores;
  view.setState({ tab, columns: 80, rows: 24, ...(mode === undefined ? {} : { mode }) });
  prepare?.(context);
  const terminal = new FakeTerminalInput();
  const guard = new InputGuard(() => terminal.stream, context.clock).setRawMode(true);
  const theme = createTheme({ colour: false, ascii: false });
  const console = { commands: context, theme, shownDialog: new ShownDialog() };
  const sink = {
    show: (_frame: unknown, onShown?: () => void) => onShown?.(),
    isBusy: false,
    isSlow: false,
    isUnheard: false,
    delay: 0,
    nextPart: <Frame>(frame: Frame) => frame,
    timeFor: () => 0,
  };
  const screen = createConsoleScreen(console, sink, { count: 0 });
  const keys = new KeyDispatcher(context, console.shownDialog);
  takeKeys(() => keys, guard);
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
    /** What was asked of the server and of the terminal, and whether changes were allowed. */
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
        ...context.asked,
      ];
    },
  };
}

/** Keys that are held down, and how long it takes until they are repeated. */
const HOLDS = [ENTER, 'y', 'S', 'j'].flatMap((held) => [33, 500].map((delay) => [held, delay] as const));

/** They take longer than a question is closed to an answer. */
const REPEATS = 16;

/** Longer than anything is waited for. */
const SLOWLY = 700;

const MOST_SPLITS = IS_NIGHTLY ? 48 : 16;

const SPEEDS = [0, 120, 300, SLOWLY];

interface Typing {
  readonly pieces: readonly string[];
  /** How long after one piece the next arrives, in milliseconds. */
  readonly every: number;
}

/** The keys in every way to divide them and at every speed where the ways are few, and in some of both where they are many. */
function typingsOf(keys: readonly string[]): readonly Typing[] {
  const all = 2 ** (keys.length - 1);
  if (all <= MOST_SPLITS) {
    return Array.from({ length: all }, (_, split) =>
      SPEEDS.map((every) => typing(keys, split, every)),
    ).flat();
  }
  const random = seededRandom(13);
  const chosen = [0, all - 1, ...Array.from({ length: MOST_SPLITS }, () => Math.floor(random() * all))];
  return chosen.flatMap((split, index) =>
    SPEEDS.filter((_, speed) => index < 2 || speed % 2 === index % 2).map((every) =>
      typing(keys, split, every),
    ),
  );
}

/** A bit of `split` for each place between two keys says whether they are apart there. */
function typing(keys: readonly string[], split: number, every: number): Typing {
  const pieces = keys
    .slice(1)
    .reduce<readonly string[]>(
      (before, key, index) =>
        (split & (1 << index)) === 0
          ? [...before.slice(0, -1), `${before.at(-1) ?? ''}${key}`]
          : [...before, key],
      [keys[0] ?? ''],
    );
  return { pieces, every };
}

beforeAll(loadLazyImports);

describe.each(WRITING_SCENES)('the keys of $name', (scene) => {
  it('write what they stand for when they are typed slowly', async () => {
    const console = start(scene);
    await console.type(scene.keys, SLOWLY);
    expect(await console.written()).toHaveLength(scene.writes);
  });

  it('write that or nothing in whatever pieces and however fast they arrive', async () => {
    const slow = start(scene);
    await slow.type(scene.keys, SLOWLY);
    const expected = await slow.written();
    for (const { pieces, every } of typingsOf(scene.keys)) {
      const console = start(scene);
      await console.type(pieces, every);
      const written = await console.written();
      const how = `${JSON.stringify(pieces)} every ${every} ms`;
      // A y that came with another key, or right behind one or behind what the question says, is no answer.
      const mayAnswer = pieces.at(-1) === 'y' && every >= DIALOG_GRACE;
      expect(written.length === 0 || mayAnswer ? [] : written, how).toEqual([]);
      expect(written.length === 0 ? expected : written, how).toEqual(expected);
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
        await console.type(Array<string>(REPEATS).fill(held), 33);
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
