import { delay, type Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { measureOf, type Completeness } from '../../stores/base/completeness.ts';
import { selectListedCompleteness } from '../../stores/events/feed-completeness.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { selectMarked } from '../../stores/view/count-marks.ts';
import { MarkSet, MarkSetBuilder } from '../../stores/base/mark-set.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { listOf } from '../../stores/base/tab.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { idsOfRow, isRowMarked, type VisibleRows } from '../../stores/base/visible-rows.ts';
import { activeList } from '../base/active-list.ts';
import { notify, type Command, type CommandContext } from '../base/command.ts';
import { LIST_SOURCES } from './list-sources.ts';
import type { Marking } from './list-source.ts';
import { freezeRows } from './pin-cursor.ts';

/** How the rows of the active pane are marked; undefined where none can be. */
function markingOf({ stores }: CommandContext): Marking | undefined {
  const list = listOf(stores.view.getState().tab);
  return list === undefined ? undefined : LIST_SOURCES[list].marking;
}

function disabledReason(context: CommandContext): string | undefined {
  return markingOf(context) === undefined ? 'This pane has nothing to mark.' : undefined;
}

function toggleMark(context: CommandContext): void {
  const { stores, clock } = context;
  const { tab } = stores.view.getState();
  freezeRows(context);
  const rows = activeList(stores, clock);
  const pane = stores.view.getState()[tab];
  const index = selectedIndex(stores, tab, rows);
  const ids = idsOfRow(rows, index);
  if (ids.length === 0) {
    notify(context, 'There is no row under the cursor.');
    return;
  }
  const before = MarkSet.of(pane.marks);
  const marks = isRowMarked(rows, index, pane.marks) ? before.without(ids) : before.with(ids);
  updatePane(stores.view, tab, { marks, cursor: rows.idAt(Math.min(rows.length - 1, index + 1)) });
  stores.view.setState({ detailTop: 0 });
}

/** So many rows are marked before the time is asked for, and for so many milliseconds before keys have their turn. */
const STEP = 64;
const PIECE = 3;

/** Marks all rows that are listed now; those that come later are not marked. */
async function markAll(context: CommandContext): Promise<void> {
  const { stores, clock } = context;
  const { tab } = stores.view.getState();
  const marking = markingOf(context);
  if (marking === undefined) {
    return;
  }
  freezeRows(context);
  const rows = marking.all(context);
  const before = stores.view.getState()[tab].marks;
  const count = marking.expect?.(stores, before);
  const marks = await withAll(MarkSet.of(before), rows, clock);
  if (stores.view.getState()[tab].marks !== before) {
    notify(context, 'Nothing was marked: the marks were changed meanwhile.');
    return;
  }
  count?.(marks, marks.size - before.size);
  updatePane(stores.view, tab, { marks });
  const elsewhere = marks.size - rows.length;
  const counted = completenessOfList(context);
  const ofAll =
    counted === 'all' ? 'all that pass the filters' : `those that pass the filters${measureOf(counted)}`;
  notify(
    context,
    `${formatCount(rows.length)} ${marking.noun}${rows.length === 1 ? '' : 's'} marked: ${ofAll}${elsewhere > 0 ? `, and ${formatCount(elsewhere)} that they hide` : ''}`,
  );
}

/** How much of what there is the list of the active pane holds. */
function completenessOfList({ stores }: CommandContext): Completeness {
  const list = listOf(stores.view.getState().tab);
  return list === undefined
    ? 'all'
    : list === 'events'
      ? selectListedCompleteness(stores)
      : LISTS[list].counted(stores);
}

type Places = Pick<VisibleRows, 'length' | 'idAt'>;

async function withAll(marks: MarkSet, rows: Places, clock: Clock): Promise<MarkSet> {
  const all = new MarkSetBuilder(marks);
  let end = clock.monotonic() + PIECE;
  for (let index = 0; index < rows.length; index++) {
    const id = rows.idAt(index);
    if (id !== undefined) {
      all.add(id);
    }
    if (index % STEP === STEP - 1 && clock.monotonic() >= end) {
      await delay(clock, 0);
      end = clock.monotonic() + PIECE;
    }
  }
  return all.marks();
}

/** Marking rows, for what is done with several at once. Marks stay on their rows whatever is filtered or read again. */
export const markCommands: readonly Command[] = [
  {
    id: 'marks.toggle',
    title: 'Mark the row or take its mark away, and go to the next one',
    scope: 'list',
    onRow: true,
    disabledReason,
    run: toggleMark,
  },
  {
    id: 'marks.add-all',
    title: 'Mark all rows that pass the filters, those off the screen too',
    scope: 'list',
    disabledReason,
    run: (context) => void markAll(context),
  },
  {
    id: 'marks.clear',
    title: 'Take all marks of this list away',
    scope: 'list',
    disabledReason,
    run(context) {
      const { stores } = context;
      const { tab } = stores.view.getState();
      const count = selectMarked(stores, tab);
      updatePane(stores.view, tab, { marks: new Set() });
      notify(context, count === 0 ? 'Nothing was marked.' : `${formatCount(count)} unmarked`);
    },
  },
];
