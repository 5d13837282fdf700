import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { agentsById } from '../../stores/agents/agent-action.ts';
import { noteLanded } from '../../stores/agents/note-landed.ts';
import { countingVerdict } from '../../stores/journal/counting-verdict.ts';
import type { Stores } from '../../stores/stores.ts';
import {
  topicOf,
  type Journal,
  type JournalOperation,
  type JournalRecord,
  type JournalState,
} from './journal.ts';
import { isCountermanded, isRepeated, laterChanges, readBeforeNext, wasReached } from './later-changes.ts';
import { Operation } from './operation.ts';
import { writeOf, type AnyState } from './write-of-steps.ts';
import type { Write } from './write.ts';

/** Milliseconds after which a write that is seen not to have been carried out is waited for no more. */
export const LANDS_WITHIN = 15 * 60 * 1000;

export interface LateLandingsOptions {
  /** Nothing is asked with it: what is compared is what is read anyway. */
  readonly client: Client;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly stores: Pick<Stores, 'agents' | 'policy' | 'agentRun'>;
  /** `topic` is what it is about, of one write alone. */
  readonly tell: (sentence: string, topic: string | undefined) => void;
}

interface Watched {
  readonly operation: JournalOperation;
  readonly write: Write<AnyState, unknown>;
  readonly sentAt: number;
  /** When it was judged to be unknown, as the journal has it. */
  readonly unknownAt: string;
}

interface Landed {
  readonly watched: Watched;
  /** As it is now; undefined when it is known from what was read before a later change. */
  readonly state: AnyState | undefined;
}

/**
 * Judges writes again of which it was not known what became of them ("Writes": verdict). Whatever is read of agents and of
 * the policy is compared with what such a write was to bring about, for a quarter of an hour after it was sent, and with what
 * is read first where that is later. Once it is seen to have landed, a further verdict is put down and the person is told.
 * One that this host sent later to the same end, or an agent that has registered anew, leaves it unknown for good.
 */
export class LateLandings {
  readonly #options: LateLandingsOptions;
  readonly #watched = new Map<string, Watched>();
  /** Writes of this process that are under way. */
  readonly #underWay = new Map<string, readonly JournalRecord[]>();

  constructor(options: LateLandingsOptions) {
    this.#options = options;
  }

  /** Begins to compare; the function returned ends it. */
  start(): () => void {
    const { agents, policy } = this.#options.stores;
    const stops = [agents, policy].map((store) => store.subscribe(() => this.#compare()));
    return () => stops.forEach((stop) => stop());
  }

  /** The same journal, with note taken of the writes of which it is put down that nobody knows what became of them. */
  get noting(): Journal {
    const { journal } = this.#options;
    return {
      append: async (entry) => {
        const before = this.#underWay.get(entry.operation) ?? [];
        this.#underWay.set(entry.operation, [...before, entry]);
        try {
          await journal.append(entry);
        } finally {
          if (entry.step === 'verdict') {
            this.#underWay.delete(entry.operation);
            const [first = entry, ...others] = [...before, entry];
            const steps = [first, ...others] as const;
            this.#add({ operation: entry.operation, steps, isUnfinished: false, isOwn: true });
          }
        }
      },
      read: (options) => journal.read(options),
    };
  }

  /** Watches those of the operations of which it is not known what became of them. */
  watch(operations: readonly JournalOperation[]): void {
    operations.toReversed().forEach((operation) => this.#add(operation));
    const landed = operations.flatMap((operation) => {
      const watched = this.#watched.get(operation.operation);
      const before = readBeforeNext(laterChanges(operation, operations))?.before;
      return watched !== undefined && before !== undefined && wasReached(operation, before)
        ? [{ watched, state: undefined }]
        : [];
    });
    landed.forEach(({ watched }) => this.#watched.delete(watched.operation.operation));
    void this.#judge(landed, this.#options.clock.now());
    this.#compare();
  }

  #add(operation: JournalOperation): void {
    const verdict = countingVerdict(operation.steps);
    const sent = operation.steps.findLast(({ step }) => step === 'sending');
    if (verdict?.verdict === 'unknown' && sent !== undefined) {
      this.#watched.set(operation.operation, {
        operation,
        write: writeOf(this.#options.client, operation),
        sentAt: Date.parse(sent.time),
        unknownAt: verdict.time,
      });
    }
  }

  /** Compares all that is watched with what is known by now. */
  #compare(): void {
    const now = this.#options.clock.now();
    const landed: Landed[] = [];
    for (const [id, watched] of this.#watched) {
      const state = this.#stateOf(watched);
      if (state === undefined) {
        continue;
      }
      const isReached = state !== 'another' && watched.write.isReached(state);
      if (isReached) {
        landed.push({ watched, state });
      }
      if (isReached || state === 'another' || now - watched.sentAt > LANDS_WITHIN) {
        this.#watched.delete(id);
      }
    }
    if (landed.length > 0) {
      void this.#judge(landed, now);
    }
  }

  /** What a write is about as it was read last: `another` when it has registered anew, undefined when that is not known. */
  #stateOf({ operation, write }: Watched): AnyState | 'another' | undefined {
    const { agents, policy } = this.#options.stores;
    const [{ action, target }] = operation.steps;
    if (action === 'policy') {
      return policy.getState().data;
    }
    const { data } = agents.getState();
    const agent = agentsById(data).get(target.id ?? '');
    if (agent !== undefined) {
      const isSame = agent.generation === target.generation && agent.hostname === target.hostname;
      return isSame ? agent : 'another';
    }
    if (data === undefined || data.reading !== undefined || data.damaged.length > 0) {
      return undefined;
    }
    const isWhole = data.total === undefined || data.rows.length >= data.total;
    return !isWhole ? undefined : write.isReached('gone') ? 'gone' : 'another';
  }

