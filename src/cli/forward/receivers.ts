import { createHash } from 'node:crypto';

import type { LinePoster, PostAnswer } from '../../api/line-poster.ts';
import type { RotatedFile } from '../../host/forward/rotated-file.ts';
import {
  PauseError,
  type OutgoingRecord,
  type Receiver,
  type RefusedRecord,
} from '../../sync/forward/receiver.ts';
import type { LineOutput } from '../output/line-output.ts';

const NONE: readonly RefusedRecord[] = [];

/** So many records and characters go to a file or a pipe at once; each such part is flushed. */
const PART = { records: 1000, characters: 4_000_000 };

/** Writes records to standard output; what the pipe took counts as taken. Rejects once nobody reads it any more. */
export function outputReceiver(output: LineOutput): Receiver {
  return {
    most: PART,
    async send(records) {
      await output.write(records.map(({ line }) => line));
      if (output.ended.aborted) {
        throw new Error('Nobody reads standard output any more.');
      }
      return NONE;
    },
  };
}

/** Adds records to a file; what is on the disk counts as taken. */
export function fileReceiver(file: RotatedFile): Receiver {
  return {
    most: PART,
    async send(records) {
      await file.append(records.map(({ line }) => line));
      return NONE;
    },
  };
}

/** A receiver that answered with something else than that it has taken what was sent. */
export class AnswerProblem extends Error {}

/** Statuses by which a receiver says that what was sent is wrong, and not who sends it, where to, or when. */
const WRONG_CONTENT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Milliseconds that a receiver can ask to wait at most: a mistaken header must not end the forwarding for days. */
const LONGEST_PAUSE = 3_600_000;

/**
 * Posts records; what was answered with 2xx counts as taken. Where a batch is refused for what is in it, its halves are sent,
 * down to the record that is the reason. That one is refused for good only by a receiver that has taken others: one that
 * takes nothing is not set up yet.
 */
export function postReceiver(poster: LinePoster, most: Receiver['most']): Receiver {
  let hasTaken = false;
  const deliver = async (
    records: readonly OutgoingRecord[],
    signal: AbortSignal,
  ): Promise<readonly RefusedRecord[]> => {
    const answer = await poster.post(
      records.map(({ line }) => line),
      idempotencyKey(records),
      signal,
    );
    if (answer.status >= 200 && answer.status < 300) {
      hasTaken = true;
      return NONE;
    }
    const [first] = records;
    if (!WRONG_CONTENT.has(answer.status) || first === undefined) {
      throw problemOf(answer);
    }
    if (records.length > 1) {
      const half = Math.ceil(records.length / 2);
      const before = await deliver(records.slice(0, half), signal);
      const after = await deliver(records.slice(half), signal);
      return [...before, ...after];
    }
    if (!hasTaken) {
      throw problemOf(answer);
    }
    return [{ record: first, reason: sentenceOf(answer) }];
  };
  return { most, send: deliver };
}

/** The same for the same records, so that a receiver can know what it took before. */
function idempotencyKey(records: readonly OutgoingRecord[]): string {
  const hash = createHash('sha256');
  for (const { id, line } of records) {
    hash.update(id === undefined ? `note ${line}\n` : `event ${id}\n`);
  }
  return hash.digest('hex');
}

function problemOf(answer: PostAnswer): Error {
  const sentence = sentenceOf(answer);
  return answer.retryAfter === undefined
    ? new AnswerProblem(sentence)
    : new PauseError(sentence, Math.min(LONGEST_PAUSE, answer.retryAfter));
}

function sentenceOf({ status, said }: PostAnswer): string {
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The receiver answered ${status}${said === '' ? '' : `: ${said}`}.${redirect}`;
}
