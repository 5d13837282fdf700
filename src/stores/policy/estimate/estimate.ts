import type { Policy } from '../../../contract/policy.ts';
import { ownValue } from '../../../lib/own-value.ts';
import type { EventRow } from '../../events/event-row.ts';
import type { Rows } from '../../base/row-list.ts';
import type { PolicyChanges } from '../policy-draft.ts';
import { valueOfField } from '../policy-fields.ts';
import { strictnessOf, type Strictness } from '../policy-strictness.ts';
import { createEventSimulator, isEstimated, OUTCOME_GRAVITY } from './simulate-event.ts';

/** What a draft would have decided otherwise for the events that are loaded, field by field. */
export interface Estimate {
  /** Events that are loaded, and the times of the first and the last of them. */
  readonly of: number;
  readonly period: readonly [first: number, last: number] | undefined;
  readonly fields: readonly FieldEstimate[];
  /** Changed fields of which events say nothing. */
  readonly leftOut: readonly string[];
}

type OutcomeCounts = Readonly<Record<(typeof OUTCOMES)[number], number>>;

/** What the change of one field would have decided otherwise, with all other fields as they are stored. */
export interface FieldEstimate {
  readonly field: string;
  readonly effect: Strictness;
  /** Events that such a change may touch: one that loosens none that was allowed, one that tightens none that was blocked. */
  readonly touched: number;
  /** Those of them that say enough for an evaluation. */
  readonly evaluated: number;
  /** How many more of these would have come to an outcome than did when they were decided, and how many fewer. */
  readonly more: OutcomeCounts;
  readonly less: OutcomeCounts;
  /** Of those that would be blocked: the packages, the most frequent first, with their number of events. */
  readonly blocked: readonly (readonly [name: string, count: number])[];
}

/** Events that are looked at before others may have their turn. */
const STEP = 16;
const MOST_PACKAGES = 3;
const OUTCOMES = ['allow', 'review', 'block'] as const;

/**
 * Goes through the events in small steps, each of which says how many it has gone through; what comes of it is an estimate, as `createEventSimulator` says. Each field is evaluated
 * by itself: a field that an event says nothing of makes nothing of what another one does to it.
 */
export function* estimateDraft(
  events: Rows<EventRow>,
  stored: Policy,
  changes: PolicyChanges,
): Generator<number, Estimate> {
  const fields = Object.keys(changes);
  const tallies = fields
    .filter(isEstimated)
    .map((field) => createTally(stored, field, ownValue(changes, field)));
  let looked = 0;
  for (const row of tallies.length === 0 ? [] : events) {
    looked++;
    if (looked % STEP === 0) {
      yield looked;
    }
    for (const tally of tallies) {
      tally.add(row);
    }
  }
  return {
    of: events.length,
    period: periodOf(events),
    fields: tallies.map(({ estimate }) => estimate()),
    leftOut: fields.filter((field) => !isEstimated(field)),
  };
}

/** The list has the newest first. */
function periodOf(events: Rows<EventRow>): Estimate['period'] {
  const [last, first] = [events.at(0), events.at(-1)];
  return first === undefined || last === undefined ? undefined : [first.time, last.time];
}

function createTally(stored: Policy, field: string, value: unknown) {
  const effect = strictnessOf(field, valueOfField(stored, field), value);
  const simulate = createEventSimulator(stored, { [field]: value });
  const [more, less] = [none(), none()];
  const blocked = new Map<string, number>();
  let [touched, evaluatedCount] = [0, 0];
  return {
    add(row: EventRow): void {
      const { event } = row;
      const outcome = OUTCOME_GRAVITY.get(event.outcome ?? '');
      const isUntouched = (effect === 'loosens' && outcome === 0) || (effect === 'tightens' && outcome === 2);
      // An audit speaks of one package of many.
      if (outcome === undefined || event.type === 'audit' || isUntouched) {
        return;
      }
      touched++;
      const simulated = simulate(row);
      if (simulated === undefined) {
        return;
      }
      evaluatedCount++;
      // One that an earlier policy decided may have come to what the draft would make of it.
      if (simulated.before !== simulated.after && outcome !== simulated.after) {
        more[OUTCOMES[simulated.after]]++;
        less[OUTCOMES[outcome]]++;
        if (simulated.after === 2) {
          const name = event.subject?.package ?? '';
          blocked.set(name, (blocked.get(name) ?? 0) + 1);
        }
      }
    },
    estimate: (): FieldEstimate => ({
      field,
      effect,
      touched,
      evaluated: evaluatedCount,
      more,
      less,
      blocked: [...blocked].sort(([, left], [, right]) => right - left).slice(0, MOST_PACKAGES),
    }),
  };
}

function none(): Record<(typeof OUTCOMES)[number], number> {
  return { allow: 0, review: 0, block: 0 };
}
