import type { Untrusted } from '../../lib/untrusted.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Rows } from '../base/row-list.ts';
import type { RowsByOutcome } from '../events/event-histogram.ts';
import type { PageSubject } from './page-subject.ts';
import { reasonTemplate } from '../events/reason-template.ts';

/** How often each outcome came; others than those of the specification count as `other`. */
export interface OutcomeCounts {
  readonly block: number;
  readonly review: number;
  readonly allow: number;
  readonly other: number;
}

/** The events that have something in common, times in milliseconds. */
export interface Group {
  readonly key: string;
  readonly value: Untrusted | undefined;
  /** Beside the name of a package: where it is from. */
  readonly ecosystem: Untrusted | undefined;
  readonly events: number;
  readonly outcomes: OutcomeCounts;
  /** Undefined where none has a time that can be read. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** What some events say together, each list with the most blocks first. */
export interface EventDigest {
  /** What it was made of, newest first. */
  readonly rows: Rows<EventRow>;
  /** Those of them that were not allowed, each newest first. */
  readonly byOutcome: Omit<RowsByOutcome, 'all'>;
  /** Those of the older ones that pass the same test, which are counted in nothing. */
  readonly before: Rows<EventRow>;
  /** The test that the events passed; undefined where all count. */
  readonly passes: ((row: EventRow) => boolean) | undefined;
  readonly whole: Group | undefined;
  readonly versions: readonly Group[];
  /** By client id. */
  readonly machines: readonly Group[];
  readonly packages: readonly Group[];
  /** By what reasons say apart from their numbers. */
  readonly reasons: readonly Group[];
  /** Reasons to the letter, of those that the page is about. */
  readonly wordings: readonly Group[];
  /** Events that have the name of the package but are from elsewhere, by ecosystem. */
  readonly elsewhere: readonly Group[];
}

/** Rows between two pauses. */
const STEP = 128;

/** Reasons often repeat to the letter; with so many different ones they do not. */
const MOST_TEMPLATES = 5000;

interface Counting {
  readonly value: Untrusted | undefined;
  readonly ecosystem: Untrusted | undefined;
  events: number;
  block: number;
  review: number;
  allow: number;
  other: number;
  first: number | undefined;
  last: number | undefined;
}

class Groups {
  readonly #byKey = new Map<string, Counting>();

  add(row: EventRow, outcome: string | undefined, value: Untrusted | undefined, ecosystem?: Untrusted): void {
    const key = ecosystem === undefined ? (value ?? '') : `${ecosystem} ${value ?? ''}`;
    let group = this.#byKey.get(key);
    if (group === undefined) {
      const counts = { events: 0, block: 0, review: 0, allow: 0, other: 0 };
      group = { value, ecosystem, ...counts, first: undefined, last: undefined };
      this.#byKey.set(key, group);
    }
    group.events++;
    group[outcome === 'block' || outcome === 'review' || outcome === 'allow' ? outcome : 'other']++;
    if (!row.isUntimed) {
      group.first = Math.min(group.first ?? row.time, row.time);
      group.last = Math.max(group.last ?? row.time, row.time);
    }
  }

  /** The groups, those with most blocks first, then with most reviews, then the largest. */
  get list(): readonly Group[] {
    return [...this.#byKey]
      .map(([key, { value, ecosystem, events, first, last, ...outcomes }]) => ({
        key,
        value,
        ecosystem,
        events,
        outcomes,
        first,
        last,
      }))
      .sort(
        (left, right) =>
          right.outcomes.block - left.outcomes.block ||
          right.outcomes.review - left.outcomes.review ||
          right.events - left.events ||
          (left.key < right.key ? -1 : 1),
      );
  }
}

/** Makes the digest of the events of a page that pass a test, or of events that are on none, in small pieces. */
export function* digestEvents(
  rows: Rows<EventRow>,
  subject: PageSubject | undefined,
  before: Rows<EventRow> = [],
  passes?: (row: EventRow) => boolean,
): Generator<void, EventDigest> {
  const [whole, versions, machines, packages] = [new Groups(), new Groups(), new Groups(), new Groups()];
  const [reasons, wordings, elsewhere] = [new Groups(), new Groups(), new Groups()];
  const templates = new Map<string, Untrusted>();
  const own: EventRow[] = [];
  const byOutcome = {
    block: [] as EventRow[],
    review: [] as EventRow[],
    other: [] as EventRow[],
    untimed: [] as EventRow[],
  };
  let number = 0;
  for (const row of rows) {
    if (number++ % STEP === STEP - 1) {
      yield;
    }
    if (passes?.(row) === false) {
      continue;
    }
    const { subject: about, outcome, client_id: client, payload } = row.event;
    if (subject?.kind === 'package' && about?.ecosystem !== subject.ecosystem) {
      elsewhere.add(row, outcome, about?.ecosystem);
      continue;
    }
    own.push(row);
    if (row.isUntimed) {
      byOutcome.untimed.push(row);
    } else if (outcome !== 'allow') {
      byOutcome[outcome === 'block' ? 'block' : outcome === 'review' ? 'review' : 'other'].push(row);
    }
    whole.add(row, outcome, undefined);
    versions.add(row, outcome, about?.version);
    machines.add(row, outcome, client);
    packages.add(row, outcome, about?.package, about?.ecosystem);
    for (const reason of payload?.reasons ?? []) {
      const template = templates.get(reason) ?? reasonTemplate(reason);
      if (templates.size < MOST_TEMPLATES) {
        templates.set(reason, template);
      }
      reasons.add(row, outcome, template);
      if (subject?.kind === 'reason' && template === subject.template) {
        wordings.add(row, outcome, reason);
      }
    }
  }
  yield;
  let passingBefore = before;
  if (passes !== undefined) {
    const found: EventRow[] = [];
    for (const row of before) {
      if (number++ % STEP === STEP - 1) {
        yield;
      }
      if (passes(row)) {
        found.push(row);
      }
    }
    passingBefore = found;
  }
  return {
    before: passingBefore,
    byOutcome,
    passes,
    rows: own.length === rows.length ? rows : own,
    whole: whole.list[0],
    versions: versions.list,
    machines: machines.list,
    packages: packages.list,
    reasons: reasons.list,
    wordings: wordings.list,
    elsewhere: elsewhere.list,
  };
}
