import { delay } from '../../../lib/clock.ts';
import { jsonText } from '../../../lib/json-text.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { noteOverturned } from '../../../stores/agents/apply-late-outcome.ts';
import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import type { Stores } from '../../../stores/stores.ts';
import { topicOf, wasSent, type JournalOperation } from '../journal.ts';
import { ageOf, ageOfOperation, momentOf, OUTCOME_OPEN_FOR } from '../journal-clock.ts';
import { isSameAgent, knownState } from './known-state.ts';
import { conflictingWrites, laterChanges, mayHaveHappened, readAnew, wantedBy } from '../later-changes.ts';
import { isCorrected, correctJournal, unrecordedText } from './journal-correction.ts';
import type { ReconcileOptions } from './reconcile-options.ts';
import { READS_LAG } from '../recent-change.ts';
import { outcomeSentence } from './outcome-sentence.ts';
import { writeOf, type AnyState } from '../write-of-steps.ts';
import type { Write } from '../write.ts';

type Needed = Pick<Stores, 'agents' | 'policy' | 'agentRun'>;

/** What may be from before the last change is read again after so many milliseconds. */
const READ_AGAIN_AFTER = 2000;

interface Change {
  readonly operation: JournalOperation;
  readonly write: Write<AnyState, unknown>;
  /** Until when of the monotonic clock it is compared with what is read. */
  readonly until: number;
  /** From that time of the same clock on, what is read shows it. */
  readonly shownFrom: number;
}

/** Two confirmed changes of the same, of which the later one counts. */
interface Pair {
  readonly earlier: Change;
  readonly last: Change;
}

/**
 * Notices that something is again as an earlier change from this host wanted it, although a later one was confirmed: what is
 * on the way between may repeat a request. Looks at the changes of the last quarter of an hour and at what is read anyway, and
 * asks once more before it says anything. Who did it cannot be seen, and it says so; it is said once, and recorded at the
 * later change.
 */
export class ReplayDetector {
  readonly #options: ReconcileOptions<Needed>;
  /** By the agent's id, empty for the policy, the oldest first. */
  readonly #changes = new Map<string, readonly Change[]>();
  /** As what was compared last, by the same: lists are long, and little of them is new. */
  readonly #compared = new Map<string, AnyState>();

  /** The client is asked for a while where what was read suggests it: that may be older than a change that was confirmed since. */
  constructor(options: ReconcileOptions<Needed>) {
    this.#options = options;
  }

  /** Begins to compare; the function returned ends it. */
  start(): () => void {
    const { agents, policy } = this.#options.stores;
    const stops = [agents, policy].map((store) => store.subscribe(() => this.#compare()));
    return () => stops.forEach((stop) => stop());
  }

  /** Takes up operations of earlier starts, the newest first. */
  watch(operations: readonly JournalOperation[]): void {
    operations.toReversed().forEach((operation) => this.note(operation));
    this.#compare();
  }

  /** Takes note of an operation that was judged. */
  note(operation: JournalOperation): void {
    this.#forgetOld();
    const { client, clock } = this.#options;
    const [{ target }] = operation.steps;
    if (wasSent(operation) && mayHaveHappened(operation)) {
      const thing = target.id ?? '';
      const known = this.#changes.get(thing) ?? [];
      const change = {
        operation,
        write: writeOf(client, operation),
        until: clock.monotonic() + OUTCOME_OPEN_FOR - ageOfOperation(operation, clock),
        shownFrom: clock.monotonic() + READS_LAG - ageOf(operation.steps.at(-1) ?? operation.steps[0], clock),
      };
      const place = known.findIndex((other) => other.operation.operation === operation.operation);
      this.#changes.set(thing, place === -1 ? [...known, change] : known.with(place, change));
      this.#compared.delete(thing);
    }
  }

  #forgetOld(): void {
    for (const [thing, changes] of this.#changes) {
      if (!changes.some((change) => this.#isRecent(change))) {
        this.#forget(thing);
      }
    }
  }

  #forget(thing: string): void {
    this.#changes.delete(thing);
    this.#compared.delete(thing);
  }

  #isRecent({ until }: Change): boolean {
    return this.#options.clock.monotonic() <= until;
  }

  #compare(): void {
    for (const [thing, changes] of this.#changes) {
      const last = changes.at(-1);
      if (last === undefined || changes.length < 2) {
        continue;
      }
      const state = knownState(this.#options.stores, last.operation, last.write);
      if (state === undefined || state === 'another' || state === this.#compared.get(thing)) {
        continue;
      }
      this.#compared.set(thing, state);
      const pair = pairIn(
        changes.filter((change) => this.#isRecent(change)),
        state,
      );
      if (pair !== undefined) {
        void this.#ask(thing, pair);
      }
    }
  }

  /** Reads it as it is now, again and again for as long as that shows the earlier change and may be from before the last one. */
  async #readAgain(earlier: Change, last: Change): Promise<AnyState> {
    const { clock } = this.#options;
    for (;;) {
      const begunAt = clock.monotonic();
      const state = await last.write.read('whether an earlier change was repeated');
      if (!earlier.write.isReached(state) || last.write.isReached(state) || begunAt >= last.shownFrom) {
        return state;
      }
      await delay(clock, READ_AGAIN_AFTER);
    }
  }

