import {
  NOTHING_READ,
  readWindow,
  type ReadingOptions,
  type WindowOptions,
  type WindowReading,
} from '../../sync/follow/follow-events.ts';
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

/**
 * Reads a window once and gives its events to `take` as they are found; none of them is kept here. Shows how far it has come, and
 * says so when it was stopped.
 */
export async function readThrough(
  window: Pick<ReadingOptions, 'begin' | 'until' | 'filter'>,
  session: CommandSession,
  take: NonNullable<WindowOptions['take']>,
): Promise<WindowReading> {
  let howFar = () => NOTHING_READ;
  const progress = session.connection.showProgress('events', () => howFar());
  const reading = await readWindow(
    { ...readingOf(session), ...window, onBegin: (given) => (howFar = given), take },
    PATIENCE_WITH_EVENTS,
  ).finally(() => progress.end());
  if (session.stop.aborted) {
    say(stoppedReading('events', howFar()));
  }
  return reading;
}
