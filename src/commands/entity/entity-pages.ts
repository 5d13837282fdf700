import { selectedPageRow } from '../base/entity-stack.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import { type PageSubject, openPageOf } from '../../stores/entity/page-subject.ts';
import type { PageRow } from '../../stores/entity/page-rows.ts';
import { historyOf, pageRowList, selectPage } from '../../stores/entity/select-page.ts';
import { selectedOnPage } from '../../stores/view/active-cursor.ts';
import { queryOfPage } from '../../stores/entity/page-query.ts';
import { namesIn, valuesIn, valuesInList } from '../../stores/view/known-values.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { isOfMachine } from '../../stores/events/event-query.ts';
import { openFilterField } from '../base/filter-field.ts';
import { showCounted } from './count-rows.ts';
import { goToEvent } from '../feed/go-to-event.ts';
import { openPage, updatePage, isOpen } from '../base/entity-stack.ts';
import { openTranscriptAt } from '../pager/open.ts';

/** What a row of a page leads to. */
function follow(context: CommandContext, row: PageRow): void {
  switch (row.kind) {
    case 'event':
      goToEvent(context, row.row);
      break;
    case 'session':
      openTranscriptAt(context, row.session);
      break;
    case 'agent':
      openPage(context, { kind: 'agent', agentId: row.agent.id, clientId: row.agent.client_id });
      break;
    case 'more':
      readMore(context, row.what);
      break;
    case 'group': {
      const subject = subjectOfRow(context, row);
      if (subject !== undefined) {
        openPage(context, subject);
      }
      break;
    }
    case 'count':
      showCounted(context, row);
      break;
    case 'fact':
    case 'note':
    case 'heading':
    case 'titles':
      break;
  }
}

function readMore(context: CommandContext, what: 'older-events' | 'sessions'): void {
  const { stores, sync, clock } = context;
  const contents = selectPage(stores, clock.now());
  const subject = contents?.page.subject;
  const history = subject && historyOf(subject);
  if (what === 'older-events' && subject !== undefined && history !== undefined) {
    sync.readHistory({ filter: history, until: undefined, since: BEFORE_ALL_TIMES }, () =>
      isOpen(context, subject),
    );
  } else if (what === 'sessions' && subject?.kind === 'agent') {
    const clientId = contents?.agent?.client_id ?? subject.clientId;
    if (clientId !== undefined) {
      sync.readMachineSessions(clientId, true);
    }
  }
}

/** What a row of a page is about, where that has a page of its own. */
export function subjectOfRow({ stores }: CommandContext, row: PageRow): PageSubject | undefined {
  if (row.kind === 'agent') {
    return { kind: 'agent', agentId: row.agent.id, clientId: row.agent.client_id };
  }
  if (row.kind !== 'group') {
    return undefined;
  }
  const { of, group } = row;
  const page = openPageOf(stores.view.getState())?.subject;
  switch (of) {
    case 'machine':
      return group.value && { kind: 'agent', agentId: undefined, clientId: group.value };
    case 'package':
      return group.value && { kind: 'package', ecosystem: group.ecosystem, name: group.value };
    case 'ecosystem':
      return page?.kind === 'package' ? { ...page, ecosystem: group.value } : undefined;
    case 'reason':
      return group.value && { kind: 'reason', template: group.value };
    case 'version':
    case 'wording':
      return undefined;
  }
}

/** So many of its events are looked at for names and values. */
const LOOKED_AT = 200;

function openPageFilter(context: CommandContext): void {
  const { stores, clock } = context;
  const contents = selectPage(stores, clock.now());
  if (contents === undefined) {
    return;
  }
  const { page, entityEvents, rows, count } = contents;
  const { subject } = page;
  const records =
    subject.kind === 'count'
      ? (count?.rows ?? []).slice(0, LOOKED_AT).map(({ values: [value] }) => ({ [subject.by]: value }))
      : [
          ...(entityEvents.digest?.rows ?? []).slice(0, LOOKED_AT).map(({ event }) => event.raw),
          ...rows.flatMap((row) =>
            row.kind === 'session' ? [row.session.raw] : row.kind === 'agent' ? [row.agent.raw] : [],
          ),
        ];
  openFilterField(
    context,
    {
      rows: 'this page',
      query: queryOfPage(subject),
      list: undefined,
      valuesOf: (field) =>
        isOfMachine(field) ? valuesInList(stores, 'events', field) : valuesIn(records, field),
      apply(text) {
        if (openPageOf(stores.view.getState())?.text !== text) {
          updatePage(context, { text });
        }
      },
    },
    { before: page.text, names: subject.kind === 'count' ? [] : namesIn(records) },
  );
}

type Move = (index: number, page: number, length: number) => number;

function moving(id: string, title: string, move: Move): Command {
  return {
    id: `page.${id}`,
    title,
    scope: 'page',
    moves: true,
    run(context) {
      const contents = selectPage(context.stores, context.clock.now());
      if (contents === undefined || contents.selectable.length === 0) {
        return;
      }
      const rows = pageRowList(contents);
      const page = Math.max(1, context.stores.view.getState().pageSize - 1);
      const to = move(selectedOnPage(context.stores, rows), page, rows.length);
      updatePage(context, { cursor: rows.idAt(Math.min(rows.length - 1, Math.max(0, to))) });
    },
  };
}

/** Reading the pages that lie over a pane: of agents and packages, and where else a reason was given. */
export const pageCommands: readonly Command[] = [
  moving('down', 'Next row', (index) => index + 1),
  moving('up', 'Previous row', (index) => index - 1),
  moving('page-down', 'A page down', (index, page) => index + page),
  moving('page-up', 'A page up', (index, page) => index - page),
  moving('half-down', 'Half a page down', (index, page) => index + Math.ceil(page / 2)),
  moving('half-up', 'Half a page up', (index, page) => index - Math.ceil(page / 2)),
  moving('first', 'First row', () => 0),
  moving('last', 'Last row', (_index, _page, length) => length - 1),
  {
    id: 'page.open',
    title: 'Go on to what the row is about',
    hint: 'open',
    scope: 'page',
    onRow: true,
    disabledReason(context) {
      const row = selectedPageRow(context);
      if (row === undefined) {
        return 'There is no row under the cursor.';
      }
      const leadsOn =
        row.kind === 'event' ||
        row.kind === 'session' ||
        row.kind === 'more' ||
        row.kind === 'count' ||
        subjectOfRow(context, row) !== undefined;
      return leadsOn ? undefined : 'This row leads nowhere further.';
    },
    run(context) {
      const row = selectedPageRow(context);
      if (row !== undefined) {
        follow(context, row);
      }
    },
  },
  {
    id: 'page.filter',
    title: 'Filter the page by a query: words, fields, times',
    hint: 'filter',
    scope: 'page',
    opensField: true,
    run: openPageFilter,
  },
];