  async #ask(thing: string, { earlier, last }: Pair): Promise<void> {
    const { client, clock, stores, notify } = this.#options;
    let state: AnyState;
    let operations: readonly JournalOperation[];
    try {
      state = await this.#readAgain(earlier, last);
      // Read after it, so that whatever this host may have done to it by then is in there.
      ({ operations } = await readAnew(earlier.operation, this.#options));
    } catch {
      // The next reading suggests it again.
      this.#compared.delete(thing);
      return;
    }
    const isOfAgent = last.operation.steps[0].action !== 'policy';
    if (
      (isOfAgent && !isSameAgent(last.operation, state)) ||
      !earlier.write.isReached(state) ||
      last.write.isReached(state)
    ) {
      return;
    }
    const present = operations.find(({ operation }) => operation === last.operation.operation);
    if (
      present === undefined ||
      laterChanges(present, operations).some((other) => isAboutTheSame(earlier.operation, other))
    ) {
      return;
    }
    this.#forget(thing);
    // One of which nobody knows what became of it explains it, and is reported as such.
    const mayStillLand = operations.some(
      (other) =>
        effectiveVerdict(other.steps)?.verdict === 'unknown' &&
        isAboutTheSame(earlier.operation, other) &&
        writeOf(client, other).isReached(state),
    );
    if (mayStillLand) {
      return;
    }
    const known = effectiveVerdict(present.steps);
    const topic = topicOf(present);
    if (isCorrected(present)) {
      notify(outcomeSentence(stores, present, known?.sentence ?? ''), topic);
      return;
    }
    const [then, now] = [known?.time ?? '', clock.now()];
    const sentence = `${otherwiseSentence(earlier, last, state)}, although a later change was confirmed at ${momentOf(then, now)}: the earlier one from this host, of ${momentOf(earlier.operation.steps[0].time, now)}, may have been repeated on its way, or somebody else did it.`;
    noteOverturned(stores.agentRun, present.operation, sentence, state, now);
    const unrecorded = await unrecordedText(correctJournal(present, sentence, this.#options));
    notify(outcomeSentence(stores, present, `${sentence}${unrecorded}`), topic);
  }
}

/** The changes by which something is as an earlier one wanted it and not as the last one did, if there are any. */
function pairIn(changes: readonly Change[], state: AnyState): Pair | undefined {
  for (const [index, earlier] of changes.entries()) {
    const last = changes
      .slice(index + 1)
      .findLast((other) => isAboutTheSame(earlier.operation, other.operation));
    if (
      last !== undefined &&
      isConfirmed(earlier.operation) &&
      isConfirmed(last.operation) &&
      !isCorrected(last.operation) &&
      conflictingWrites(earlier.operation, [last.operation]).length > 0 &&
      earlier.write.isReached(state) &&
      !last.write.isReached(state)
    ) {
      return { earlier, last };
    }
  }
  return undefined;
}

/** "build-1 is suspended again", "In the policy, min_scorecard is 5 again"; it may hold text of others. */
function otherwiseSentence({ write, operation }: Change, last: Change, state: AnyState): string {
  if (operation.steps[0].action !== 'policy' || state === 'gone') {
    const reached = state === 'gone' ? 'is gone' : write.describeReached(state);
    return `${write.name} ${reached.endsWith(' again') ? reached : `${reached} again`}`;
  }
  const [wanted, others] = [wantedBy(operation), wantedBy(last.operation)];
  const parts = Object.keys(wanted)
    .filter((field) => Object.hasOwn(others, field))
    .map((field) =>
      Array.isArray(ownValue(wanted, field))
        ? `${field} holds again what an earlier change made of it`
        : `${field} is ${jsonText(ownValue(wanted, field))} again`,
    );
  return `In the policy, ${parts.join(' and ')}`;
}

function isConfirmed({ steps }: JournalOperation): boolean {
  return effectiveVerdict(steps)?.verdict === 'confirmed';
}

/** Whether two changes are of the same agent, or of a rule or list of the policy that both name. */
function isAboutTheSame(one: JournalOperation, other: JournalOperation): boolean {
  const [{ action, target }, { action: otherAction, target: otherTarget }] = [one.steps[0], other.steps[0]];
  if (action !== 'policy' || otherAction !== 'policy') {
    return action !== 'policy' && otherAction !== 'policy' && target.id === otherTarget.id;
  }
  return Object.keys(wantedBy(one)).some((field) => Object.hasOwn(wantedBy(other), field));
}
