import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import { distinguishTwins } from '../../../stores/agents/agent-label.ts';
import { failureFrom } from '../../retry/failure.ts';
import { topicOf, type JournalOperation } from '../journal.ts';
import { isWallClockOff, sinceAgo } from '../journal-clock.ts';
import { LISTS_ARE_MERGED } from '../../../stores/connection/connection-store.ts';
import { lastMergeOnlyList } from '../merge-only-lists.ts';
import { UnknownOutcomeWatcher } from './unknown-outcome-watcher.ts';
import { resolveUnfinished, type Finding } from './recover-unfinished.ts';
import { OwnPolicyWrites } from './own-policy-writes.ts';
import type { ReconcileOptions } from './reconcile-options.ts';
import { outcomeSentence } from './outcome-sentence.ts';
import { ReplayDetector } from './replay-detector.ts';

/**
 * Milliseconds after which earlier changes are checked once more: a process that was killed with its terminal may have
 * still been ending when this one began, and one of which nothing can be known, as in another container, is waited for an
 * hour.
 */
const LATER_LOOKS_BACK = [60_000, 65 * 60_000];

/** Changes are looked back at that were begun so many milliseconds ago at most; those without a verdict whenever it was. */
const LOOK_BACK = 24 * 60 * 60 * 1000;

/**
 * What became of changes after they were judged, and of those that earlier processes made ("Writes"): looks into what was left
 * unfinished, and compares with what is read later what was unknown, repeated, or done to the policy. Tells the person.
 */
export class EarlierChanges {
  readonly #options: ReconcileOptions;
  readonly #landings: UnknownOutcomeWatcher;
  readonly #repeats: ReplayDetector;
  readonly #ownPolicyWrites: OwnPolicyWrites;
  /** Changes of this process. */
  readonly #made = new Set<string>();
  /** Those of others that were there at the first look; those that came after are theirs to look at. */
  #earlier: ReadonlySet<string> | undefined;
  /** It was looked back by a wall clock that the server's does not contradict, or once more by the server's. */
  #isLookedBack = false;

  constructor(options: ReconcileOptions) {
    const { stores, clock, journal } = options;
    this.#options = options;
    this.#landings = new UnknownOutcomeWatcher(options);
    this.#repeats = new ReplayDetector(options);
    this.#ownPolicyWrites = new OwnPolicyWrites(stores, clock, journal);
  }

  /** Takes note that this process begins a change of that id. */
  begun(operation: string): void {
    this.#made.add(operation);
    this.#ownPolicyWrites.made(operation);
  }

  /** Takes note of a change of this process that has its verdict. */
  noteVerdict(operation: JournalOperation): void {
    this.#landings.note(operation);
    this.#repeats.note(operation);
  }

  /** Looks back, and begins to compare; the function returned ends it. */
  start(): () => void {
    void this.#recoverUnfinished();
    const { agents, policy } = this.#options.stores;
    const stops = [
      ...[agents, policy].map((store) => store.subscribe(() => this.#lookBackByServer())),
      ...LATER_LOOKS_BACK.map((after) =>
        this.#options.clock.schedule(after, () => void this.#recoverUnfinished()),
      ),
      this.#landings.start(),
      this.#repeats.start(),
      this.#ownPolicyWrites.start(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Looks back once more when the first answers show that the wall clock by which it was looked back is wrong. */
  #lookBackByServer(): void {
    const { clock } = this.#options;
    if (this.#isLookedBack || clock.serverNow?.() === undefined) {
      return;
    }
    this.#isLookedBack = true;
    if (isWallClockOff(clock)) {
      this.#earlier = undefined;
      void this.#recoverUnfinished();
    }
  }

  /** Takes up what earlier starts did and what nobody knows of it yet, and finds out about what they left unfinished. */
  async #recoverUnfinished(): Promise<void> {
    const { clock, notify, stores } = this.#options;
    try {
      const unfinished = (await this.#takeUpEarlier()).filter(({ isUnfinished }) => isUnfinished);
      const found = await resolveUnfinished(this.#options);
      found.forEach(({ sentence, target, topic }) =>
        notify(distinguishTwins(stores, target, sentence), topic),
      );
      if (found.length > 0 || unfinished.length > 0) {
        this.#notifyOfElsewhere(unfinished, found, await this.#takeUpEarlier());
      }
    } catch (error) {
      notify(`What became of earlier changes is unknown. ${failureFrom(error, clock).message}`, undefined);
    }
  }

  /** Tells what another process that began at the same time recorded of what was unfinished when this one looked. */
  #notifyOfElsewhere(
    unfinished: readonly JournalOperation[],
    found: readonly Finding[],
    now: readonly JournalOperation[],
  ): void {
    for (const { operation } of unfinished) {
      const present = now.find((other) => other.operation === operation);
      const sentence = present && effectiveVerdict(present.steps)?.sentence;
      if (
        present !== undefined &&
        sentence !== undefined &&
        found.every((each) => each.operation !== operation)
      ) {
        this.#options.notify(outcomeSentence(this.#options.stores, present, sentence), topicOf(present));
      }
    }
  }

  async #takeUpEarlier(): Promise<readonly JournalOperation[]> {
    const { journal, clock, stores } = this.#options;
    const { operations } = await journal.read({ since: sinceAgo(LOOK_BACK, clock) });
    // By what is in the journal, and not by its times: the clock may have been set since.
    const known = (this.#earlier ??= new Set(
      operations.map(({ operation }) => operation).filter((operation) => !this.#made.has(operation)),
    ));
    const earlier = operations.filter(({ isOwn, operation }) => isOwn && known.has(operation));
    this.#ownPolicyWrites.adopt(earlier);
    void this.#landings.watch(earlier);
    this.#repeats.watch(earlier);
    const [topic, finding] = LISTS_ARE_MERGED;
    const isKnown = stores.connection.getState().learned.some((known) => known.topic === topic);
    if (!isKnown && lastMergeOnlyList(earlier) !== undefined) {
      stores.connection.learn(topic, finding);
    }
    return earlier;
  }
}
