import { momentOf } from '../journal-clock.ts';
import type { Policy } from '../../../contract/policy.ts';
import type { PolicyChanges } from '../../../stores/policy/policy-draft.ts';
import { sendingOf, type JournalOperation, type JournalState } from '../journal.ts';
import { conflictingWrites, isRepeated, readBeforeNext, wasReached } from '../later-changes.ts';
import { lostUpdates } from './lost-updates.ts';
import { marksIn, unknownBetween } from '../policy-marks.ts';
import type { AnyState } from '../write-of-steps.ts';
import type { Write } from '../write.ts';

/** A change that was unknown or contradicted and is seen as requested. */
export interface Seen {
  readonly operation: JournalOperation;
  readonly write: Write<AnyState, unknown>;
  /** What it was judged to be before, and when, as the journal has it. */
  readonly earlier: { readonly as: string; readonly at: string };
  /** As it is now; undefined when it is known from what was read before a later change. */
  readonly state: AnyState | undefined;
  /** The policy as it was read last before that, where it was. */
  readonly prior: Policy | undefined;
  /** When it was seen, in milliseconds since the epoch. */
  readonly seenAt: number;
}

/** What there is to say of it. */
export interface OutcomeFinding {
  /** `refused` where the server had refused it; otherwise it is confirmed. */
  readonly kind?: 'refused';
  readonly status?: number | undefined;
  /** It begins with "Confirmed" where nothing else was undone by it. */
  readonly sentence: string;
  readonly after: JournalState;
  /** Later changes of this host that it undid. */
  readonly overtaken: readonly JournalOperation[];
  /** Of the policy: what these had brought about, by field, as it would have to be written again. */
  readonly lost: PolicyChanges;
}

/** What there is to say of a change that landed late; undefined when that may be the doing of a later one of this host. */
export function outcomeFinding(landed: Seen, later: readonly JournalOperation[]): OutcomeFinding | undefined {
  const { operation, write, earlier, state, seenAt } = landed;
  const next = readBeforeNext(later);
  const was = `It was ${earlier.as} at ${momentOf(earlier.at, seenAt)}`;
  if (next?.before !== undefined && wasReached(operation, next.before)) {
    const sentence = `Confirmed late: ${write.name} was as requested at ${momentOf(next.time, seenAt)}, before it was changed again. ${was}.`;
    return { sentence, after: next.before, overtaken: [], lost: {} };
  }
  if (state === undefined || isRepeated(operation, later)) {
    return undefined;
  }
  const is = `${write.name} ${write.describeReached(state)}`;
  const seen = `seen at ${momentOf(new Date(seenAt).toISOString(), seenAt)} to have landed`;
  const over = carriedOutOver(operation, later, readBefore(landed), state);
  const sentence =
    over === undefined
      ? `Confirmed late: ${is}. ${was} and ${seen}, unless somebody else did the same.${unknownBetweenText(operation, state)}`
      : `Landed late, ${over.over}: ${is}${over.text}. ${was} and ${seen}, unless somebody else did it.${over.unread}${unknownBetweenText(operation, state)}`;
  const { overtaken, lost } = over ?? { overtaken: [], lost: {} };
  return { sentence, after: write.toJournal(state), overtaken, lost };
}

/** The policy as it was read last before the change was carried out: what held the change already was not. */
export function readBefore({ write, prior }: Pick<Seen, 'write' | 'prior'>): Policy | undefined {
  return prior === undefined || write.isReached(prior) ? undefined : prior;
}

/** Over what later changes a change was carried out. */
export interface CarriedOutOver {
  /** "over a later change" */
  readonly over: string;
  /** What is gone, to follow what is there: empty, or ", and min_scorecard is 5 and not 6 any more"; it holds text of others. */
  readonly text: string;
  /** What is not known of it, as a sentence with a space before it; empty when nothing. */
  readonly unread: string;
  readonly overtaken: readonly JournalOperation[];
  readonly lost: PolicyChanges;
}

/** Over what a change was carried out that is seen as requested; undefined when nothing shows of that. */
export function carriedOutOver(
  operation: JournalOperation,
  later: readonly JournalOperation[],
  prior: Policy | undefined,
  state: AnyState,
): CarriedOutOver | undefined {
  const against = conflictingWrites(operation, later);
  const policy =
    state !== 'gone' && operation.steps[0].action === 'policy'
      ? lostUpdates(operation, later, prior, state)
      : undefined;
  if (policy === undefined) {
    return against.length === 0
      ? undefined
      : { over: 'over a later change', text: '', unread: '', overtaken: against.slice(-1), lost: {} };
  }
  return {
    over: against.length > 0 ? 'over a later change' : policy.over,
    text: policy.details.map((detail) => `, and ${detail}`).join(''),
    unread: policy.unread === undefined ? '' : ` ${policy.unread}`,
    overtaken: policy.operations,
    lost: policy.lost,
  };
}

/** That nothing shows what else a change of the policy was carried out over, with a space before it; empty where something does. */
export function unknownBetweenText(operation: JournalOperation, state: AnyState): string {
  const sent = sendingOf(operation)?.before;
  if (operation.steps[0].action !== 'policy' || state === 'gone' || sent === undefined) {
    return '';
  }
  const unknownPart = unknownBetween(marksIn(sent), state);
  return unknownPart === undefined ? '' : ` ${unknownPart}`;
}
