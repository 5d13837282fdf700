import { createClient } from '../api/client.ts';
import type { CommandContext } from '../commands/command.ts';
import { systemClock } from '../lib/clock.ts';
import { createStores } from '../stores/stores.ts';
import type { Mode, Tab } from '../stores/view-store.ts';
import { createSync } from '../sync/create-sync.ts';
import { createLateSync } from '../sync/late-sync.ts';
import { createTerminalControl } from '../terminal/terminal-control.ts';
import type { TerminalOutput } from '../terminal/output/terminal-output.ts';
import { ScreenWriter } from '../terminal/screen/screen-writer.ts';
import type { Console } from '../ui/app/console-context.ts';
import { createConsoleScreen } from '../ui/app/console-screen.ts';
import { createTheme } from '../ui/theme.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { MountedInk } from './mount-ink.tsx';
import { version } from './version.ts';

export interface ConsoleOptions {
  /** Resolves once there is a server to talk to; the first frame does not wait for it. */
  readonly connect: () => Promise<ConnectionSettings>;
  readonly title: string;
  readonly mode: Mode;
  readonly tab: Tab;
  readonly ascii: boolean;
  readonly colour: boolean;
}

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?2004h\u001b[?7l';
const LEAVE = '\u001b[m\u001b[?7h\u001b[?2004l\u001b[?25h\u001b[?1049l';
const SIGNALS = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const;

/** Draws the console and resolves with the exit status once it is closed and the terminal is as it was. */
export async function startConsole(options: ConsoleOptions): Promise<number> {
  const clock = systemClock;
  const stores = createStores();
  const { columns = 80, rows = 24 } = process.stdout;
  const { title, mode, tab, ascii } = options;
  stores.view.setState({ title, mode, tab, ascii, columns, rows });
  const terminal = createTerminalControl();
  const sync = createLateSync(async () => {
    const { baseUrl, key, certificateFile } = await options.connect();
    return createSync({
      stores,
      clock,
      random: Math.random,
      createClient: (onExchange) =>
        createClient({
          baseUrl,
          key,
          certificateFile,
          clock,
          readOnly: mode === 'read-only',
          userAgent: `vigil/${version}`,
          onExchange,
        }),
    });
  });
  const commands: CommandContext = { stores, sync, clock, terminal };
  const console: Console = {
    commands,
    theme: createTheme({ colour: options.colour, ascii }),
    terminal,
    keyboard: { control: undefined },
  };
  const output: TerminalOutput = {
    write(bytes) {
      process.stdout.write(bytes);
      return bytes.length;
    },
  };
  const writer = new ScreenWriter({
    output,
    clock,
    columns,
    rows,
    asciiOnly: ascii,
    onGone: () => process.exit(129),
  });
  const screen = createConsoleScreen(console, writer);
  const attach = terminal.attach.bind(terminal);
  terminal.attach = (attached) =>
    attach({
      ...attached,
      lend: (callback) =>
        attached.lend(async () => {
          writer.stop();
          process.stdout.write(LEAVE);
          await callback();
          process.stdout.write(ENTER);
          writer.start();
        }),
    });
  process.stdout.write(ENTER);
  writer.start();
  screen.start();
  const mounted: { ink?: MountedInk } = {};
  const sizeNow = () => ({ columns: process.stdout.columns, rows: process.stdout.rows });
  process.stdout.on('resize', () => {
    const size = sizeNow();
    writer.resize(size.columns, size.rows);
    screen.resize(size);
    mounted.ink?.resize(size);
  });
  // What follows is not needed for the first frame.
  const { mountInk } = await import('./mount-ink.tsx');
  const app = mountInk({
    console,
    screen,
    size: sizeNow(),
    stdin: process.stdin,
    onError: (error) => fail(error),
  });
  mounted.ink = app;

  let status = 0;
  let problem: Error | undefined;
  const fail = (error: unknown) => {
    status = 1;
    problem ??= error instanceof Error ? error : new Error(String(error));
    app.unmount();
  };
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      status = 128 + number;
      app.unmount();
    });
  }
  process.once('uncaughtException', fail);
  process.once('unhandledRejection', fail);
  sync.start();
  sync.ready.catch(fail);

  await app.ended.catch(fail);
  screen.stop();
  writer.stop();
  process.stdout.write(LEAVE);
  sync.stop();
  if (problem !== undefined) {
    process.stderr.write(`vigil: ${problem.message}\n`);
  }
  // The demo's thread and open connections must not keep the program alive.
  process.exit(status);
}
