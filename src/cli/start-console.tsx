import { render } from 'ink';

import { createClient } from '../api/client.ts';
import type { CommandContext } from '../commands/command.ts';
import { systemClock } from '../lib/clock.ts';
import { createStores } from '../stores/stores.ts';
import type { Mode, Tab } from '../stores/view-store.ts';
import { createSync } from '../sync/create-sync.ts';
import { createLateSync } from '../sync/late-sync.ts';
import { takeTerminal } from '../terminal/life/take-terminal.ts';
import { openTerminalOutput } from '../terminal/output/open-terminal-output.ts';
import { App } from '../ui/app/App.tsx';
import { createTheme } from '../ui/theme.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { withoutCredentials } from './credential-text.ts';
import { InkScreen } from './ink-screen.ts';
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

/** Draws the console and resolves with the exit status once it is closed and the terminal is as it was. */
export async function startConsole(options: ConsoleOptions): Promise<number> {
  const clock = systemClock;
  const stores = createStores();
  const output = openTerminalOutput();
  const session = takeTerminal({ output, redact: withoutCredentials });
  const { columns, rows } = session.size;
  const { title, mode, tab, ascii } = options;
  stores.view.setState({ title, mode, tab, ascii, columns, rows });
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
  const theme = createTheme({ colour: options.colour, ascii });
  const screen = new InkScreen(output, session.size, () => session.hangUp());
  // The session sets raw mode itself, once the watchdog has seen the settings from before.
  const keyboard: NodeJS.ReadStream = new Proxy(process.stdin, {
    get(stream, name) {
      const value: unknown = Reflect.get(stream, name);
      return name === 'setRawMode'
        ? () => keyboard
        : typeof value === 'function'
          ? (value.bind(stream) as unknown)
          : value;
    },
  });
  session.onEnd(() => sync.stop());
  session.enter(screen);
  const app = render(<App console={{ commands, theme, keyboard: { control: undefined } }} />, {
    stdin: keyboard,
    stdout: screen as unknown as NodeJS.WriteStream,
    exitOnCtrlC: false,
    interactive: true,
    patchConsole: false,
    debug: true,
  });
  sync.start();
  const fail = (error: unknown) => session.end(1, error);
  sync.ready.catch(fail);
  app.waitUntilExit().catch(fail);
  return session.ended;
}
