import { flushCompileCache } from 'node:module';

import type { CommandContext } from '../../commands/base/command.ts';
import { notify } from '../../commands/base/notices.ts';
import { loadLazyImports } from '../../lib/lazy-import.ts';
import { keyboardForInk } from '../../terminal/input/ink-keyboard.ts';
import type { TerminalSession } from '../../terminal/life/terminal-session.ts';
import type { RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import type { Console } from '../../ui/dialogs/base/console-context.ts';
import type { ConsoleScreen } from '../../ui/app/console-screen.ts';
import type { BlockAlert } from '../../host/config/config-schema.ts';
import { letProgramFilesGo, readProgramFiles } from '../../host/faults/hold-program-files.ts';
import type { MountedInk } from './mount-ink.tsx';

/** Milliseconds after which everything has run that every start runs, and before memory may be given back. */
const SETTLED = 800;

/** Milliseconds after which the first data has come as a rule: nothing waits for what is loaded then. */
const SETTLED_AND_READ = 5000;

/** What the interface is loaded into. */
interface StartedConsole {
  readonly console: Console;
  readonly screen: ConsoleScreen;
  readonly session: TerminalSession;
  readonly dropped: RejectedCells;
  readonly blockAlert: BlockAlert;
  readonly ring: () => void;
  readonly onMounted: (ink: MountedInk) => void;
  /** Called once Ink takes keys, those that were typed before included. */
  readonly onReady: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Loads what no first frame needs: Ink, which takes the keys of dialogs, then what is due later. Rejects when that cannot be
 * loaded.
 */
export async function loadInterface({
  console,
  screen,
  session,
  dropped,
  blockAlert,
  ring,
  onMounted,
  onReady,
  onError,
}: StartedConsole): Promise<void> {
  const { stores, clock } = console.commands;
  readProgramFiles();
  const { mountInk } = await import('./mount-ink.tsx');
  const ready = Promise.withResolvers<void>();
  onMounted(
    mountInk({
      console,
      screen,
      size: session.size,
      stdin: keyboardForInk(),
      dropped,
      onReady: ready.resolve,
      onError,
    }),
  );
  await ready.promise;
  onReady();
  if (blockAlert === 'bell') {
    const { ringOnBlocks } = await import('../../ui/app/block-alert.ts');
    session.onEnd(ringOnBlocks(stores.events, clock, ring));
  }
  const { giveBackMemoryAtRest, memoryOfProcess } = await import('./memory-at-rest.ts');
  session.onEnd(giveBackMemoryAtRest(stores, memoryOfProcess, clock));
  // Node would do it at the end. A console that is killed has none, and V8 forgets code that ran only at the start.
  clock.schedule(SETTLED, () => flushCompileCache());
  session.onEnd(clock.schedule(SETTLED_AND_READ, () => void loadTheRest({ stores, clock })));
}

async function loadTheRest(context: Pick<CommandContext, 'stores' | 'clock'>): Promise<void> {
  try {
    await loadLazyImports();
    letProgramFilesGo();
  } catch {
    notify(
      context,
      'The files of vigil were replaced while it started, and some keys would fail: quit it and start it again.',
      'bad',
    );
  }
}
