import { OUTCOME_OPEN_FOR } from '../journal-clock.ts';
import { quoting, type Quoted } from '../../../lib/untrusted.ts';
import type { Policy } from '../../../contract/policy.ts';
import { applyLateOutcome, noteOverturned } from '../../../stores/agents/apply-late-outcome.ts';
import {
  effectiveVerdict,
  isOpenVerdict,
  isRefusedAtFirst,
} from '../../../stores/journal/effective-verdict.ts';
import { restoreToDraft } from '../../../stores/policy/restore-to-draft.ts';
import type { Stores } from '../../../stores/stores.ts';
import { outcomeSentence } from './outcome-sentence.ts';
import { sendingOf, topicOf, type JournalOperation } from '../journal.ts';
import { ageByServer, ageOf } from '../journal-clock.ts';
import { knownState } from './known-state.ts';
import { outcomeFinding } from './outcome-finding.ts';
import { isSeenAllTheSame, refusedOutcomeFinding } from './refused-outcome.ts';
import { laterChanges, operationsByThing, readAnew, readBeforeNext, wasReached } from '../later-changes.ts';
import { correctJournal, unrecordedText } from './journal-correction.ts';
import { Operation } from '../operation.ts';
import type { ReconcileOptions } from './reconcile-options.ts';
import { writeOf, type AnyState } from '../write-of-steps.ts';
import type { Write } from '../write.ts';

/** One that was sent longer ago is not judged by what is read now: too much else may have happened. */
const JUDGED_WITHIN = 24 * 60 * 60 * 1000;

/** Where there is a draft, what was lost of what was confirmed goes back into it. */
type Needed = Pick<Stores, 'agents' | 'policy' | 'agentRun'> & Partial<Pick<Stores, 'policyDraft'>>;

interface Watched {
  /** It is as requested by another change of this host, and could only be seen to land once it was otherwise. */
  readonly isMatched?: boolean;
  readonly operation: JournalOperation;
  readonly write: Write<AnyState, unknown>;
  /** Until when of the monotonic clock it is waited for: a wall clock may be set. */
  readonly until: number;
  /** What it was judged to be, and when, as the journal has it. */
  readonly earlier: { readonly as: string; readonly at: string };
}

interface SettledWrite {
  readonly watched: Watched;
  /** As it is now; undefined when it is known from what was read before a later change. */
  readonly state: AnyState | undefined;
}

/**
 * Judges writes again of which it was not known what became of them, or that were read not to have happened, which may have been
 * from before them ("Writes": verdict). Whatever is read of agents and of the policy is compared with what such a write was to
 * bring about, for a quarter of an hour after it was sent, and with what is read first where that is later. Once it is seen to have landed, a further verdict is recorded and the person is told.
 * While it may be the doing of one that this host sent later to the same end it stays unknown, and so does it for good where
 * an agent has registered anew.
 */
export class UnknownOutcomeWatcher {
  readonly #options: ReconcileOptions<Needed>;
  readonly #watched = new Map<string, Watched>();
  /** Those that are being judged, or were: what was read of the journal before that has them as they were. */
  readonly #landed = new Set<string>();
  /** The policy as it was read before what is known of it now. */
  #prior: Policy | undefined;
  #reconciling: Promise<void> = Promise.resolve();

  /** Nothing is asked with the client: what is compared is what is read anyway. */
  constructor(options: ReconcileOptions<Needed>) {
    this.#options = options;
  }

