import { createClient, type Client, type ClientOptions } from '../api/client.ts';
import type { Clock } from '../lib/clock.ts';
import type { ConnectionState } from '../stores/connection-store.ts';
import { createGovernor, type Governor } from '../sync/governor/governor.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { logExchange } from './faults/log-exchange.ts';
import { version } from './version.ts';

/** The way to one server for a command that runs without a screen. */
export interface CommandConnection {
  readonly governor: Governor;
  /** Unpaced: the governor gives the one that waits for its turn. */
  readonly client: Client;
  /** Has a function called with what all requests wait for, whenever that changes. */
  readonly onWaits: (tell: (waits: ConnectionState['waits']) => void) => void;
  /** Has a function called when the machine slept. */
  readonly onWake: (restart: () => void) => void;
  /** Resolves once every write that was sent is over and the connections are closed. */
  readonly close: () => Promise<void>;
}

/** How the way to a server is opened. */
export interface OpeningOptions {
  readonly clock: Clock;
  readonly readOnly: boolean;
  /** Gives numbers from 0 to 1, for spreading the waits after failures. */
  readonly random?: () => number;
  /** How many consoles of this user share the quota now, this process among them; one when left out. */
  readonly consoles?: (() => number) | undefined;
  readonly createClient?: (options: ClientOptions) => Client;
}

/** Opens the way to a server. Nothing is sent yet. */
export function openConnection(
  { baseUrl, key, certificateFile }: ConnectionSettings,
  { clock, readOnly, random = Math.random, ...options }: OpeningOptions,
): CommandConnection {
  let tellWaits: (waits: ConnectionState['waits']) => void = () => undefined;
  let restart = () => {};
  const governor = createGovernor({
    clock,
    random,
    consoles: options.consoles,
    onChange: () => tellWaits(governor.view.waits),
    onWake: () => restart(),
  });
  const client = (options.createClient ?? createClient)({
    baseUrl,
    key,
    certificateFile,
    clock,
    readOnly,
    userAgent: `vigil/${version}`,
    onExchange(exchange) {
      logExchange(exchange);
      governor.note(exchange);
    },
  });
  return {
    governor,
    client,
    onWaits(tell) {
      tellWaits = tell;
    },
    onWake(run) {
      restart = run;
    },
    async close() {
      await governor.close();
      await client.close();
    },
  };
}
