import type { SecurityEvent } from '../../contract/event.ts';
import { OUTCOMES } from '../../contract/values.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import { originOfEvent, type EventOrigin } from '../sessions/session-of-event.ts';
import type { ListEntry } from './hunt-list.ts';
import type { ListMatch } from './list-matcher.ts';

/** What is known of one machine and one version of a listed package with one outcome. */
export interface HuntFinding {
  /** The same for the same machine, version, outcome and type. */
  readonly key: string;
  readonly client: Untrusted | undefined;
  readonly ecosystem: Untrusted | undefined;
  readonly package: Untrusted;
  readonly version: Untrusted | undefined;
  readonly outcome: Untrusted | undefined;
  readonly type: Untrusted | undefined;
  readonly verdict: ListMatch['verdict'];
  readonly entries: readonly ListEntry[];
  /** Events. */
  readonly count: number;
  /** Milliseconds; undefined where no event carries a time that can be read. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** The last of those that carry a time, the newest first. */
  readonly moments: readonly FoundMoment[];
}

/** When and where one of the events of a finding was done. */
export interface FoundMoment {
  readonly id: Untrusted;
  readonly time: number;
  readonly origin: EventOrigin;
}

type Collected = { -readonly [Field in keyof HuntFinding]: HuntFinding[Field] };

/** So many moments of a finding are kept, and one of each where there are very many findings. */
const MOST_MOMENTS = 8;
const MANY = 10_000;

/** Rows are kept up to this number: beyond it no table is read by anybody, and memory would not be bounded. */
export const MOST_FINDINGS = 200_000;

/** Gathers events that a list names, in any order, each given once; of the events nothing is kept but what a finding says. */
export class HuntFindings {
  readonly #found = new Map<string, Collected>();
  #left = 0;

  add(event: SecurityEvent, time: number | undefined, { verdict, entries }: ListMatch): void {
    const { id, client_id: client, outcome, type, subject } = event;
    const what = { client, ecosystem: subject?.ecosystem, version: subject?.version, outcome, type };
    const name = subject?.package ?? asUntrusted('');
    const key = JSON.stringify([name, ...Object.values(what).map((value) => value ?? null)]);
    const known = this.#found.get(key);
    if (known !== undefined) {
      known.count++;
      noteTime(known, event, time, this.#found.size > MANY ? 1 : MOST_MOMENTS);
    } else if (this.#found.size < MOST_FINDINGS) {
      const moments = time === undefined ? [] : [{ id, time, origin: originOfEvent(event) }];
      const seen = { count: 1, first: time, last: time, moments };
      this.#found.set(key, { key, ...what, package: name, verdict, entries, ...seen });
    } else {
      this.#left++;
    }
  }

  /** Takes the findings of other events. */
  addAll(others: HuntFindings): void {
    for (const [key, finding] of others.#found) {
      const known = this.#found.get(key);
      if (known !== undefined) {
        this.#found.set(key, joined(known, finding));
      } else if (this.#found.size < MOST_FINDINGS) {
        this.#found.set(key, { ...finding });
      } else {
        this.#left += finding.count;
      }
    }
    this.#left += others.#left;
  }

  /** Rows. */
  get size(): number {
    return this.#found.size;
  }

  /** Events beyond the rows that are kept. */
  get left(): number {
    return this.#left;
  }

  /** All findings by machine as it is called, package, version, outcome, and whether it was installed. */
  sorted(hosts: HostByClient): readonly HuntFinding[] {
    return [...this.#found.values()].sort((left, right) => compareFindings(left, right, hosts));
  }

  /** All findings in no order; they change with what is added. */
  values(): Iterable<HuntFinding> {
    return this.#found.values();
  }
}

/** Findings between two pauses. */
const STEP = 256;

/** The findings of parts that have no event in common as one, as they are now; made in small pieces. */
export function* mergeFindings(parts: readonly HuntFindings[]): Generator<void, readonly HuntFinding[]> {
  const merged = new Map<string, HuntFinding>();
  let steps = 0;
  for (const part of parts) {
    for (const finding of part.values()) {
      const other = merged.get(finding.key);
      merged.set(finding.key, other === undefined ? { ...finding } : joined(other, finding));
      if (++steps % STEP === 0) {
        yield;
      }
    }
  }
  return [...merged.values()];
}

function joined(left: HuntFinding, right: HuntFinding): HuntFinding {
  const either = (one: number | undefined, other: number | undefined, choose: typeof Math.min) =>
    one === undefined || other === undefined ? (one ?? other) : choose(one, other);
  return {
    ...left,
    count: left.count + right.count,
    first: either(left.first, right.first, Math.min),
    last: either(left.last, right.last, Math.max),
    moments: [...left.moments, ...right.moments].sort(newestFirst).slice(0, MOST_MOMENTS),
  };
}

function newestFirst(left: FoundMoment, right: FoundMoment): number {
  return right.time - left.time || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
}

function noteTime(finding: Collected, event: SecurityEvent, time: number | undefined, most: number): void {
  if (time === undefined) {
    return;
  }
  const { first = time, last = time, moments } = finding;
  finding.first = Math.min(first, time);
  finding.last = Math.max(last, time);
  const oldest = moments[most - 1];
  if (oldest === undefined || time >= oldest.time) {
    const moment = { id: event.id, time, origin: originOfEvent(event) };
    finding.moments = [...moments, moment].sort(newestFirst).slice(0, most);
  }
}

/** Compares findings by machine as it is called, package, version, outcome, and whether it was installed. */
export function compareFindings(left: HuntFinding, right: HuntFinding, hosts: HostByClient): number {
  return (
    compareTexts(machineOf(left, hosts), machineOf(right, hosts)) ||
    compareTexts(left.client, right.client) ||
    compareTexts(left.package, right.package) ||
    compareTexts(left.version, right.version) ||
    placeOf(left.outcome) - placeOf(right.outcome) ||
    compareTexts(left.outcome, right.outcome) ||
    compareTexts(right.type, left.type) ||
    compareTexts(left.ecosystem, right.ecosystem)
  );
}

/** What its machine is called: its host, or its client where no agent names that. */
export function machineOf({ client }: Pick<HuntFinding, 'client'>, hosts: HostByClient): string | undefined {
  return client === undefined ? undefined : (hosts.get(client) ?? client);
}

const ORDER: ReadonlyMap<string | undefined, number> = new Map(
  OUTCOMES.map((outcome, index) => [outcome, index]),
);

const placeOf = (outcome: string | undefined) => ORDER.get(outcome) ?? OUTCOMES.length;

function compareTexts(left = '', right = ''): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
