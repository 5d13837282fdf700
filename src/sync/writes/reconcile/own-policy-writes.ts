import type { Policy } from '../../../contract/policy.ts';
import { effectiveVerdict, isOpenVerdict } from '../../../stores/journal/effective-verdict.ts';
import { clearWritten } from '../../../stores/policy/clear-written.ts';
import type { OwnWrite } from '../../../stores/policy/policy-draft.ts';
import { selectPolicyMerge } from '../../../stores/policy/select-policy.ts';
import type { Stores } from '../../../stores/stores.ts';
import { sendingOf, type Journal, type JournalOperation, type JournalRecord } from '../journal.ts';
import { ageOfOperation, sinceAgo, type JournalClock, OUTCOME_OPEN_FOR } from '../journal-clock.ts';
import { wantedBy } from '../later-changes.ts';
import { policyOf } from '../policy-of-step.ts';
import { isHeld } from '../policy-parts.ts';

/** Milliseconds for which changes of other processes are looked back at. */
const LOOKED_BACK = 24 * 60 * 60 * 1000;

/**
 * Keeps the draft of the policy right about what this user's own writes did to what is stored: those of earlier starts and of other consoles,
 * which the journal has, and those of which nobody knew what became of them until they are seen.
 */
export class OwnPolicyWrites {
  readonly #stores: Pick<Stores, 'policy' | 'policyDraft'>;
  readonly #clock: JournalClock;
  readonly #adopted = new Set<string>();
  /** When a write that may still be carried out was sent, or first noticed, by the monotonic clock. */
  readonly #since = new Map<OwnWrite, number>();
  /** Writes of earlier starts that were carried out, and of which the draft may not know that. */
  #unsettled: readonly OwnWrite[] = [];

  readonly #journal: Pick<Journal, 'read'> | undefined;
  /** Writes of this process, of which the draft knows from those that made them. */
  readonly #made = new Set<string>();
  /** For what the journal was checked last. */
  #looked: readonly [Policy, Policy] | undefined;

  /** `journal` is checked where the policy was changed while this console runs: a command may have done it. */
  constructor(
    stores: Pick<Stores, 'policy' | 'policyDraft'>,
    clock: JournalClock,
    journal?: Pick<Journal, 'read'>,
  ) {
    this.#stores = stores;
    this.#clock = clock;
    this.#journal = journal;
  }

  /** Begins to compare; the function returned ends it. */
  start(): () => void {
    const { policy, policyDraft } = this.#stores;
    const stops = [
      policy.subscribe(() => {
        this.#settle();
        this.#lookElsewhere();
      }),
      policyDraft.subscribe(({ base }, before) => {
        if (base !== before.base) {
          this.#lookElsewhere();
        }
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Takes note of a write of this process. */
  made(operation: string): void {
    this.#made.add(operation);
  }

  /** Looks in the journal for what another console, or the command line, of this user did to what seems to be by others. */
  #lookElsewhere(): void {
    const { data } = this.#stores.policy.getState();
    const { base } = this.#stores.policyDraft.getState();
    const isLooked = this.#looked?.[0] === data && this.#looked?.[1] === base;
    if (
      data === undefined ||
      base === undefined ||
      isLooked ||
      selectPolicyMerge(this.#stores).byOthers.length === 0
    ) {
      return;
    }
    this.#looked = [data, base];
    void this.#journal?.read({ since: sinceAgo(LOOKED_BACK, this.#clock) }).then(
      ({ operations }) =>
        this.adopt(
          operations.filter(
            (each) =>
              each.isOwn &&
              !this.#made.has(each.operation) &&
              // One that is under way there may still come to nothing.
              (effectiveVerdict(each.steps) !== undefined ||
                isStored({ changes: wantedBy(each), base: baseOf(each) }, data)),
          ),
        ),
      // Then they are taken for those of others, which a person looks at.
      () => undefined,
    );
  }

  /** Takes operations of earlier starts and of other processes for own writes, as far as the draft does not have in it already what they did. */
  adopt(operations: readonly JournalOperation[]): void {
    const { policyDraft } = this.#stores;
    const { base } = policyDraft.getState();
    for (const operation of operations.toReversed()) {
      const write = this.#adopted.has(operation.operation) ? undefined : ownWriteOf(operation, base);
      if (write !== undefined) {
        this.#adopted.add(operation.operation);
        policyDraft.setState(({ writes }) => ({ writes: [...writes, write] }));
        if (write.state === 'unknown') {
          this.#since.set(write, this.#clock.monotonic() - ageOfOperation(operation, this.#clock));
        } else {
          this.#unsettled = [...this.#unsettled, write];
        }
      }
    }
    this.#settle();
  }

  /** Takes out of the draft what is found to be stored, and waits no more for what was sent too long ago. */
  #settle(): void {
    const { policy, policyDraft } = this.#stores;
    const { data } = policy.getState();
    if (data === undefined) {
      return;
    }
    policyDraft.rebase(data);
    const unsettled = this.#unsettled;
    this.#unsettled = [];
    for (const { changes } of unsettled.filter((write) => isStored(write, data))) {
      clearWritten(this.#stores, changes, data);
    }
    for (const write of policyDraft.getState().writes.filter(({ state }) => state === 'unknown')) {
      const now = this.#clock.monotonic();
      const since = this.#since.get(write) ?? now;
      this.#since.set(write, since);
      const isSeen = isStored(write, data);
      if (isSeen || now - since > OUTCOME_OPEN_FOR) {
        this.#since.delete(write);
        policyDraft.end(write, 'over');
      }
      if (isSeen) {
        clearWritten(this.#stores, write.changes, data);
      }
    }
  }
}

/** Whether what a write changed is stored, whatever else a list holds: others add to it, and a server may merge lists. */
function isStored({ changes, base }: Pick<OwnWrite, 'changes' | 'base'>, stored: Policy): boolean {
  return Object.entries(changes).every(([field, value]) => isHeld(stored, field, value, base));
}

/**
 * What an operation of the journal did to the policy, for a draft that began from `base`; undefined when it did nothing, or
 * only what the draft began from has in it already.
 */
function ownWriteOf(operation: JournalOperation, base: Policy | undefined): OwnWrite | undefined {
  const { action } = operation.steps[0];
  const sent = sendingOf(operation);
  if (action !== 'policy' || sent === undefined) {
    return undefined;
  }
  const kind = effectiveVerdict(operation.steps)?.verdict ?? 'unknown';
  // What was carried out late may have been so after the draft began, whatever was stored when it was sent.
  const wasUnknown = operation.steps.some(({ verdict }) => isOpenVerdict(verdict));
  const isKnownToBase = !wasUnknown && !isAsNew(sent, base);
  return kind === 'refused' || isKnownToBase
    ? undefined
    : {
        state: isOpenVerdict(kind) ? 'unknown' : 'over',
        base: baseOf(operation),
        changes: wantedBy(operation),
      };
}

/** The policy as it was read before an operation was sent, as far as the journal has it. */
function baseOf(operation: JournalOperation): Policy {
  return policyOf(sendingOf(operation)?.before ?? {});
}

/** Whether what was stored when a write was sent is what the draft began from, or newer. */
function isAsNew({ before }: JournalRecord, base: Policy | undefined): boolean {
  if (base === undefined) {
    return false;
  }
  const { version, updated_at: time } = before ?? {};
  if (version === base.version && version !== undefined) {
    return true;
  }
  const [then, begun] = [time, base.updated_at].map((each) =>
    typeof each === 'string' ? Date.parse(each) : Number.NaN,
  );
  return (then ?? Number.NaN) >= (begun ?? Number.NaN);
}
