import { BackgroundJob } from '../../stores/base/background-job.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { HostByClient } from '../../stores/events/event-filter.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import type { EventsChange } from '../../stores/events/events-changes.ts';
import { selectKnownHosts } from '../../stores/events/select-muted.ts';
import { queryClock, type QueryClock } from '../../stores/query/query-time.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Slices } from '../../lib/slices.ts';
import { AlertTest, type AlertRule } from './alert-rules.ts';

/** So many events of a rule are remembered, so that none of them alerts again. */
const MOST_REMEMBERED = 100_000;

/** So many events of machines that are not known yet are looked at again once they are. */
const MOST_UNNAMED = 10_000;

/** Events that are looked at before the time is asked for again. */
const STEP = 64;

interface Watched {
  readonly rule: AlertRule;
  readonly test: AlertTest;
  /** The events that it alerted for. */
  readonly alerted: Set<string>;
  /** Those of which nobody can say whether it is for them. */
  readonly unjudged: Set<string>;
  /** How many more there are than are remembered. */
  forgotten: number;
}

interface Waiting {
  readonly change: EventsChange;
  /** What the events were that changed. */
  readonly before: ReadonlyMap<string, EventRow>;
  next: number;
}

export interface LiveMatchesOptions {
  readonly stores: Pick<Stores, 'agents' | 'agentIndex' | 'events' | 'view'>;
  readonly slices: Slices;
  /** What is alerted for now. */
  readonly rules: () => readonly AlertRule[];
  /** Is called for each event that alerts, once for each rule. */
  readonly onMatch: (rule: AlertRule, row: EventRow) => void;
  /**
   * Is called when other events cannot be judged than before, since it is not known what their machines are called: with how
   * many there are for each rule, by its key.
   */
  readonly onUnjudged: (counts: ReadonlyMap<string, number>) => void;
}

/**
 * Finds the events that arrive and pass the filter of a rule, or change so that they do, whatever pane is shown and whatever
 * is filtered: each once for a rule. What was there at the start and what is read of the past is passed over. The
 * work is done in slices, so that a burst holds up no key. The function returned ends it.
 */
export function watchLiveMatches({
  stores,
  slices,
  rules,
  onMatch,
  onUnjudged,
}: LiveMatchesOptions): () => void {
  const { events, agents, agentIndex, view } = stores;
  let seen = events.changes.count;
  let watched = new Map<string, Watched>();
  let waiting: Waiting[] = [];
  /** Events of machines of which nobody knows the name. */
  const unnamed = new Set<string>();
  let known = selectKnownHosts(stores);
  let isOtherUnjudged = false;
  const job = new BackgroundJob(slices, turn);

  /** The same for as long as nothing changes that a test depends on: a burst takes many turns. */
  const watch = memoizeLast(
    (
      wanted: readonly AlertRule[],
      hosts: HostByClient,
      now: number,
      zone: QueryClock['zone'],
    ): readonly Watched[] => {
      const clock = { now, zone };
      watched = new Map(
        wanted.map((rule) => {
          const before = watched.get(rule.key);
          const test = before?.test.at(hosts, clock) ?? new AlertTest(rule.filter, hosts, clock);
          const { alerted = new Set<string>(), unjudged = new Set<string>(), forgotten = 0 } = before ?? {};
          return [rule.key, { rule, test, alerted, unjudged, forgotten }];
        }),
      );
      return [...watched.values()];
    },
  );

  function note(): void {
    const missed = events.changes.after(seen) ?? [];
    seen = events.changes.count;
    if (missed.length === 0 || rules().length === 0) {
      return;
    }
    for (const change of missed) {
      if (change.added.length > 0) {
        waiting.push({ change, before: new Map(change.removed.map((row) => [row.id, row])), next: 0 });
      }
    }
    job.wake();
  }

  function turn(hasTime: () => boolean): void {
    const knownNow = selectKnownHosts(stores);
    const { now, zone } = queryClock(view.getState());
    const of = watch(rules(), knownNow.hosts, now, zone);
    if (knownNow.hosts !== known.hosts || knownNow.isPart !== known.isPart) {
      known = knownNow;
      lookAgain();
    }
    do {
      step(of);
    } while (waiting.length > 0 && hasTime());
    if (isOtherUnjudged) {
      isOtherUnjudged = false;
      onUnjudged(
        new Map(of.map(({ rule, unjudged, forgotten }) => [rule.key, unjudged.size + forgotten] as const)),
      );
    }
    if (waiting.length > 0) {
      job.wake();
    }
  }

  /** Looks at some of the events that wait. */
  function step(of: readonly Watched[]): void {
    const first = waiting[0];
    if (first === undefined) {
      return;
    }
    const { change, before, next } = first;
    first.next = Math.min(change.added.length, next + STEP);
    for (const row of change.added.slice(next, first.next)) {
      lookAt(row, before.get(row.id), of);
    }
    if (first.next === change.added.length) {
      waiting.shift();
    }
  }

  function lookAt(row: EventRow, before: EventRow | undefined, of: readonly Watched[]): void {
    if (before === undefined && row.fromHistory) {
      return;
    }
    for (const each of of) {
      if (before === undefined || !each.test.passes(before)) {
        match(each, row);
      }
    }
    if (!known.hosts.has(row.event.client_id ?? '')) {
      addBounded(unnamed, row.id, MOST_UNNAMED);
    }
  }

  /** Has those looked at again that a filter by host could not let pass, as the name of their machine was not known. */
  function lookAgain(): void {
    const added: EventRow[] = [];
    for (const id of unnamed) {
      const row = events.get(id);
      const isNamed = row !== undefined && (!known.isPart || known.hosts.has(row.event.client_id ?? ''));
      if (isNamed) {
        added.push(row);
      }
      if (isNamed || row === undefined) {
        unnamed.delete(id);
      }
    }
    if (added.length > 0) {
      waiting.push({ change: { added, removed: [] }, before: new Map(), next: 0 });
    }
  }

  /** Alerts for an event that passes. One that may pass and cannot be judged is counted: it must not be lost silently. */
  function match(each: Watched, row: EventRow): void {
    const { rule, test, alerted, unjudged } = each;
    const { id } = row;
    const passes = test.passes(row);
    if (passes && !alerted.has(id)) {
      addBounded(alerted, id, MOST_REMEMBERED);
      onMatch(rule, row);
    }
    if (known.isPart && !passes && test.isUnjudged(row)) {
      isOtherUnjudged ||= !unjudged.has(id);
      each.forgotten += addBounded(unjudged, id, MOST_REMEMBERED) ? 1 : 0;
    } else {
      isOtherUnjudged = unjudged.delete(id) || isOtherUnjudged;
    }
  }

  const named = () => {
    if (unnamed.size > 0) {
      job.wake();
    }
  };
  const ends = [events.subscribe(note), agents.subscribe(named), agentIndex.subscribe(named)];
  return () => {
    ends.forEach((end) => end());
    waiting = [];
  };
}

/** Adds to a set; the one that was added first goes where it would hold more than `most`. Returns whether one went. */
function addBounded(set: Set<string>, value: string, most: number): boolean {
  set.add(value);
  if (set.size <= most) {
    return false;
  }
  const [first] = set;
  return set.delete(first as string);
}
