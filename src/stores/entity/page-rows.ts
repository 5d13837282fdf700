import type { Agent } from '../../contract/agent.ts';
import type { Session } from '../../contract/session.ts';
import { jsonText } from '../../lib/json-text.ts';
import { formatCount } from '../../lib/format-number.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { Sorting } from '../base/list-view.ts';
import type { CountedListId } from '../counts/count-measures.ts';
import type { CountRow } from '../counts/count-rows.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Rows } from '../base/row-list.ts';
import type { EventDigest, Group } from './event-digest.ts';

/** What a group of events has in common. */
export type GroupKind = 'version' | 'machine' | 'package' | 'reason' | 'wording' | 'ecosystem';

/**
 * A row of a page. Headings and the titles of columns are passed over by the cursor; a note may take several lines.
 */
export type PageRow = { readonly id: string } & (
  | { readonly kind: 'heading'; readonly title: string; readonly note: string }
  | {
      readonly kind: 'titles';
      readonly of: 'event' | 'session' | 'count' | GroupKind;
      readonly table?: CountTable;
    }
  | {
      readonly kind: 'fact';
      readonly label: Untrusted;
      readonly value: Untrusted;
      readonly isName: boolean;
      /** It is made of the events that pass the query of the page. */
      readonly isOfEvents?: true;
    }
  | { readonly kind: 'note'; readonly text: Untrusted; readonly tone: 'plain' | 'dim' | 'warn' | 'bad' }
  | { readonly kind: 'event'; readonly row: EventRow }
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'agent'; readonly agent: Agent; readonly why: string }
  | { readonly kind: 'group'; readonly of: GroupKind; readonly group: Group }
  /** How often a value occurs in the field that is counted by. */
  | { readonly kind: 'count'; readonly table: CountTable; readonly row: CountRow }
  /** Enter asks the server for more. */
  | { readonly kind: 'more'; readonly what: 'older-events' | 'sessions'; readonly text: string }
);

/** Units of amounts of which the specification says nothing. */
export interface CountUnits {
  readonly cost: Untrusted | undefined;
  readonly latency: string | undefined;
}

/** Counts of the rows of a list by a field, and how they are sorted. */
export interface CountTable {
  readonly of: CountedListId;
  readonly field: string;
  readonly sort: Sorting | undefined;
  /** In what its costs and latencies are, where the data says so. */
  readonly units: CountUnits;
}

/** Whether the cursor can stand on a row. */
export function isSelectable({ kind }: PageRow): boolean {
  return kind !== 'heading' && kind !== 'titles';
}

/** So many rows of each section are shown; the feed shows all of them. */
const SHOWN_EVENTS = 100;
const SHOWN_GROUPS = 50;
const SHOWN_SESSIONS = 200;

/** The heading of a section. */
export function headingRow(title: string, note = ''): PageRow {
  return { id: `heading ${title}`, kind: 'heading', title, note };
}

/** A sentence; `id` distinguishes it from the others of its page. */
export function noteRow(id: string, text: string, tone: 'plain' | 'dim' | 'warn' | 'bad' = 'plain'): PageRow {
  return { id: `note ${id}`, kind: 'note', text: asUntrusted(text), tone };
}

/** A label and what it says. */
export function factRow(label: string, value: string, isName = false): PageRow {
  return {
    id: `fact ${label}`,
    kind: 'fact',
    label: asUntrusted(label),
    value: asUntrusted(value),
    isName,
  };
}

/** Everything that the server sent of a record, a field each. */
export function fieldRows(raw: Readonly<Record<string, unknown>>): readonly PageRow[] {
  return Object.entries(raw).map(([label, value]) => ({
    id: `field ${label}`,
    kind: 'fact',
    label: asUntrusted(label),
    value: asUntrusted(typeof value === 'string' ? value : jsonText(value)),
    isName: typeof value === 'string',
  }));
}

/** The newest events of a page, so many at most. */
export function eventRows(rows: Rows<EventRow>, most = SHOWN_EVENTS): readonly PageRow[] {
  return rows.length === 0
    ? []
    : [
        { id: 'titles event', kind: 'titles', of: 'event' },
        ...rows.slice(0, most).map((row): PageRow => ({ id: `event ${row.id}`, kind: 'event', row })),
        ...left('events', rows.length - most, 'Related leads to all of them in the feed'),
      ];
}

/** A section of groups, of events up to where `reach` says; none when there is nothing to list apart. */
export function groupSection(
  title: string,
  of: GroupKind,
  groups: readonly Group[],
  reach: string,
): readonly PageRow[] {
  return groups.length === 0
    ? []
    : [
        headingRow(title, `${formatCount(groups.length)}${reach}`),
        { id: `titles ${of}`, kind: 'titles', of },
        ...groups
          .slice(0, SHOWN_GROUPS)
          .map((group): PageRow => ({ id: `${of} ${group.key}`, kind: 'group', of, group })),
        ...left(`of ${title}`, groups.length - SHOWN_GROUPS, 'Related leads to all of them in the feed'),
      ];
}

/** The sessions of a machine, last activity first. */
export function sessionRows(sessions: readonly Session[]): readonly PageRow[] {
  return sessions.length === 0
    ? []
    : [
        { id: 'titles session', kind: 'titles', of: 'session' },
        ...sessions
          .slice(0, SHOWN_SESSIONS)
          .map((session): PageRow => ({ id: `session ${session.id}`, kind: 'session', session })),
        ...left('sessions', sessions.length - SHOWN_SESSIONS, 'Related leads to all of them in their list'),
      ];
}

function left(what: string, count: number, how: string): readonly PageRow[] {
  return count <= 0 ? [] : [noteRow(`left ${what}`, `and ${formatCount(count)} more; ${how}`, 'dim')];
}

/** How often each outcome came, in words: `3 block, 10 review, 1,221 allow`. */
export function outcomeWords({ outcomes }: Group): string {
  const { block, review, allow, other } = outcomes;
  return [
    `${formatCount(block)} block`,
    `${formatCount(review)} review`,
    `${formatCount(allow)} allow`,
    ...(other === 0 ? [] : [`${formatCount(other)} other`]),
  ].join(', ');
}

/** The groups of a digest that were not only let through. */
export function troubled(groups: EventDigest['packages']): readonly Group[] {
  return groups.filter(({ outcomes }) => outcomes.block + outcomes.review + outcomes.other > 0);
}