  async #judge(landed: readonly Landed[], seenAt: number): Promise<void> {
    const { tell } = this.#options;
    const told: { readonly sentence: string; readonly topic: string }[] = [];
    for (const { watched, state } of landed) {
      const sentence = await this.#judgeOne(watched, state, seenAt);
      if (sentence !== undefined) {
        told.push({ sentence, topic: topicOf(watched.operation) });
      }
    }
    const [first, ...others] = told;
    if (first !== undefined && others.length === 0) {
      tell(first.sentence, first.topic);
    } else if (first !== undefined) {
      const more = `So is it with ${others.length} more that were unknown; :journal has each.`;
      tell(`${first.sentence} ${more}`, undefined);
    }
  }

  /** Puts down that one has landed, and resolves with a sentence; undefined when that cannot be told. */
  async #judgeOne(
    watched: Watched,
    state: AnyState | undefined,
    seenAt: number,
  ): Promise<string | undefined> {
    const { operation } = watched;
    const { journal, clock, stores } = this.#options;
    const since = Date.parse(operation.steps[0].time);
    const operations = await journal.read({ since }).then(
      (reading) => reading.operations,
      () => [],
    );
    const present = operations.find((other) => other.operation === operation.operation);
    const verdict = present && countingVerdict(present.steps);
    if (verdict !== undefined && verdict.verdict !== 'unknown') {
      // Another console has seen it first.
      if (state !== undefined) {
        noteLanded(stores.agentRun, operation.operation, verdict.sentence ?? '', state);
      }
      return verdict.sentence;
    }
    const found = findingOn(watched, state, laterChanges(operation, operations), seenAt);
    if (found === undefined) {
      return undefined;
    }
    const { sentence, after } = found;
    const [first] = operation.steps;
    if (state !== undefined) {
      noteLanded(stores.agentRun, operation.operation, sentence, state);
    }
    try {
      const entry = new Operation(operation.operation, { ...first, isUndo: first.undo }, { journal, clock });
      await entry.end({ kind: 'confirmed', sentence }, after);
    } catch (error) {
      return `${sentence} The journal does not say so yet: ${error instanceof Error ? error.message : String(error)}`;
    }
    return sentence;
  }
}

/** What there is to say of one that was seen as it was wanted; undefined when that may be the doing of another one. */
function findingOn(
  { operation, write, unknownAt }: Watched,
  state: AnyState | undefined,
  later: readonly JournalOperation[],
  seenAt: number,
): { readonly sentence: string; readonly after: JournalState } | undefined {
  const next = readBeforeNext(later);
  const was = `It was unknown at ${momentOf(unknownAt, seenAt)}`;
  if (next?.before !== undefined && wasReached(operation, next.before)) {
    const sentence = `Confirmed late: ${write.name} was as it was wanted at ${momentOf(next.time, seenAt)}, before it was changed again. ${was}.`;
    return { sentence, after: next.before };
  }
  if (state === undefined || isRepeated(operation, later)) {
    return undefined;
  }
  const is = `${write.name} ${write.describeReached(state)}`;
  const seen = `seen at ${momentOf(new Date(seenAt).toISOString(), seenAt)} to have landed`;
  const sentence = isCountermanded(operation, later)
    ? `Landed late, over a later change: ${is}. ${was} and ${seen}, unless somebody else did it.`
    : `Confirmed late: ${is}. ${was} and ${seen}, unless somebody else did the same.`;
  return { sentence, after: write.toJournal(state) };
}

/** A time as the clock shows it, with its day where that is another one. */
function momentOf(time: string, now: number): string {
  const isToday = time.slice(0, 10) === new Date(now).toISOString().slice(0, 10);
  return `${isToday ? time.slice(11, 19) : time.slice(0, 19).replace('T', ' ')}Z`;
}
