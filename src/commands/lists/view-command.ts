import { zoneOf } from '../../lib/format-time.ts';
import { isNoArgument, quoteForShell } from '../../lib/quote-for-shell.ts';
import { asTyped, asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { listOf, type ListId } from '../../stores/base/tab.ts';
import type { Sorting } from '../../stores/base/list-view.ts';
import { exportedOrder, exportedOrders } from '../../stores/counts/count-order.ts';
import { selectPage } from '../../stores/entity/select-page.ts';
import { openPageOf, type OpenPage, type PageSubject } from '../../stores/entity/page-subject.ts';
import { EVENT_QUERY } from '../../stores/events/events-view.ts';
import { anyNumbers } from '../../stores/events/reason-template.ts';
import { selectListedFrom, selectVisibleEvents } from '../../stores/events/select-events.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { findField } from '../../stores/query/query-fields.ts';
import { boundsOf } from '../../stores/query/time-bounds.ts';
import { dependsOnZone } from '../../stores/query/value-test.ts';
import { termText, withTerm } from '../../stores/query/value-text.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import { LISTS } from '../../stores/view/lists.ts';
import type { CommandContext } from '../base/command.ts';
import { termOfCounted } from '../entity/count-rows.ts';
import { filterFlag, filtersOf, isoTime } from './view-filters.ts';

/** A command that shows or prints what is shown. */
export interface ViewCommand {
  /** What it does, as a menu names it. */
  readonly name: string;
  readonly command: string;
  /** What of the view it lacks, in words. */
  readonly left: readonly string[];
  /** What it does in another way. */
  readonly otherwise: readonly string[];
}

/** What is shown as commands for a shell; none where no command line can hold it. */
export function viewCommands(context: CommandContext): readonly ViewCommand[] {
  const view = context.stores.view.getState();
  const list = listOf(view.tab);
  const page = openPageOf(view);
  const commands =
    list === undefined
      ? [inConsole(view.tab, '')]
      : page === undefined
        ? commandsOfList(context, list)
        : page.subject.kind === 'count'
          ? commandsOfCounts(context, page, page.subject)
          : commandsOfPage(context, page);
  const { startedWith = [] } = context;
  return commands.some(({ words }) => words.some(isNoArgument))
    ? []
    : commands.map(({ name, before = [], words, left = [], otherwise = [] }) => ({
        name,
        command: commandOf([...before, ...startedWith, ...words]),
        left,
        otherwise,
      }));
}

interface Words {
  readonly name: string;
  /** What stands before the options that name the organization. */
  readonly before?: readonly string[];
  readonly words: readonly string[];
  readonly left?: readonly string[];
  readonly otherwise?: readonly string[];
}

function inConsole(tab: string, query: string, left: readonly string[] = []): Words {
  return { name: 'in a console', words: ['--tab', tab, ...filterFlag(query)], left };
}

function commandsOfList(context: CommandContext, list: ListId): readonly Words[] {
  const { stores } = context;
  const { query, left, flags, lacking } = filtersOf(context, list);
  const sorting = LISTS[list].sorting(stores) === undefined ? [] : ['the sorting'];
  const view = stores.view.getState();
  const subagents = list === 'sessions' && view.sessions.subagents ? ['those of subagents'] : [];
  const opening = inConsole(list, query, [...left, ...lacking, ...subagents, ...sorting]);
  const printed = { left: [...left, ...sorting], otherwise: zoneRemark(context, list, query) };
  switch (list) {
    case 'events': {
      const of = [...timesOf(context, query), ...endOf(context, query), ...filterFlag(query)];
      return [
        opening,
        { name: 'printed', before: ['events'], words: of, ...printed },
        { name: 'counted', before: ['events', 'count'], words: ['--by', 'package', ...of], ...printed },
      ];
    }
    case 'llm':
      return view.llm.shows === 'totals'
        ? [
            { ...opening, left: [...left, 'the totals', ...sorting] },
            { name: 'printed', before: ['llm'], words: ['--by', 'model', ...filterFlag(query)], ...printed },
          ]
        : [opening, { name: 'printed', before: ['llm'], words: filterFlag(query), ...printed }];
    case 'agents':
    case 'sessions':
      return [
        opening,
        { name: 'printed', before: [list, 'list'], words: [...flags, ...filterFlag(query)], ...printed },
      ];
    default:
      return [opening];
  }
}

/** What was counted, by which field and inside which values; of what no command counts, its rows. */
function commandsOfCounts(
  context: CommandContext,
  { text, sort }: OpenPage,
  { of, by, within }: Extract<PageSubject, { kind: 'count' }>,
): readonly Words[] {
  const { query: own, left, flags, lacking } = filtersOf(context, of);
  const query = within.map((value) => termOfCounted(context, of, value)).reduce(withTerm, own);
  const search = text === '' ? [] : ['the filter of the counts'];
  const opening = inConsole(of, query, ['the counts', ...left, ...lacking]);
  const printed = [...left, ...search];
  const otherwise = zoneRemark(context, of, query);
  switch (of) {
    case 'events': {
      const order = sort === undefined ? [] : orderWords(sort);
      return [
        opening,
        {
          name: 'counted',
          before: ['events', 'count'],
          words: ['--by', by, ...(order ?? []), ...timesOf(context, query), ...filterFlag(query)],
          left: [...printed, ...(order === undefined ? ['the sorting'] : [])],
          otherwise,
        },
      ];
    }
    case 'llm':
      return [
        opening,
        {
          name: 'counted',
          before: ['llm'],
          words: ['--by', by, ...filterFlag(query)],
          left: [...printed, ...(sort === undefined ? [] : ['the sorting'])],
          otherwise,
        },
      ];
    default:
      return [
        opening,
        {
          name: 'printed',
          before: [of, 'list'],
          words: [...flags, ...filterFlag(query)],
          left: ['the counts', ...printed],
          otherwise,
        },
      ];
  }
}

/** How `vigil events count` sorts as a page does; undefined where it cannot. */
function orderWords(sort: Sorting): readonly string[] | undefined {
  const name = exportedOrders('events').find((each) => {
    const order = exportedOrder('events', each);
    return order?.column === sort.column && order.descending === sort.descending;
  });
  return name === undefined ? undefined : ['--sort', name];
}

/** The events of a page of details, which no command opens. */
function commandsOfPage(context: CommandContext, { subject, text }: OpenPage): readonly Words[] {
  const { stores, clock } = context;
  const contents = selectPage(stores, clock.now());
  const term = termOfPage(subject, contents?.agent?.client_id);
  const { tab } = stores.view.getState();
  if (term === undefined) {
    return [inConsole(tab, '', ['the page'])];
  }
  const query = withTerm(term, text);
  const without = [
    'the page',
    ...(text === '' || parseQuery(text, EVENT_QUERY).problems.length === 0 ? [] : ['its filter']),
  ];
  const asked = without.length > 1 ? term : query;
  return [
    { ...inConsole('events', asked, without), name: 'its events in a console' },
    {
      name: 'its events printed',
      before: ['events'],
      words: [...sinceWords(asked, contents?.from, context), ...filterFlag(asked)],
      left: without,
      otherwise: zoneRemark(context, 'events', asked),
    },
  ];
}

function termOfPage(subject: PageSubject, client: Untrusted | undefined): string | undefined {
  const term = (name: string, value: Untrusted) =>
    termText(findField(EVENT_QUERY, name).field, asTyped(value), false);
  switch (subject.kind) {
    case 'agent': {
      const id = client ?? subject.clientId;
      return id === undefined ? undefined : term('client', id);
    }
    case 'package':
      return withTerm(term('package', subject.name), term('ecosystem', subject.ecosystem ?? asUntrusted('')));
    case 'reason':
      return `reason:${asTyped(anyNumbers(subject.template))}`;
    case 'count':
      return undefined;
  }
}

/** The times that the feed shows. Without them a command counts the last day, and prints the newest events. */
function timesOf(context: CommandContext, query: string): readonly string[] {
  return sinceWords(query, selectListedFrom(context.stores), context);
}

function sinceWords(query: string, from: number | undefined, { stores }: CommandContext): readonly string[] {
  const bounds = boundsOf(parseQuery(query, EVENT_QUERY), queryClock(stores.view.getState()));
  // A `since` of the filter may move on with the clock: it says more than the time that it means now.
  return from === undefined || Number.isFinite(bounds.from)
    ? []
    : ['--since', from <= 0 ? '1970-01-01' : isoTime(from - 1)];
}

/** A feed that stands still shows nothing newer than its first row. */
function endOf({ stores }: CommandContext, query: string): readonly string[] {
  const view = stores.view.getState();
  const { to } = boundsOf(parseQuery(query, EVENT_QUERY), queryClock(view));
  const newest = selectVisibleEvents(stores).at(0);
  const isStill = !view.events.follow && !view.events.held;
  return isStill && newest !== undefined && !Number.isFinite(to) ? ['--until', isoTime(newest.time + 1)] : [];
}

/** Commands reckon without the zone of the screen. */
function zoneRemark({ stores }: CommandContext, list: ListId, query: string): readonly string[] {
  const isLocal = zoneOf(stores.view.getState().timeStyle) === 'local';
  return isLocal && dependsOnZone(parseQuery(query, LISTS[list].query))
    ? ['times of the filter are UTC there']
    : [];
}

/** Words as a command line of vigil. */
export function commandOf(words: readonly string[]): string {
  return ['vigil', ...words.map((word) => (/^--[\w-]*$/.test(word) ? word : quoteForShell(word)))].join(' ');
}