  /** Begins to compare; the function returned ends it. */
  start(): () => void {
    const { agents, policy } = this.#options.stores;
    const stops = [
      agents.subscribe(() => this.#compare()),
      policy.subscribe(({ data }, before) => {
        this.#prior = data === before.data ? this.#prior : before.data;
        this.#compare();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /**
   * Watches those of the operations of which it was not seen that they happened. Resolves once those are judged that have
   * landed by what is known already.
   */
  watch(operations: readonly JournalOperation[]): Promise<void> {
    operations.toReversed().forEach((operation) => this.note(operation));
    const byThing = operationsByThing(operations);
    const landed = operations.flatMap((operation) => {
      const watched = this.#watched.get(operation.operation);
      const before = readBeforeNext(laterChanges(operation, byThing(operation)))?.before;
      return watched !== undefined &&
        watched.earlier.as !== 'refused' &&
        before !== undefined &&
        wasReached(operation, before)
        ? [{ watched, state: undefined }]
        : [];
    });
    landed.forEach(({ watched }) => this.#watched.delete(watched.operation.operation));
    this.#reconcile(landed, this.#options.clock.now());
    this.#compare();
    return this.#reconciling;
  }

  /** Watches an operation that was judged, if it was not seen to have happened. */
  note(operation: JournalOperation): void {
    const verdict = effectiveVerdict(operation.steps);
    const sent = sendingOf(operation);
    const isLanded = this.#landed.has(operation.operation);
    const isWatched = isOpenVerdict(verdict?.verdict) || isRefusedAtFirst(operation.steps);
    if (!isLanded && verdict?.verdict !== undefined && isWatched && sent !== undefined) {
      const { client, clock } = this.#options;
      const write = writeOf(client, operation);
      const until = clock.monotonic() + OUTCOME_OPEN_FOR - ageOf(sent, clock);
      const isRefused = verdict.verdict === 'refused';
      // Later than that somebody else will have done it; and what was seen right away has been said.
      if (isRefused && (clock.monotonic() > until || isSeenAllTheSame(operation, write, verdict.after))) {
        return;
      }
      const earlier = { as: verdict.verdict, at: verdict.time };
      this.#watched.set(operation.operation, { operation, write, until, earlier });
    }
  }

  /** Compares all that is watched with what is known by now. */
  #compare(): void {
    const now = this.#options.clock.now();
    const landed: SettledWrite[] = [];
    for (const [id, watched] of this.#watched) {
      const state = knownState(this.#options.stores, watched.operation, watched.write);
      if (state === undefined) {
        continue;
      }
      const age = this.#ageByServer(watched);
      if (age !== undefined && age > JUDGED_WITHIN) {
        this.#watched.delete(id);
        continue;
      }
      const isReached =
        state !== 'another' &&
        (watched.earlier.as === 'refused'
          ? isSeenAllTheSame(watched.operation, watched.write, state)
          : watched.write.isReached(state));
      const isLanded = isReached && watched.isMatched !== true;
      if (isLanded) {
        landed.push({ watched, state });
      } else if (!isReached && watched.isMatched === true) {
        this.#watched.set(id, { ...watched, isMatched: false });
      }
      if (isLanded || state === 'another' || this.#isOver(watched)) {
        this.#watched.delete(id);
      }
    }
    if (landed.length > 0) {
      this.#reconcile(landed, now);
    }
  }

  /** Whether it is waited for no more. At a start the wall clock alone may have decided that, and wrongly. */
  #isOver(watched: Watched): boolean {
    const age = this.#ageByServer(watched);
    return this.#options.clock.monotonic() > watched.until && (age === undefined || age > OUTCOME_OPEN_FOR);
  }

  #ageByServer({ operation }: Watched): number | undefined {
    const sent = sendingOf(operation);
    return sent && ageByServer(sent, this.#options.clock);
  }

  #reconcile(landed: readonly SettledWrite[], seenAt: number): void {
    landed.forEach(({ watched: { operation } }) => this.#landed.add(operation.operation));
    this.#reconciling = Promise.all([this.#reconciling, this.#reconcileAll(landed, seenAt)]).then(
      () => undefined,
    );
  }

  async #reconcileAll(landed: readonly SettledWrite[], seenAt: number): Promise<void> {
    const { notify } = this.#options;
    const prior = this.#prior;
    const found: { readonly sentence: Quoted; readonly topic: string }[] = [];
    for (const { watched, state } of landed) {
      const sentence = await this.#reconcileOne(watched, state, prior, seenAt);
      if (sentence !== undefined) {
        found.push({
          sentence: outcomeSentence(this.#options.stores, watched.operation, sentence),
          topic: topicOf(watched.operation),
        });
      }
    }
    const isGood = ({ sentence }: (typeof found)[number]) => sentence.startsWith('Confirmed');
    for (const alike of [found.filter((each) => !isGood(each)), found.filter(isGood)]) {
      const [first, ...others] = alike;
      if (first !== undefined && others.length === 0) {
        notify(first.sentence, first.topic);
      } else if (first !== undefined) {
        const more = `So is it with ${others.length} more that were not seen before; the journal has each.`;
        notify(quoting`${first.sentence} ${more}`, undefined);
      }
    }
  }

  /** Records that one has landed, and resolves with a sentence; undefined when that is not known. */
  async #reconcileOne(
    watched: Watched,
    state: AnyState | undefined,
    prior: Policy | undefined,
    seenAt: number,
  ): Promise<string | undefined> {
    const { operation } = watched;
    const { clock, stores } = this.#options;
    const { present, operations } = await readAnew(operation, this.#options).catch(() => ({
      present: undefined,
      operations: [],
    }));
    const verdict = present && effectiveVerdict(present.steps);
    if (
      present !== undefined &&
      verdict !== undefined &&
      !isOpenVerdict(verdict.verdict) &&
      !isRefusedAtFirst(present.steps)
    ) {
      // Another console has seen it first.
      if (state !== undefined) {
        applyLateOutcome(stores.agentRun, operation.operation, verdict.sentence ?? '', state, {
          state: verdict.verdict,
          at: clock.now(),
        });
      }
      return verdict.sentence;
    }
    const seen = { ...watched, operation: present ?? operation, state, prior, seenAt };
    const later = laterChanges(seen.operation, operations);
    const landing =
      watched.earlier.as === 'refused' ? refusedOutcomeFinding(seen, later) : outcomeFinding(seen, later);
    if (landing === undefined) {
      this.#landed.delete(operation.operation);
      if (!this.#isOver(watched)) {
        this.#watched.set(operation.operation, { ...watched, isMatched: true });
      }
      return undefined;
    }
    const { kind = 'confirmed', status, sentence, after, overtaken, lost } = landing;
    if (state !== undefined) {
      applyLateOutcome(stores.agentRun, operation.operation, sentence, state, {
        state: kind,
        at: clock.now(),
      });
      overtaken.forEach((each) =>
        noteOverturned(stores.agentRun, each.operation, sentence, state, clock.now()),
      );
    }
    const { policy, policyDraft } = stores;
    const drafted = policyDraft === undefined ? [] : restoreToDraft({ policy, policyDraft }, lost);
    const text = `${sentence}${drafted.length === 0 ? '' : ` The draft has what was confirmed of ${drafted.join(', ')} again: review and write it in Policy.`}`;
    const record = async () => {
      await Operation.again(operation, this.#options).end({ kind, sentence, status }, after);
      for (const each of overtaken) {
        await correctJournal(each, `An earlier change was carried out over it. ${sentence}`, this.#options);
      }
    };
    return `${text}${await unrecordedText(record())}`;
  }
}
