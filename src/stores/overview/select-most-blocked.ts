import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { selectHostByClient } from '../agents/select-agents.ts';
import type { Completeness } from '../base/completeness.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { EventDigest, Group } from '../entity/event-digest.ts';
import { feedCompleteness } from '../events/feed-completeness.ts';
import { anyNumbers } from '../events/reason-template.ts';
import { termText } from '../query/value-text.ts';
import type { OverviewSlice } from './overview-slice.ts';
import { feedReach } from './select-block-counts.ts';

/** What most blocks of the last day have in common, in the order in which it is shown. */
const FIELDS = ['packages', 'machines', 'reasons'] as const;
export type BlockedField = (typeof FIELDS)[number];

/** So many of each can be gone to; `#` in the feed counts all of them. */
const MOST_VALUES = 8;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What is dated later than this after now is not of the last day. */
const FUTURE = 5 * MINUTE;

/** A value that blocks of the last day have in common. */
export interface BlockedValue {
  /** The same as long as it is among them. */
  readonly id: string;
  /** What shows its blocks in the feed. */
  readonly query: string;
  /** The name that is shown. */
  readonly name: Untrusted;
  readonly blocks: number;
}

/** The values of each field, those with most blocks first. */
export interface MostBlockedValues {
  readonly fields: readonly { readonly field: BlockedField; readonly values: readonly BlockedValue[] }[];
  /**
   * How many blocks they are of, and over how long those were counted, in milliseconds: a day, or as far back as every block
   * is here. Blocks without a time that can be read are not among them.
   */
  readonly blocks: number;
  readonly over: number;
  readonly counted: Completeness;
}

const valuesOf = memoizeLast(
  (digest: EventDigest, hosts: ReadonlyMap<string, Untrusted>): MostBlockedValues['fields'] =>
    FIELDS.map((field) => ({
      field,
      values: digest[field]
        .filter(({ value = '' }) => withoutBlanks(value) !== '')
        .slice(0, MOST_VALUES)
        .map((group) => valueOf(field, group, hosts)),
    })),
);

function valueOf(
  field: BlockedField,
  { key, value = asUntrusted(''), ecosystem, outcomes: { block } }: Group,
  hosts: ReadonlyMap<string, Untrusted>,
): BlockedValue {
  return {
    id: `most ${field} ${key}`,
    query: `since:24h ${termsOf(field, value, ecosystem)}`,
    name: field === 'machines' ? hostOrClient(value, hosts) : value,
    blocks: block,
  };
}

/** A host without a name is known by its client. */
function hostOrClient(client: Untrusted, hosts: ReadonlyMap<string, Untrusted>): Untrusted {
  const host = hosts.get(client);
  return host === undefined || withoutBlanks(host) === '' ? client : host;
}

function termsOf(field: BlockedField, value: Untrusted, ecosystem: Untrusted | undefined): string {
  const term = (name: string, text: string) => termText({ name, kind: 'text' }, text, false);
  switch (field) {
    case 'packages': {
      const from = ecosystem === undefined ? '' : ` ${term('ecosystem', ecosystem)}`;
      return `${term('package', value)}${from}`;
    }
    case 'machines':
      return term('client', value);
    case 'reasons':
      return `reason:${anyNumbers(value)}`;
  }
}

/** What most blocks of the last day have in common, as far as the feed reaches back; undefined before anything was read. */
export function selectMostBlocked(stores: OverviewSlice, now: number): MostBlockedValues | undefined {
  const reach = feedReach(stores, { outcome: 'block' }, now);
  const minute = Math.floor(now / MINUTE) * MINUTE;
  const { digest, looking } = stores.mostBlocked.look({
    // Before that there may be blocks that were read for a filter, and others that were not.
    since: Math.max(minute - DAY, now - (reach ?? 0)),
    until: minute + FUTURE,
  });
  return reach === undefined || digest === undefined
    ? undefined
    : {
        fields: valuesOf(digest, selectHostByClient(stores)),
        blocks: digest.whole?.events ?? 0,
        over: Math.min(DAY, reach),
        counted:
          looking === undefined
            ? feedCompleteness(stores.events.getState())
            : { read: looking.looked, of: looking.of },
      };
}
