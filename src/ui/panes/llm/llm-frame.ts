import { unknownFieldIn } from '../../../stores/view/unknown-field.ts';
import { STATUS } from '../../../contract/status.ts';
import { type Zone } from '../../../lib/zoned-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatClock, zoneOf } from '../../../lib/format-time.ts';
import { discoverColumns } from '../../../stores/llm/llm-fields.ts';
import { timeOfLlmCall, type LlmCallRow } from '../../../stores/llm/llm-call-row.ts';
import { selectLlmCompleteness, selectLlmSums } from '../../../stores/llm/select-llm-calls.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { ResourceState } from '../../../stores/base/resource-store.ts';
import type { Stores } from '../../../stores/stores.ts';
import { MOST_LLM_CALLS, type LlmListing } from '../../../stores/llm/llm-listing.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { doubtPart } from '../doubt-part.ts';
import {
  damagedPart,
  emptyText,
  footerLine,
  freshness,
  isStale,
  noneFound,
  separator,
} from '../freshness.ts';
import { nearMissWords } from '../near-miss-words.ts';
import { DROP_ORDER } from '../footer-ranks.ts';
import { filteringLine } from '../filtering.ts';
import { queryParts } from '../query-parts.ts';
import type { ListContent, ListFacts } from '../list-pane.ts';
import { costLine } from '../amounts.ts';
import { shownZone } from '../../../commands/sessions/calendar.ts';
import { selectTodaysSpending } from '../../../stores/llm/llm-budget.ts';
import { budgetLine } from './budget-line.ts';

/** What stands around either list of the pane; `passing` says of how much it is known which calls pass the filters. */
export function llmFrame(
  stores: Stores,
  calls: readonly LlmCallRow[],
  passing: Completeness,
  facts: ListFacts,
): Pick<ListContent<never>, 'summary' | 'footer' | 'stale' | 'empty'> {
  const { now, connection, theme } = facts;
  const state = stores.llmCalls.getState();
  return {
    summary: llmSummary(stores, calls, facts),
    footer: llmFooter(stores, discoverColumns(calls).length, facts),
    stale: isStale(state, connection),
    empty: emptyText(
      state,
      connection,
      (state.data?.rows.length ?? 0) > 0,
      {
        nothing: `${noneFound('No LLM calls yet', selectLlmCompleteness(stores))}.`,
        hidden: `${calls.length > 0 ? '' : unknownFieldWords(stores, facts.view.llm.text)}${nearMissWords(stores, 'llm')}${noneFound('No call passes the filters', passing)}. ${keyNameOf(stores, 'list.filter')} changes the words, ${keyNameOf(stores, 'view.back')} clears them.`,
      },
      now,
      theme,
    ),
  };
}

/** A filter may be older than the data, and ask for what no call has. */
function unknownFieldWords(stores: Stores, text: string): string {
  const unknown = unknownFieldIn(stores, 'llm', text);
  return unknown === undefined ? '' : `${unknown.sentence} `;
}

/** The first row of the pane: how many calls, what they cost, and the filters. */
function llmSummary(
  stores: Stores,
  calls: readonly LlmCallRow[],
  { width, now, view, theme }: ListFacts,
): Line {
  const listing = stores.llmCalls.getState().data;
  const { all, byModel } = selectLlmSums(stores) ?? { all: undefined, byModel: [] };
  const held = listing?.rows.length ?? 0;
  const count =
    calls.length === held ? formatCount(held) : `${formatCount(calls.length)} of ${formatCount(held)}`;
  const { suspicious } = view.llm;
  // The measure of the calls stands first and is never left out: what follows is made of the same calls.
  const [first, ...shorterOnes] = measureForms(selectLlmCompleteness(stores)).map((measure): Line => [
    trusted(listing === undefined ? 'calls' : `${count} calls${measure}`, 'bold'),
  ]);
  // What is added up may be fewer calls: while it is, each of these figures says of how many it is.
  const ofSums = all === undefined || all.calls === calls.length ? '' : ` of ${formatCount(all.calls)} calls`;
  const models = byModel.length === 1 ? '1 model' : `${formatCount(byModel.length)} models`;
  const summary: readonly Part[] = [
    part(byModel.length === 0 ? [] : [trusted(`${models}${ofSums}`)], leftOut(12)),
    part(
      all?.cost === undefined ? [] : [trusted('cost '), ...costLine(all, theme), trusted(ofSums)],
      leftOut(10),
    ),
    part(
      all?.errors === undefined || all.errors === 0
        ? []
        : [trusted(`${formatCount(all.errors)} errors${ofSums}`, 'warn')],
      leftOut(11),
    ),
    part(suspicious ? [trusted('only '), trusted('suspicious names', 'accent')] : []),
  ];
  return [
    trusted(' '),
    ...fitParts(
      [
        part(first ?? [], ...shorterOnes.map((form) => shorter(1000, form))),
        periodPart(calls, now, zoneOf(view.timeStyle)),
        readingOnPart(stores.llmCalls.getState()),
        ...summary,
        ...queryParts(stores, view, 'llm', theme),
      ],
      width - 2,
      {
        separator: separator(theme),
      },
    ),
  ];
}

