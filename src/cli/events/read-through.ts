import { NOTHING_READ, type ReadingOptions, type WindowOptions } from '../../sync/follow/follow-events.ts';
import { readInParts, type PartsReading } from '../../sync/follow/read-in-parts.ts';
import { stoppedReading } from '../output/printed-events.ts';
import { say } from '../output/say.ts';
import type { CommandSession } from '../session/command-session.ts';
import { PATIENCE_WITH_EVENTS } from '../session/failure-status.ts';

/** With what a command reads events: its connection, its clock, and what ends it. */
export function readingOf({
  clock,
  connection,
  random,
  notes,
  ended,
}: Pick<CommandSession, 'clock' | 'connection' | 'random' | 'notes' | 'ended'>): Omit<
  ReadingOptions,
  'begin'
> {
  const { reading: client, waiting, onWake } = connection;
  return { client, clock, random, waiting, onWake, signal: ended, report: notes.report };
}

/** So many events are read at once: their ids take some hundred bytes each until all of the part is certified. */
const MOST_AT_ONCE = 300_000;

/**
 * Reads a window once, in parts where it holds very much, and gives its events to `take` as they are found; none of them is kept
 * here. Shows how far it has come, and says so when it was stopped.
 */
export async function readThrough(
  window: Pick<ReadingOptions, 'begin' | 'until' | 'filter'>,
  session: CommandSession,
  take: NonNullable<WindowOptions['take']>,
  mostAtOnce = MOST_AT_ONCE,
): Promise<PartsReading> {
  let howFar = () => NOTHING_READ;
  const progress = session.connection.showProgress('events', () => howFar());
  const reading = await readInParts(
    { ...readingOf(session), ...window, mostAtOnce, onBegin: (given) => (howFar = given), take },
    PATIENCE_WITH_EVENTS,
  ).finally(() => progress.end());
  if (session.stop.aborted) {
    say(stoppedReading('events', howFar()));
  }
  return reading;
}
