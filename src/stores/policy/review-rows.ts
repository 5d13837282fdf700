import { withoutBlanks } from '../../lib/text-cleaning.ts';
import type { Policy } from '../../contract/policy.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { PolicyDifference } from './policy-differences.ts';
import { differencesBetween, differencesFrom } from './select-differences.ts';

/** A row of a review: a change, or many elements of one list that go the same way, which can be unfolded. */
export type ReviewRow =
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly difference: PolicyDifference;
      /** Its place among all changes, from 0. */
      readonly place: number;
    }
  | {
      readonly kind: 'run';
      readonly id: string;
      /** The first of its changes, and its place among all changes. */
      readonly first: PolicyDifference;
      readonly place: number;
      readonly count: number;
      readonly isOpen: boolean;
    };

/** A list of changes as it opens. */
export const FIRST_LOOK = {
  cursor: undefined,
  unfolded: new Set<string>(),
  search: '',
  onlyLoosening: false,
  wholeTop: undefined,
} as const;

/** Fewer are listed each by itself: what may let more through for as long as it is taken in at a glance. */
const LEAST_RUN: Readonly<Record<PolicyDifference['effect'], number>> = {
  loosens: 10,
  unclear: 10,
  tightens: 4,
};

/** How a list of changes is looked at. */
export interface ReviewView {
  /** The id of the row under the cursor; undefined for the first. */
  readonly cursor: string | undefined;
  /** The runs that are unfolded, by id. */
  readonly unfolded: ReadonlySet<string>;
  readonly search: string;
  readonly onlyLoosening: boolean;
}

/** What is reviewed: a draft over what is stored, or two versions side by side. */
type Reviewed = ReviewView &
  (
    | {
        readonly kind: 'policy-review';
        readonly stored: Policy;
        readonly changes: Readonly<Record<string, unknown>>;
      }
    | {
        readonly kind: 'policy-comparison';
        readonly from: { readonly policy: Policy };
        readonly to: { readonly policy: Policy };
      }
  );

/** The changes that a review or a comparison is about, what loosens first. */
export function differencesOf(dialog: Reviewed): readonly PolicyDifference[] {
  return dialog.kind === 'policy-review'
    ? differencesFrom(dialog.stored, dialog.changes)
    : differencesBetween(dialog.from.policy, dialog.to.policy);
}

/** The rows that a review or a comparison lists now. */
export function rowsOfReview(dialog: Reviewed): readonly ReviewRow[] {
  return listRows(
    differencesOf(dialog),
    dialog.unfolded,
    withoutBlanks(dialog.search).toLowerCase(),
    dialog.onlyLoosening,
  );
}

/** How many changes the rows stand for; what stands in a run counts once, whether it is unfolded or not. */
export function changesIn(rows: readonly ReviewRow[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'change' ? 1 : row.isOpen ? 0 : row.count), 0);
}

/** Changes in runs, each run in one row. */
export function foldedRows(differences: readonly PolicyDifference[]): readonly ReviewRow[] {
  return listRows(differences, FIRST_LOOK.unfolded, FIRST_LOOK.search, FIRST_LOOK.onlyLoosening);
}

/** The place of the row under the cursor among these; the first one when it is not listed. */
export function cursorOfReview(rows: readonly ReviewRow[], { cursor }: Pick<ReviewView, 'cursor'>): number {
  return cursor === undefined ? 0 : (placesOf(rows).get(cursor) ?? 0);
}

const placesOf = memoizeLast(
  (rows: readonly ReviewRow[]): ReadonlyMap<string, number> =>
    new Map(rows.map(({ id }, place) => [id, place])),
);

const listRows = memoizeLast(
  (
    differences: readonly PolicyDifference[],
    unfolded: ReadonlySet<string>,
    words: string,
    onlyLoosening: boolean,
  ): readonly ReviewRow[] => {
    const rows: ReviewRow[] = [];
    let place = 0;
    while (place < differences.length) {
      const first = differences[place] as PolicyDifference;
      const end = endOfRun(differences, place);
      const isRun = first.how !== 'set' && words === '' && end - place >= LEAST_RUN[first.effect];
      const id = `${first.field} ${first.how}`;
      const isOpen = unfolded.has(id);
      if (onlyLoosening && first.effect === 'tightens') {
        break;
      }
      if (isRun) {
        rows.push({ kind: 'run', id, first, place, count: end - place, isOpen });
      }
      for (; place < end; place++) {
        const difference = differences[place] as PolicyDifference;
        if ((!isRun || isOpen) && holds(difference, words)) {
          rows.push({ kind: 'change', id: `change ${place}`, difference, place });
        }
      }
    }
    return rows;
  },
);

/** Where the changes of the same field end that go the same way. */
function endOfRun(differences: readonly PolicyDifference[], from: number): number {
  const first = differences[from] as PolicyDifference;
  let end = from + 1;
  for (; end < differences.length; end++) {
    const { field, how, effect } = differences[end] as PolicyDifference;
    if (field !== first.field || how !== first.how || effect !== first.effect) {
      break;
    }
  }
  return end;
}

function holds({ field, before, after, effect }: PolicyDifference, words: string): boolean {
  return words === '' || [field, before, after, effect].some((text) => text.toLowerCase().includes(words));
}
