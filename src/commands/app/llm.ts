import { asTyped } from '../../lib/untrusted.ts';
import { discoverColumns, discoverFields } from '../../stores/llm/llm-fields.ts';
import type { LlmTotals } from '../../stores/llm/llm-totals.ts';
import { nameText, quoted } from '../../stores/query/value-text.ts';
import { selectLlmSums, selectLlmTotals, selectVisibleLlmCalls } from '../../stores/llm/select-llm-calls.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import type { Sorting } from '../../stores/base/list-view.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { TOTALS_ORDERS, usualTotals } from '../../stores/llm/sort-totals.ts';
import { chooseOrder, chooseSorting } from '../base/sorting.ts';

/** Shows the calls or what they add up to, each with the cursor where it was. */
function show({ stores: { view } }: CommandContext, shows: 'calls' | 'totals'): void {
  const { cursor, otherCursor, shows: shown } = view.getState().llm;
  if (shows !== shown) {
    updatePane(view, 'llm', { shows, cursor: otherCursor, otherCursor: cursor });
    view.setState({ detailTop: 0 });
  }
}

/** A term that lets through the calls of that model or provider; nothing where the data has none. */
function termFor(
  field: string | undefined,
  totals: LlmTotals | undefined,
  role: 'model' | 'provider',
): readonly string[] {
  const found = totals?.[role];
  if (field === undefined || found === undefined) {
    return [];
  }
  const value = asTyped(found);
  return [`${nameText(field)}:${quoted(value)}`];
}

/** Shows the calls of the model or provider under the cursor, by a query in place of the one that was typed. */
function showCallsOfTotals(context: CommandContext): void {
  const { stores } = context;
  const totals = selectLlmTotals(stores);
  const selected = totals[selectedIndex(stores, 'llm', visibleRows(totals))];
  const fields = discoverFields(selectVisibleLlmCalls(stores));
  const terms = [
    ...termFor(fields.model, selected, 'model'),
    ...(selected?.kind === 'all' ? [] : termFor(fields.provider, selected, 'provider')),
  ];
  show(context, 'calls');
  if (terms.length > 0) {
    const text = terms.join(' ');
    updatePane(stores.view, 'llm', { cursor: undefined, text });
    stores.filterMemory.remember('llm', text);
  }
}

/** What can be done with LLM calls. */
export const llmCommands: readonly Command[] = [
  {
    id: 'llm.open',
    title: 'Open the detail of the call, or show the calls of the totals',
    hint: 'open',
    scope: 'llm',
    onRow: true,
    disabledReason: ({ stores }) =>
      selectVisibleLlmCalls(stores).length === 0 ? 'There is no call under the cursor.' : undefined,
    run(context) {
      const { stores } = context;
      if (stores.view.getState().llm.shows === 'totals') {
        showCallsOfTotals(context);
        return;
      }
      updatePane(stores.view, 'llm', { detail: true });
      stores.view.setState({ focus: 'detail', detailTop: 0 });
    },
  },
  {
    id: 'llm.toggle-totals',
    title: 'Totals and cost over time, or the calls again',
    hint: 'totals',
    scope: 'llm',
    run: (context) =>
      show(context, context.stores.view.getState().llm.shows === 'calls' ? 'totals' : 'calls'),
  },
  {
    id: 'llm.choose-sorting',
    title: 'Sort the calls by a column, or the totals by a figure',
    hint: 'sort',
    scope: 'llm',
    disabledReason: ({ stores }) =>
      stores.view.getState().llm.shows === 'calls' &&
      discoverColumns(selectVisibleLlmCalls(stores)).length === 0
        ? 'No LLM call is listed, so there is no column to sort by.'
        : undefined,
    run(context) {
      const { view } = context.stores;
      const { shows, totalsSort: sort } = view.getState().llm;
      if (shows === 'totals') {
        const keep = (chosen: Sorting | undefined) => updatePane(view, 'llm', { totalsSort: chosen });
        const usual = usualTotals(selectLlmSums(context.stores)?.all).column;
        chooseOrder(context, { sort, columns: TOTALS_ORDERS, usual, keep });
        return;
      }
      const calls = selectVisibleLlmCalls(context.stores);
      const { time } = discoverFields(calls);
      chooseSorting(
        context,
        'llm',
        discoverColumns(calls).map(({ name, kind }) => ({
          column: name,
          meaning: name,
          descending: kind === 'number' || name === time,
        })),
        time,
      );
    },
  },
  {
    id: 'llm.toggle-suspicious',
    title: 'Show only calls with suspicious names, or all again',
    scope: 'llm',
    run({ stores: { view } }) {
      updatePane(view, 'llm', { suspicious: !view.getState().llm.suspicious });
    },
  },
];
