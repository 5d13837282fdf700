import { render } from 'ink';

import { createClient } from '../api/client.ts';
import type { CommandContext } from '../commands/command.ts';
import { systemClock } from '../lib/clock.ts';
import { createStores } from '../stores/stores.ts';
import type { Mode, Tab } from '../stores/view-store.ts';
import { createSync } from '../sync/create-sync.ts';
import { createLateSync } from '../sync/late-sync.ts';
import { InputGuard } from '../terminal/input/input-guard.ts';
import { createTerminalControl } from '../terminal/terminal-control.ts';
import { App } from '../ui/app/App.tsx';
import { createTheme } from '../ui/theme.ts';
import { createKeyboard } from '../ui/widgets/keyboard.ts';
import type { ConnectionSettings } from './connection-settings.ts';
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
  const theme = createTheme({ colour: options.colour, ascii });
  const guard = new InputGuard(process.stdin, clock);
  const app = render(<App console={{ commands, theme, terminal, keyboard: createKeyboard(guard) }} />, {
    stdin: guard.stdin,
    alternateScreen: true,
    exitOnCtrlC: false,
    interactive: true,
    patchConsole: false,
    incrementalRendering: true,
    maxFps: 1000,
  });

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

  await app.waitUntilExit().catch(fail);
  sync.stop();
  if (problem !== undefined) {
    process.stderr.write(`vigil: ${problem.message}\n`);
  }
  // The demo's thread and open connections must not keep the program alive.
  process.exit(status);
}
