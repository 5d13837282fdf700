import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Clock } from '../../lib/clock.ts';
import { feedStatus, statusSentence } from '../../stores/events/feed-status.ts';
import { isDefinite } from '../../sync/retry/failure.ts';
import { EventTail } from '../../sync/tail/event-tail.ts';
import type { Finding } from './finding.ts';

/** Events that are read to see how a server lists them. */
const ENOUGH = 100;

/** A server that fails now and then is asked again so often. */
const MOST_FAILURES = 10;

/** Milliseconds that reading them may take. */
const PATIENCE = 10_000;

/**
 * Reads the newest events once, as the console would, and gives what that says of the server where the specification
 * leaves it open: sizes of pages, order, bounds.
 */
export async function examineFeed(client: Client, clock: Clock, stop?: AbortSignal): Promise<Finding[]> {
  let events = 0;
  const tail = new EventTail({
    client,
    clock,
    begin: { newest: ENOUGH },
    sink: (found) => {
      events += found.filter(({ kind }) => kind !== 'known').length;
    },
  });
  const overdue = new AbortController();
  const stopTimer = clock.schedule(PATIENCE, () => overdue.abort());
  const ended = AbortSignal.any([overdue.signal, ...(stop === undefined ? [] : [stop])]);
  let problem: string | undefined;
  try {
    for (let isDone = false, failures = 0; !isDone && failures < MOST_FAILURES;) {
      try {
        await tail.poll(ended);
        problem = undefined;
        isDone = true;
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error;
        }
        problem = error.message;
        // What an answered request failed of may be over the next time; nothing is lost of what was read before it.
        failures += error.facts === undefined || isDefinite(error) ? MOST_FAILURES : 1;
      }
    }
  } finally {
    stopTimer();
  }
  const standing = feedStatus(tail.state, clock.now());
  const { learned } = tail.state;
  const read = `${formatCount(events)} read. ${statusSentence(standing, 'utc')}`;
  return [
    { name: 'events', value: problem === undefined ? read : `${read} ${problem}` },
    ...learned.map(({ topic, finding }) => ({ name: topic, value: finding })),
  ].map(({ name, value }, index) => ({
    section: 'server',
    name,
    state: (problem !== undefined || standing.kind !== 'live') && index === 0 ? 'note' : 'ok',
    value,
  }));
}
