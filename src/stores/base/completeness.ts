import { formatCount } from '../../lib/format-number.ts';
import { memoizeSame } from './memoize-last.ts';
import type { Listing } from './listing.ts';

/**
 * What a figure counts: all that there is, or as much as was read of how many there are. `isOver` says that no more will be
 * read, `isUnverified` that nobody can say whether it is all. Each total, share and "none" that is made of a list carries
 * it to where it is shown or written.
 */
export type Completeness =
  | 'all'
  | {
      readonly read: number;
      /** Undefined where the server does not say how many there are. */
      readonly of: number | undefined;
      readonly isOver?: boolean;
      readonly isUnverified?: boolean;
    };

/**
 * How much of what there is a list holds: of one that was never read nothing, so far. Rows that could not be read are counted
 * by nothing that is made of it.
 */
export function completenessOf(listing: Listing<unknown> | undefined): Completeness {
  if (listing === undefined) {
    return { read: 0, of: undefined };
  }
  const { rows, total, damaged, reading, doubt } = listing;
  const of = Math.max(total ?? 0, reading?.of ?? 0, rows.length + damaged.length);
  if (reading !== undefined) {
    return { read: rows.length, of: of > rows.length ? of : undefined };
  }
  if (doubt !== undefined) {
    return { read: rows.length, of: undefined, isUnverified: true };
  }
  return of > rows.length ? { read: rows.length, of, isOver: true } : 'all';
}

/**
 * The words that stand behind a figure, the longest first; the shorter ones mean the same. One empty text where all is
 * counted: ` so far (500 of 20,000)`, ` so far`; or ` (5,000 of 9,000 read)`,
 * ` (5,000 read)`, ` in part` where no more is; or ` (5,000 read, unverified)`, ` (unverified)`, ` known`.
 */
export function measureForms(completeness: Completeness): readonly [string, ...string[]] {
  if (completeness === 'all') {
    return [''];
  }
  const { of, isOver = false, isUnverified = false } = completeness;
  const read = formatCount(completeness.read);
  const measure = of === undefined ? read : `${read} of ${formatCount(of)}`;
  if (isUnverified) {
    return [` (${measure} read, unverified)`, ' (unverified)', ' known'];
  }
  return isOver ? [` (${measure} read)`, ` (${read} read)`, ' in part'] : [` so far (${measure})`, ' so far'];
}

/** The longest of these words that have room in so many columns; the shortest where none has. */
export function measureIn(columns: number, completeness: Completeness): string {
  const forms = measureForms(completeness);
  return forms.find(({ length }) => length <= columns) ?? forms.at(-1) ?? '';
}

/** The same in full, for where there is always room: messages, files and the names of menus. */
export function measureOf(completeness: Completeness): string {
  return measureForms(completeness)[0];
}

/** What a file says of itself that does not hold all; undefined where it does. */
export function incompleteRecord(completeness: Completeness):
  | {
      readonly incomplete: {
        readonly read: number;
        readonly of: number | null;
        readonly unverified?: boolean;
      };
    }
  | undefined {
  return completeness === 'all'
    ? undefined
    : {
        incomplete: {
          read: completeness.read,
          of: completeness.of ?? null,
          ...(completeness.isUnverified === true ? { unverified: true } : {}),
        },
      };
}

/** Gives the same object for as long as it says the same, for what is remembered by it. */
export function rememberCompleteness(): (completeness: Completeness) => Completeness {
  const same = memoizeSame<Exclude<Completeness, 'all'>>();
  return (completeness) => (completeness === 'all' ? completeness : same(completeness));
}
