import type { CommandContext } from '../commands/command.ts';
import { systemClock } from '../lib/clock.ts';
import { createStores } from '../stores/stores.ts';
import type { Mode, Tab } from '../stores/view-store.ts';
import { createLateSync } from '../sync/late-sync.ts';
import { takeTerminal } from '../terminal/life/take-terminal.ts';
import { openTerminalOutput } from '../terminal/output/open-terminal-output.ts';
import type { Dropped } from '../terminal/screen/dropped.ts';
import { ScreenWriter } from '../terminal/screen/screen-writer.ts';
import type { Console } from '../ui/app/console-context.ts';
import { createConsoleScreen } from '../ui/app/console-screen.ts';
import { createTheme } from '../ui/theme.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { withoutCredentials } from './credential-text.ts';
import type { MountedInk } from './mount-ink.tsx';

export interface ConsoleOptions {
  /** Resolves once there is a server to talk to; the first frame does not wait for it. */
  readonly connect: () => Promise<ConnectionSettings>;
  readonly title: string;
  readonly mode: Mode;
  readonly tab: Tab;
  readonly ascii: boolean;
  readonly colour: boolean;
}

/** Draws the console and resolves with the exit status once it is closed and the terminal is as it was. */
export async function startConsole(options: ConsoleOptions): Promise<number> {
  const clock = systemClock;
  const stores = createStores();
  const output = openTerminalOutput();
  const session = takeTerminal({ output, redact: withoutCredentials });
  const { title, mode, tab, ascii } = options;
  stores.view.setState({ title, mode, tab, ascii, ...session.size });
  const sync = createLateSync(async () => {
    const settings = await options.connect();
    const { connectSync } = await import('./connect-sync.ts');
    return connectSync(settings, stores, clock, mode);
  });
  const commands: CommandContext = {
    stores,
    sync,
    clock,
    terminal: {
      quit: () => session.quit(),
      suspendToShell: () => void session.suspendToShell(),
      redraw: () => session.redraw(),
    },
  };
  const console: Console = {
    commands,
    theme: createTheme({ colour: options.colour, ascii }),
    keyboard: { control: undefined },
  };
  const dropped: Dropped = { count: 0 };
  const writer = new ScreenWriter({
    output,
    clock,
    ...session.size,
    asciiOnly: ascii,
    dropped,
    onGone: () => session.hangUp(),
  });
  const screen = createConsoleScreen(console, writer, dropped);
  const mounted: { ink?: MountedInk } = {};
  session.onResize((size) => {
    screen.resize(size);
    mounted.ink?.resize(size);
  });
  session.onEnd(() => {
    screen.stop();
    sync.stop();
  });
  session.enter(writer);
  screen.start();
  sync.start();
  const fail = (error: unknown) => session.end(1, error);
  sync.ready.catch(fail);
  // What follows is not needed for the first frame.
  const { mountInk } = await import('./mount-ink.tsx');
  mounted.ink = mountInk({
    console,
    screen,
    size: session.size,
    stdin: process.stdin,
    dropped,
    onError: fail,
  });
  return session.ended;
}
