import type { MessageRecord } from '../records.ts';
import { isoSeconds } from './event-draft.ts';

/** A message that has no time yet. */
export interface MessageDraft {
  readonly type: string;
  readonly content?: string;
  readonly tool?: string;
  readonly path?: string;
  /** How long it took compared with other messages: a person thinks longer than a tool runs. */
  readonly effort: number;
  readonly [field: string]: unknown;
}

/** Spreads messages over a stretch of time (milliseconds) in proportion to their efforts, to whole seconds. */
export function stampMessages(drafts: readonly MessageDraft[], from: number, to: number): MessageRecord[] {
  const total = drafts.reduce((sum, draft) => sum + draft.effort, 0);
  let spent = 0;
  return drafts.map((draft) => {
    const at = from + (total === 0 ? 0 : (spent / total) * (to - from));
    spent += draft.effort;
    return stampMessage(draft, at);
  });
}

/** Dates one message, to the whole second. */
export function stampMessage({ effort: _effort, ...message }: MessageDraft, at: number): MessageRecord {
  return { ...message, timestamp: isoSeconds(at) };
}
