import { isReadable } from '../../contract/transcript/message.ts';
import { parseTime } from '../../lib/format-time.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import { listOf } from '../../stores/base/tab.ts';
import { type PageSubject, openPageOf } from '../../stores/entity/page-subject.ts';
import { selectEventFacts } from '../../stores/events/event-facts.ts';
import { selectNewestBlocks } from '../../stores/events/select-newest-events.ts';
import { selectPager } from '../../stores/transcript/select-pager.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { selectOverviewCursor } from '../../stores/overview/select-overview-cursor.ts';
import { eventOfCursor } from '../../stores/overview/overview-stops.ts';
import { notify, type Command, type CommandContext } from '../base/command.ts';
import { standing } from '../base/feed-position.ts';
import { openPivots } from '../related/pivot-menu.ts';
import { goToEvent } from '../feed/go-to-event.ts';
import { openPage, selectedPageRow } from '../base/entity-stack.ts';
import { subjectOfRow } from '../entity/entity-pages.ts';
import { LIST_SOURCES } from '../lists/list-sources.ts';
import {
  agentPivot,
  eventPivots,
  machineEventsPivot,
  machineSessionsPivot,
  machineStatusPivot,
  packagePivots,
  sessionPivots,
  showInFeed,
  type Pivot,
} from '../related/pivots.ts';
import { anyNumbers, quoted } from '../../stores/events/reason-template.ts';

function subjectPivots(context: CommandContext, subject: PageSubject): readonly Pivot[] {
  switch (subject.kind) {
    case 'agent':
      return [
        agentPivot(context, subject),
        machineEventsPivot(context, subject.clientId),
        machineSessionsPivot(context, subject.clientId),
        machineStatusPivot(context, subject),
      ];
    case 'package':
      return packagePivots(context, subject.name, subject.ecosystem);
    case 'count':
      return [];
    case 'reason':
      return [
        { label: 'The same reason elsewhere', run: () => openPage(context, subject) },
        {
          label: 'Events with the reason',
          run: () => showInFeed(context, untrustedText`reason:${anyNumbers(subject.template)}`),
        },
      ];
  }
}

/** The ways from the row under the cursor of a page, or from the page itself. */
function pagePivots(context: CommandContext, subject: PageSubject): readonly Pivot[] {
  const row = selectedPageRow(context);
  if (row?.kind === 'event') {
    return eventPivots(context, row.row.event, row.row.time);
  }
  if (row?.kind === 'session') {
    return sessionPivots(context, row.session);
  }
  const version = row?.kind === 'group' && row.of === 'version' ? row.group.value : undefined;
  if (version !== undefined && subject.kind === 'package') {
    return [
      {
        label: 'Events of this version',
        run: () =>
          showInFeed(context, untrustedText`package:${quoted(subject.name)} version:${quoted(version)}`),
      },
      ...subjectPivots(context, subject),
    ];
  }
  return subjectPivots(context, (row && subjectOfRow(context, row)) ?? subject);
}

/** The ways from an open transcript. */
function transcriptPivots(context: CommandContext): readonly Pivot[] {
  const open = selectPager(context.stores);
  const session = open?.open.session ?? context.stores.view.getState().pager?.session;
  if (session === undefined) {
    return [];
  }
  const message = open?.cursor === undefined ? undefined : open.text.message(open.cursor);
  const time = message !== undefined && isReadable(message) ? parseTime(message.timestamp) : undefined;
  return [
    ...(time === undefined ? [] : [machineEventsPivot(context, session.client_id, time)]),
    ...sessionPivots(context, session).slice(1),
  ];
}

function pivotsOf(context: CommandContext): readonly Pivot[] {
  const { stores } = context;
  const view = stores.view.getState();
  if (view.tab === 'sessions' && view.pager !== undefined) {
    return transcriptPivots(context);
  }
  const page = openPageOf(view);
  if (page !== undefined) {
    return pagePivots(context, page.subject);
  }
  const list = listOf(view.tab);
  return list === undefined ? overviewPivots(context) : LIST_SOURCES[list].pivots(context);
}

/** The ways from the block under the cursor, or else from the newest one. */
function overviewPivots(context: CommandContext): readonly Pivot[] {
  const { stores, clock } = context;
  const chosen = stores.events.get(eventOfCursor(selectOverviewCursor(stores, clock.now())) ?? '');
  const block = chosen ?? selectNewestBlocks(stores)[0];
  const label = chosen === undefined ? 'The newest block in the feed' : 'The block in the feed';
  return block === undefined
    ? []
    : [{ label, run: () => goToEvent(context, block) }, ...eventPivots(context, block.event, block.time)];
}

/** The event of the feed that is followed from, while nothing lies over the feed. */
function eventOfFeed({ stores }: CommandContext): string | undefined {
  const view = stores.view.getState();
  return view.tab === 'events' && openPageOf(view) === undefined
    ? selectEventFacts(stores)?.event.id
    : undefined;
}

/** Stops the feed at an event, to which going back leads. */
function standStill({ stores }: CommandContext, cursor: string): void {
  if (stores.view.getState().events.follow) {
    updatePane(stores.view, 'events', { ...standing(stores), cursor });
  }
}

/** Shows where the thing under the cursor leads to; what cannot be followed says why. */
export function openRelated(context: CommandContext): void {
  const pivots = pivotsOf(context);
  const stands = eventOfFeed(context);
  if (pivots.length === 0) {
    notify(context, 'There is nothing under the cursor that leads elsewhere.');
    return;
  }
  openPivots(context, pivots, () => {
    if (stands !== undefined) {
      standStill(context, stands);
    }
  });
}

/** The pivot menu, in every pane, on every page and in a transcript. */
export const relatedCommands: readonly Command[] = [
  {
    id: 'related.open',
    title: 'What is related: details, sessions, the same elsewhere',
    hint: 'related',
    scope: 'global',
    onRow: true,
    run: openRelated,
  },
];
