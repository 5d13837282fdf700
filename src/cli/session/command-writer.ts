import { randomUUID } from 'node:crypto';

import type { RetryEndedError } from '../../sync/retry/retry-ended-error.ts';
import { createWriter, type Writer } from '../../sync/writes/writer.ts';
import type { CommandSession } from './command-session.ts';
import { keepFault } from '../../host/faults/keep-fault.ts';
import { say } from '../output/say.ts';
import { retryingClient } from './retrying-client.ts';
import { PATIENCE } from './failure-status.ts';

/** What makes the writes of a command. */
export interface CommandWriter {
  readonly writer: Writer;
  /** Aborts when the server gave no good answer for too long; its reason is the RetryEndedError. */
  readonly givenUp: AbortSignal;
}

/**
 * What makes the writes of a command: on the same path as those of the console, and in the same journal. What a server
 * fails at or asks to wait for is waited out for a while; of many writes the first 429 is taken as it is.
 */
export function createCommandWriter(
  { connection, clock, random, journal, notes, stop }: CommandSession,
  { inBulk }: { readonly inBulk: boolean },
): CommandWriter {
  const givenUp = new AbortController();
  const client = retryingClient(connection.governor.pace(connection.client, 'person-write'), {
    clock,
    random,
    signal: stop,
    patience: inBulk ? { ...PATIENCE, rateLimited: 0 } : PATIENCE,
    report: notes.report,
    onLastAnswer: () => say('Stopping once the change that was sent is answered and verified.'),
    waiting: () => connection.governor.waiting('person-write'),
    onHold: (reason, until) => notes.held(reason, until),
    onGivenUp: (error: RetryEndedError) => givenUp.abort(error),
  });
  const writer = createWriter({
    client,
    clock,
    journal,
    newId: randomUUID,
    onFault: (_doing, error) => void keepFault(error),
  });
  return { writer, givenUp: givenUp.signal };
}
