import type { MessageRecord } from '../base/records.ts';
import { isoSeconds } from './event-draft.ts';
import type { Random } from './random.ts';

/** A message that has no time yet. */
export interface MessageDraft {
  readonly type: string;
  readonly content?: string;
  readonly tool?: string;
  readonly path?: string;
  /** How long it lasts compared with other messages: a person thinks longer than a tool runs. */
  readonly effort: number;
  readonly [field: string]: unknown;
}

/**
 * Spreads messages over a stretch of time (milliseconds), to whole seconds: in proportion to their efforts, unevenly. The
 * first comes at its beginning, the last before its end.
 */
export function stampMessages(
  random: Random,
  drafts: readonly MessageDraft[],
  from: number,
  to: number,
): MessageRecord[] {
  const durations = drafts.map((draft) => draft.effort * random.logNormal(1, 0.5));
  const total = durations.reduce((sum, duration) => sum + duration, 0);
  let spent = 0;
  return drafts.map((draft, index) => {
    const at = from + (total === 0 ? 0 : (spent / total) * (to - from));
    spent += durations[index] as number;
    return stampMessage(draft, at);
  });
}

/** Dates one message, to the whole second. */
export function stampMessage({ effort: _effort, ...message }: MessageDraft, at: number): MessageRecord {
  return { ...message, timestamp: isoSeconds(at) };
}
