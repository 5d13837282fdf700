import type { SecurityEvent } from '../../contract/event.ts';
import type { Session } from '../../contract/session.ts';
import { isReadable } from '../../contract/transcript/message.ts';
import { parseTime } from '../../lib/format-time.ts';
import { quoting, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { type PageSubject, openPageOf } from '../../stores/entity/page-subject.ts';
import { selectEventFacts } from '../../stores/events/event-facts.ts';
import { selectVisibleLlmCalls } from '../../stores/llm/select-llm-calls.ts';
import { selectNewestBlocks } from '../../stores/events/select-newest-events.ts';
import { originOfEvent } from '../../stores/sessions/session-of-event.ts';
import { selectPager } from '../../stores/transcript/select-pager.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { selectOverviewCursor } from '../../stores/overview/select-overview-cursor.ts';
import { eventOfCursor } from '../../stores/overview/overview-stops.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { selectedAgent } from '../agents/selected-agent.ts';
import { notify, openDialog, type Command, type CommandContext } from '../base/command.ts';
import { standing } from '../base/feed-position.ts';
import { goToEvent } from '../feed/go-to-event.ts';
import { openPage, selectedPageRow } from '../base/entity-stack.ts';
import { subjectOfRow } from '../entity/entity-pages.ts';
import { openTranscriptAt } from '../pager/open.ts';
import { selectedSession } from '../sessions/sessions.ts';
import {
  agentPivot,
  anyNumbers,
  cannot,
  queryMinute,
  machineEventsPivot,
  machineSessionsPivot,
  machineStatusPivot,
  packagePivots,
  quoted,
  reasonPivots,
  sessionPivot,
  showInFeed,
  type Pivot,
} from './pivots.ts';

function eventPivots(context: CommandContext, event: SecurityEvent, time: number): readonly Pivot[] {
  const { subject, client_id: clientId, payload } = event;
  return [
    ...packagePivots(context, subject?.package, subject?.ecosystem),
    agentPivot(context, { clientId }),
    machineEventsPivot(context, clientId),
    sessionPivot(context, clientId, time, originOfEvent(event)),
    ...reasonPivots(context, payload?.reasons ?? []),
    machineStatusPivot(context, { clientId }),
  ];
}

function sessionPivots(context: CommandContext, session: Session): readonly Pivot[] {
  const { client_id: clientId, agent_hostname: host } = session;
  const from = parseTime(session.created_at) ?? parseTime(session.modified_at);
  const to = parseTime(session.modified_at) ?? from;
  const label = 'Events of the machine during the session';
  return [
    { label: 'Transcript of the session', run: () => openTranscriptAt(context, session) },
    agentPivot(context, { clientId, host }),
    clientId === undefined
      ? cannot(label, host === undefined ? 'it names no machine' : 'it carries no client id')
      : from === undefined || to === undefined
        ? cannot(label, 'it carries no time')
        : {
            label,
            run: () =>
              showInFeed(
                context,
                untrustedText`client:${quoted(clientId)} since:${queryMinute(context, from)} until:${queryMinute(context, to + 60_000)}`,
              ),
          },
    machineEventsPivot(context, clientId),
    machineStatusPivot(context, { clientId, host }),
  ];
}

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

/** The ways from an LLM call, as far as its fields tell: the specification does not show them. */
function callPivots(context: CommandContext): readonly Pivot[] {
  const { stores } = context;
  const calls = selectVisibleLlmCalls(stores);
  const call = calls[selectedIndex(stores, 'llm', visibleRows(calls))];
  const client = call?.fields['client_id'];
  const agent = call?.fields['agent_id'];
  const clientId = typeof client === 'string' ? (client as Untrusted) : undefined;
  const agentId = typeof agent === 'string' ? (agent as Untrusted) : undefined;
  const time = call?.time;
  return [
    agentPivot(context, { clientId, agentId }),
    sessionPivot(context, clientId, time),
    machineEventsPivot(context, clientId, time),
    machineStatusPivot(context, { clientId, agentId }),
  ];
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
  switch (view.tab) {
    case 'events': {
      const row = selectEventFacts(stores)?.event;
      return row === undefined ? [] : eventPivots(context, row.event, row.time);
    }
    case 'agents': {
      const agent = selectedAgent(context);
      return agent === undefined
        ? []
        : [
            agentPivot(context, { clientId: agent.client_id, agentId: agent.id }),
            machineEventsPivot(context, agent.client_id),
            machineSessionsPivot(context, agent.client_id),
            sessionPivot(context, agent.client_id, parseTime(agent.last_seen_at)),
            machineStatusPivot(context, { clientId: agent.client_id, agentId: agent.id }),
          ];
    }
    case 'sessions': {
      const session = selectedSession(context);
      return session === undefined ? [] : sessionPivots(context, session);
    }
    case 'llm':
      return selectVisibleLlmCalls(stores).length === 0 ? [] : callPivots(context);
    case 'overview': {
      const chosen = stores.events.get(
        eventOfCursor(selectOverviewCursor(stores, context.clock.now())) ?? '',
      );
      const block = chosen ?? selectNewestBlocks(stores)[0];
      const label = chosen === undefined ? 'The newest block in the feed' : 'The block in the feed';
      return block === undefined
        ? []
        : [{ label, run: () => goToEvent(context, block) }, ...eventPivots(context, block.event, block.time)];
    }
    case 'policy':
      return [];
  }
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
  openDialog(context, {
    kind: 'choice',
    title: 'Related',
    choices: pivots.map(({ label, reason, dangerous = false }, index) => ({
      label: reason === undefined ? label : quoting`${label} (not possible: ${reason})`,
      value: String(index),
      dangerous,
    })),
    initial: undefined,
    choose(value) {
      const pivot = pivots[Number(value)];
      if (pivot?.reason !== undefined) {
        notify(context, quoting`${pivot.label}: ${pivot.reason}.`);
      } else {
        if (stands !== undefined) {
          standStill(context, stands);
        }
        pivot?.run?.();
      }
    },
  });
}

/** The pivot menu, in every pane, on every page and in a transcript. */
export const relatedCommands: readonly Command[] = [
  {
    id: 'related.open',
    title: 'What is related: dossiers, sessions, the same elsewhere',
    hint: 'related',
    scope: 'global',
    run: openRelated,
  },
];
