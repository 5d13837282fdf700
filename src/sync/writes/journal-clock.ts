import type { Clock } from '../../lib/clock.ts';
import type { Journal, JournalOperation, JournalRecord } from './journal.ts';

/** Milliseconds after which a write that is seen not to have been carried out is waited for no more. */
export const OUTCOME_OPEN_FOR = 15 * 60 * 1000;

/** A clock for what the journal has: the wall clock, and beside it that of the server, which nobody here can set. */
export interface JournalClock extends Clock {
  /** The server's time in milliseconds since the epoch, as its answers date it; undefined while none has. */
  readonly serverNow?: (() => number | undefined) | undefined;
}

/** The journal, and what says how old its lines are. */
export interface JournalContext {
  readonly journal: Journal;
  readonly clock: JournalClock;
}

/** The wall clock and the server's differ by no more for as long as nobody sets one: answers are dated in seconds, and may be cached. */
const CLOCKS_AGREE = 60_000;

/** The same clock, with the server's beside it. */
export function withServerTime(clock: Clock, serverNow: () => number | undefined): JournalClock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
    afterReading: (run) => clock.afterReading(run),
    serverNow,
  };
}

/** The server's time for a line of the journal; undefined while it is not known. */
export function serverTimeText({ serverNow }: JournalClock): string | undefined {
  const time = serverNow?.();
  return time === undefined ? undefined : new Date(Math.floor(time)).toISOString();
}

/**
 * How long ago a step was recorded, in milliseconds. The wall clock counts, which is exact, unless the server's says that it
 * was set since. What seems to be still to come was recorded before it was set back.
 */
export function ageOf(
  { time, server_time: serverTime }: Pick<JournalRecord, 'time' | 'server_time'>,
  clock: JournalClock,
): number {
  const byWall = clock.now() - Date.parse(time);
  const byServer = ageByServer({ server_time: serverTime }, clock);
  const isSet = byServer !== undefined && Math.abs(byServer - byWall) > CLOCKS_AGREE;
  return Math.max(0, isSet ? byServer : byWall);
}

/** The same by the server's clock alone; undefined where that is not known. */
export function ageByServer(
  { server_time: serverTime }: Pick<JournalRecord, 'server_time'>,
  { serverNow }: JournalClock,
): number | undefined {
  const now = serverNow?.();
  return now === undefined || serverTime === undefined ? undefined : now - Date.parse(serverTime);
}

/** The same of an operation, by the first of its steps of which the server's time is known. */
export function ageOfOperation({ steps }: Pick<JournalOperation, 'steps'>, clock: JournalClock): number {
  return ageOf(steps.find(({ server_time: serverTime }) => serverTime !== undefined) ?? steps[0], clock);
}

/** Since when the journal is to be read for all that is no older than so many milliseconds; there may be more in that. */
export function sinceAgo(milliseconds: number, clock: JournalClock): number {
  const now = Math.min(clock.now(), clock.serverNow?.() ?? Number.POSITIVE_INFINITY);
  return now - milliseconds - CLOCKS_AGREE;
}

/** Whether the wall clock is another one than the server's: what was read by it alone may be too little. */
export function isWallClockOff(clock: JournalClock): boolean {
  const server = clock.serverNow?.();
  return server !== undefined && Math.abs(server - clock.now()) > CLOCKS_AGREE;
}

/** When an operation was begun, by the server's clock where it is known; in milliseconds since the epoch. */
export function timeOf({ steps }: Pick<JournalOperation, 'steps'>): number {
  const [{ time }] = steps;
  const serverTime = steps.find((step) => step.server_time !== undefined)?.server_time;
  return Date.parse(serverTime ?? time);
}

/** A time as the clock shows it, with its day where that is another one. */
export function momentOf(time: string, now: number): string {
  const isToday = time.slice(0, 10) === new Date(now).toISOString().slice(0, 10);
  return `${isToday ? time.slice(11, 19) : time.slice(0, 19).replace('T', ' ')}Z`;
}
