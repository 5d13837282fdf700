import { rememberLast } from '../remember-last.ts';
import type { Stores } from '../stores.ts';
import type { Tab } from '../view-store.ts';

type Marks = ReadonlySet<string>;

/** How many of the marked rows there still are, whether the filters show them or not. */
export function selectMarked(stores: Stores, tab: Tab): number {
  const { marks } = stores.view.getState()[tab];
  if (marks.size === 0) {
    return 0;
  }
  switch (tab) {
    case 'events':
      return stores.events.getState().droppedThrough === undefined
        ? marks.size
        : countEvents(marks, stores.events, stores.events.getState().droppedThrough);
    case 'agents':
      return countRows(marks, stores.agents.getState().data?.rows ?? []);
    case 'sessions':
      return countRows(marks, stores.sessions.getState().data?.rows ?? []);
    case 'llm':
    case 'overview':
    case 'policy':
      return marks.size;
  }
}

/** Events leave only at the old end, where the bound drops them: between two times of that, nothing is counted again. */
const countEvents = rememberLast(
  (marks: Marks, events: Pick<Stores['events'], 'has'>, _droppedThrough: number | undefined): number =>
    [...marks].reduce((count, id) => count + (events.has(id) ? 1 : 0), 0),
);

const countRows = rememberLast((marks: Marks, rows: readonly { readonly id: string }[]): number =>
  rows.reduce((count, { id }) => count + (marks.has(id) ? 1 : 0), 0),
);
