import { flushCompileCache } from 'node:module';

import type { CommandContext } from '../../commands/base/command.ts';
import { notify } from '../../commands/base/notices.ts';
import { systemClock } from '../../lib/clock.ts';
import { lazyImport, loadLazyImports } from '../../lib/lazy-import.ts';
import { keyboardForInk } from '../../terminal/input/ink-keyboard.ts';
import type { TerminalSession } from '../../terminal/life/terminal-session.ts';
import type { RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import type { Console } from '../../ui/dialogs/base/console-context.ts';
import type { ConsoleScreen } from '../../ui/app/console-screen.ts';
import { letProgramFilesGo, readProgramFiles } from '../../host/faults/hold-program-files.ts';
import type { ConsoleDrawing } from './console-drawing.ts';
import type { MountedInk } from './mount-ink.tsx';
import type { OpenOrganization } from './open-organization.ts';

const loadAlerts = lazyImport(() => import('./begin-alerts.ts'));
const loadMemoryAtRest = lazyImport(() => import('./memory-at-rest.ts'));

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
  readonly onMounted: (ink: MountedInk) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Loads what no first frame needs: Ink, which draws dialogs with fields and menus, then what is due later. Resolves once Ink
 * stands. Rejects when that cannot be loaded.
 */
export async function loadInterface({
  console,
  screen,
  session,
  dropped,
  onMounted,
  onError,
}: StartedConsole): Promise<void> {
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
  // Node would do it at the end. A console that is killed has none, and V8 forgets code that ran only at the start.
  systemClock.schedule(SETTLED, () => flushCompileCache());
  session.onEnd(systemClock.schedule(SETTLED_AND_READ, () => void loadTheRest(console.commands)));
}

/** What goes on beside the screen for as long as an organization is open: its alerts, and memory that is given back. */
export async function attend(
  organization: OpenOrganization,
  drawing: Pick<ConsoleDrawing, 'ring' | 'sendIfTaken'>,
): Promise<void> {
  const { stores, clock } = organization.commands;
  const { beginAlerts } = await loadAlerts();
  const endAlerts = beginAlerts(organization.commands, drawing, organization.alerts);
  organization.onClose((sayLast) => {
    const left = endAlerts();
    if (left !== undefined) {
      sayLast(left);
    }
  });
  const { giveBackMemoryAtRest, memoryOfProcess } = await loadMemoryAtRest();
  organization.onClose(giveBackMemoryAtRest(stores, memoryOfProcess, clock));
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
