import type { Client } from '../../api/client.ts';
import {
  createGovernor,
  type Governor,
  type UserConsoles,
  type Priority,
} from '../../sync/governor/governor.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';
import { Arrivals } from './arrivals.ts';
import type { ReadingHost } from './command-host.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { logExchange } from '../../host/faults/log-exchange.ts';
import { ReadingProgress, type HowFarShown } from '../output/reading-progress.ts';
import { version } from '../../host/version.ts';

/** The way to one server for a command that runs without a screen. */
export interface CommandConnection {
  readonly governor: Governor;
  /** Unpaced: the governor gives the one that waits for its turn. */
  readonly client: Client;
  /** The same for what the command reads, which waits for its turn; what takes long is asked again. */
  readonly reading: Client;
  /** What such a read waits for that is not over. */
  readonly waiting: () => Waiting;
  /** Shows on a terminal how far a long reading of these things has come, until it is ended. */
  readonly showProgress: (things: string, howFar: () => HowFarShown) => Pick<ReadingProgress, 'end'>;
  /** Has a function called when the machine slept. */
  readonly onWake: (restart: () => void) => void;
  /** Resolves once every write that was sent is over and the connections are closed. */
  readonly close: () => Promise<void>;
}

/** How the way to a server is opened. */
export interface OpeningOptions extends Pick<ReadingHost, 'clock' | 'random' | 'createClient'> {
  readonly readOnly: boolean;
  /** What the command reads for. */
  readonly priority: Priority;
  /** Those of this user that share the quota; this process alone when left out. */
  readonly consoles?: UserConsoles | undefined;
  /** How far a reading has come is shown to nobody. */
  readonly isQuiet?: boolean;
  /** Whether nobody else may be drawing on the terminal, so that it can be shown there. */
  readonly mayDraw?: () => boolean;
}

/** Opens the way to a server. Nothing is sent yet. */
export function openConnection(
  { baseUrl, key, certificateFile }: ConnectionSettings,
  { clock, random, readOnly, priority, consoles, createClient, isQuiet = false, mayDraw }: OpeningOptions,
): CommandConnection {
  let restart = () => {};
  const progress = new Set<ReadingProgress>();
  const governor = createGovernor({ clock, random, consoles, onWake: () => restart() });
  const client = createClient({
    baseUrl,
    key,
    certificateFile,
    clock,
    readOnly,
    userAgent: `vigil/${version}`,
    onExchange(exchange) {
      logExchange(exchange);
      governor.note(exchange);
      progress.forEach((each) => each.noteExchange(exchange));
    },
  });
  const arrivals = new Arrivals(clock);
  const waiting = () => arrivals.seen(governor.waiting(priority));
  return {
    governor,
    client,
    reading: arrivals.over(governor.pace(client, priority, { isLive: true })),
    waiting,
    showProgress(things, howFar) {
      if (isQuiet) {
        return { end: () => undefined };
      }
      const shown = new ReadingProgress({
        clock,
        things,
        howFar,
        governor,
        waiting,
        mayDraw,
        onEnd: () => progress.delete(shown),
      });
      progress.add(shown);
      return shown;
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