/** The last row of the pane: how good the data is and how far back it goes. */
function llmFooter(stores: Stores, columnsFound: number, { size, now, connection, theme }: ListFacts): Line {
  const state = stores.llmCalls.getState();
  return footerLine(
    [
      ...freshness(state, {
        feed: 'llm',
        isUnverified: state.data?.doubt !== undefined,
        connection,
        now,
        theme,
      }),
      reachPart(state, now, zoneOf(stores.view.getState().timeStyle)),
      part(filteringLine(stores.visibleLlmCalls.filtering), leftOut(DROP_ORDER.completeness)),
      damagedPart(state.data?.damaged, state.data?.rows.length, theme),
      part(
        columnsFound === 0 ? [] : [trusted(`${formatCount(columnsFound)} columns found in the data`, 'dim')],
        leftOut(DROP_ORDER.context),
      ),
    ],
    size.columns,
    theme,
  );
}

const periodOf = memoizeLast((calls: readonly LlmCallRow[]) => {
  const times = calls.flatMap(({ time }) => time ?? []);
  return {
    first: times.reduce((earliest, time) => Math.min(earliest, time), Infinity),
    last: times.reduce((latest, time) => Math.max(latest, time), -Infinity),
  };
});

/** From when to when the calls are that the figures are made of. */
function periodPart(calls: readonly LlmCallRow[], now: number, zone: Zone): Part {
  const { first, last } = periodOf(calls);
  return first > last
    ? part([])
    : part(
        [trusted(`${formatClock(first, now, zone)} to ${formatClock(last, now, zone)}`, 'dim')],
        shorter(13, [trusted(`since ${formatClock(first, now, zone)}`, 'dim')]),
        leftOut(9),
      );
}

/**
 * Whether older calls are read, too: that goes on by itself for as long as somebody looks, until there are no more or as many
 * as are kept. What is refused is asked for again only by hand.
 */
function readingOnPart({ data, failure }: Pick<ResourceState<LlmListing>, 'data' | 'failure'>): Part {
  switch (data?.reach) {
    case 'reading':
    case 'part':
      return failure === undefined
        ? part(
            [trusted(`older ones follow by themselves, up to ${formatCount(MOST_LLM_CALLS)}`, 'accent')],
            shorter(11, [trusted('older ones follow by themselves', 'accent')]),
            shorter(30, [trusted('older ones follow', 'accent')]),
          )
        : part([]);
    case 'bound':
      return part(
        [trusted(`only the newest ${formatCount(MOST_LLM_CALLS)} are kept`, 'warn')],
        shorter(11, [trusted('older ones are not kept', 'warn')]),
        leftOut(14),
      );
    default:
      return part([]);
  }
}

/** What was spent today of each budget; no line where none is set. */
export function budgetLines(stores: Stores, { size, now, view, theme }: ListFacts): readonly Line[] {
  const spending = selectTodaysSpending(stores, now, shownZone(view));
  return spending === undefined ? [] : [budgetLine(spending, size.columns, theme)];
}

const oldestOf = memoizeLast(({ rows }: LlmListing): number | undefined => {
  const times = rows.flatMap((call) => timeOfLlmCall(call) ?? []);
  return times.length === 0 ? undefined : times.reduce((oldest, time) => Math.min(oldest, time));
});

/** How far back the calls go, and what is known of those before. */
function reachPart(
  { data: listing, failure }: Pick<ResourceState<LlmListing>, 'data' | 'failure'>,
  now: number,
  zone: Zone,
): Part {
  if (listing === undefined || (listing.rows.length === 0 && listing.reach !== 'reading')) {
    return part([]);
  }
  const { rows, total, reach, doubt } = listing;
  const oldest = oldestOf(listing);
  const since = oldest === undefined ? '' : `since ${formatClock(oldest, now, zone)}`;
  const amount =
    total === undefined || total <= rows.length ? '' : `${formatCount(rows.length)} of ${formatCount(total)}`;
  const reachForms = (style: 'dim' | 'warn' | 'accent', ...words: readonly string[]): Part => {
    const forms = words.map((text) => text.trim()).filter((text) => text !== '');
    const [first = '', ...others] = forms;
    return part(
      [trusted(first, style)],
      ...others.map((text) => shorter(DROP_ORDER.words, [trusted(text, style)])),
      leftOut(DROP_ORDER.completeness),
    );
  };
  switch (reach) {
    case 'first':
      if (doubt !== undefined) {
        return doubtPart(doubt, 'LLM calls');
      }
      return reachForms(
        'dim',
        `all from the first one${since === '' ? '' : `, ${since}`}`,
        'all from the first one',
      );
    // Until somebody looked at them, only the newest were wanted.
    case 'part':
    case 'reading': {
      const measure = amount === '' ? since : amount;
      // What is refused is asked for again only by hand.
      return failure?.status === STATUS.forbidden
        ? reachForms('warn', `older ones are not read, ${measure}`, 'older ones are not read')
        : reachForms('accent', `reading older ones, ${measure}`, 'reading older ones');
    }
    case 'behind':
      return reachForms(
        'warn',
        `not the newest yet: the list comes oldest first and is read on`,
        'not the newest yet',
      );
    case 'bound':
      return reachForms(
        'warn',
        `${since}, calls before are not kept${amount === '' ? '' : ` (${amount})`}`,
        `${since}, older ones not kept`,
      );
    case 'page':
      return reachForms(
        'warn',
        `${since}, the server gives no calls before`,
        `${since}, the server gives no more`,
      );
    default:
      return amount === ''
        ? reachForms('dim', since)
        : reachForms(
            'warn',
            `${since}, calls before are not read (${amount})`,
            `${since}, older ones not read`,
          );
  }
}
