import type { Policy } from '../../../contract/policy.ts';
import type { EventRow } from '../../events/event-row.ts';
import type { Rows } from '../../rows/row-list.ts';
import type { PolicyChanges } from '../policy-draft.ts';
import { createEventJudge, ESTIMATED_FIELDS, type JudgedEvent } from './judge-event.ts';

/** What a draft would have decided differently for the events that are loaded. */
export interface Estimate {
  readonly of: number;
  /** Events that tell enough for it. */
  readonly judged: number;
  /** Events that would become this by the change, and came to something else when they were decided. */
  readonly becoming: { readonly block: number; readonly review: number; readonly allow: number };
  /** Of those that would be blocked: the packages, the most frequent first, with their number of events. */
  readonly blocked: readonly (readonly [name: string, count: number])[];
  /** Changed fields of which events tell nothing. */
  readonly leftOut: readonly string[];
}

/** Events that are looked at before others may have their turn. */
const STEP = 16;
const MOST_PACKAGES = 3;
const OUTCOMES = ['allow', 'review', 'block'] as const;

/** Goes through the events in small steps; what comes of it is an estimate, as `createEventJudge` says. */
export function* estimateDraft(
  events: Rows<EventRow>,
  stored: Policy,
  changes: PolicyChanges,
): Generator<void, Estimate> {
  const fields = Object.keys(changes);
  const leftOut = fields.filter((field) => !ESTIMATED_FIELDS.includes(field));
  const becoming = { block: 0, review: 0, allow: 0 };
  const blocked = new Map<string, number>();
  let judgedCount = 0;
  if (leftOut.length < fields.length) {
    const judge = createEventJudge(stored, changes);
    let looked = 0;
    for (const row of events) {
      looked++;
      if (looked % STEP === 0) {
        yield;
      }
      const judged: JudgedEvent | undefined = judge(row);
      if (judged === undefined) {
        continue;
      }
      judgedCount++;
      const { event } = row;
      // One that an earlier policy decided may have come to what the draft would make of it.
      if (judged.before !== judged.after && event.outcome !== OUTCOMES[judged.after]) {
        becoming[OUTCOMES[judged.after]]++;
        if (judged.after === 2) {
          const name = event.subject?.package ?? '';
          blocked.set(name, (blocked.get(name) ?? 0) + 1);
        }
      }
    }
  }
  return {
    of: events.length,
    judged: judgedCount,
    becoming,
    blocked: [...blocked].sort(([, left], [, right]) => right - left).slice(0, MOST_PACKAGES),
    leftOut,
  };
}
