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
  /** Where the last one was done. */
  readonly origin: EventOrigin;
  /** The last one. */
  readonly id: Untrusted;
}

type Collected = { -readonly [Field in keyof HuntFinding]: HuntFinding[Field] };

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
      noteTime(known, event, time);
    } else if (this.#found.size < MOST_FINDINGS) {
      const seen = { count: 1, first: time, last: time, origin: originOfEvent(event), id };
      this.#found.set(key, { key, ...what, package: name, verdict, entries, ...seen });
    } else {
      this.#left++;
    }
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
  const isLater =
    right.last !== undefined &&
    (left.last === undefined || right.last > left.last || (right.last === left.last && right.id > left.id));
  return {
    ...(isLater ? right : left),
    count: left.count + right.count,
    first:
      left.first === undefined || right.first === undefined
        ? (left.first ?? right.first)
        : Math.min(left.first, right.first),
  };
}

function noteTime(finding: Collected, event: SecurityEvent, time: number | undefined): void {
  if (time === undefined) {
    return;
  }
  const { first, last, id } = finding;
  finding.first = first === undefined ? time : Math.min(first, time);
  if (last === undefined || time > last || (time === last && event.id > id)) {
    finding.last = time;
    finding.id = event.id;
    finding.origin = originOfEvent(event);
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
