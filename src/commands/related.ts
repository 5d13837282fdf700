import type { SecurityEvent } from '../contract/event.ts';
import type { Session } from '../contract/session.ts';
import { isReadable } from '../contract/transcript/message.ts';
import { formatCount } from '../lib/format-number.ts';
import { formatDateTime, parseTime } from '../lib/format-time.ts';
import { asUntrusted, joinUntrusted, untrustedText, type Untrusted } from '../lib/untrusted.ts';
import { ANY_NUMBER, reasonTemplate, type PageSubject } from '../stores/dossier/page-subject.ts';
import { selectHostByClient } from '../stores/agents/select-agents.ts';
import { selectEventFacts } from '../stores/events/event-facts.ts';
import { selectVisibleLlmCalls } from '../stores/llm/select-llm-calls.ts';
import { selectNewestBlocks } from '../stores/events/select-newest-events.ts';
import { selectPager } from '../stores/transcript/select-pager.ts';
import { NO_SESSION_FILTERS, openPageOf, updatePane } from '../stores/view-store.ts';
import { eventOfCursor } from '../stores/overview/overview-stops.ts';
import { cursorIndex, visibleRows } from '../stores/rows/visible-rows.ts';
import { nameOf } from './agents/action-words.ts';
import { underWayReason } from './agents/ask-for-action.ts';
import { askForMachine, machineAction, selectAgentsOfMachine } from './agents/machine-action.ts';
import { selectedAgent } from './agents/selected-agent.ts';
import { notify, openDialog, type Command, type CommandContext } from './command.ts';
import { readOnlyReason } from './read-only.ts';
import { showEvents } from './filter.ts';
import { goToEvent } from './go-to-event.ts';
import { openPage, uncover } from './page-stack.ts';
import { selectedPageRow, subjectOfRow } from './pages.ts';
import { openTranscriptAt } from './pager/open.ts';
import { openSessionAt } from './session-at.ts';
import { selectedSession } from './sessions.ts';
import { goToTab } from './shell.ts';
import { closeTranscript, leaveFor } from './way-back.ts';

/** A way from one thing to another. */
interface Pivot {
  readonly label: string;
  /** Why it cannot be gone, as a sentence; otherwise `run` goes it. */
  readonly reason?: string;
  run?(): void;
}

/** A value in a query, to the letter. */
function quoted(value: Untrusted): Untrusted {
  const escaped = asUntrusted(value.replace(/[\\"]/g, String.raw`\$&`));
  return untrustedText`"${escaped}"`;
}

/** A template in a query: what is not a number to the letter, and any text in the place of each number. */
function anyNumbers(template: Untrusted): Untrusted {
  const pieces = template.split(ANY_NUMBER).map((text) => (text === '' ? '' : quoted(asUntrusted(text))));
  return joinUntrusted(pieces, '*');
}

/** Shows in the feed what a query lets through; the pages over the feed would hide it. */
function showInFeed(context: CommandContext, query: Untrusted): void {
  leaveFor(context, () => {
    uncover(context, 'events');
    showEvents(context, query);
  });
}

function cannot(label: string | Untrusted, reason: string): Pivot {
  return { label, reason };
}

/** Minutes around a time that count as the same time. */
const AROUND = 15 * 60_000;

function isoTime(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}

function agentPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  agentId: Untrusted | undefined = undefined,
): Pivot {
  const host = selectHostByClient(context.stores).get(clientId ?? '');
  const label = host === undefined ? 'Dossier of the agent' : untrustedText`Dossier of the agent on ${host}`;
  return clientId === undefined && agentId === undefined
    ? cannot(label, 'it names no machine')
    : { label, run: () => openPage(context, { kind: 'agent', agentId, clientId }) };
}

function machineEventsPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  around?: number,
): Pivot {
  const label =
    around === undefined
      ? 'Events of the machine'
      : `Events of the machine around ${formatDateTime(around, 'utc')}`;
  if (clientId === undefined) {
    return cannot(label, 'it names no machine');
  }
  const times =
    around === undefined ? '' : ` since:${isoTime(around - AROUND)} until:${isoTime(around + AROUND)}`;
  return { label, run: () => showInFeed(context, untrustedText`client:${quoted(clientId)}${times}`) };
}

/** Suspends the machine from where it is spoken of, or reactivates it. */
function machineStatusPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  agentId: Untrusted | undefined = undefined,
): Pivot {
  if (clientId === undefined && agentId === undefined) {
    return cannot('Suspend this machine', 'it names no machine');
  }
  const agents = selectAgentsOfMachine(context.stores, clientId, agentId);
  if (agents.length === 0) {
    return cannot('Suspend this machine', 'no agent of it is known that is not deleted');
  }
  const [agent] = agents;
  const title = machineAction(agents) === 'suspend' ? 'Suspend this machine' : 'Reactivate this machine';
  const count = agents.length > 1 ? ` (${formatCount(agents.length)} agents)` : '';
  const label = agent === undefined ? title : untrustedText`${title}: ${nameOf(agent)}${count}`;
  const reason = readOnlyReason(context) ?? underWayReason(context);
  return reason === undefined
    ? { label, run: () => askForMachine(context, agents) }
    : cannot(
        label,
        readOnlyReason(context) === undefined ? 'another action is under way' : 'read-only, see :unlock',
      );
}

/** The list can be read further than the sessions of a dossier. */
function machineSessionsPivot(context: CommandContext, clientId: Untrusted | undefined): Pivot {
  const label = 'Sessions of the machine';
  return clientId === undefined
    ? cannot(label, 'it names no machine')
    : {
        label,
        run: () =>
          leaveFor(context, () => {
            const { view } = context.stores;
            if (view.getState().pager !== undefined) {
              closeTranscript(context);
            }
            uncover(context, 'sessions');
            goToTab(context, 'sessions');
            updatePane(view, 'sessions', {
              ...NO_SESSION_FILTERS,
              text: '',
              clientId,
              subagents: true,
              cursor: undefined,
              detail: false,
            });
          }),
      };
}

function sessionPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  time: number | undefined,
): Pivot {
  const label = 'Session of the machine at that time';
  if (clientId === undefined) {
    return cannot(label, 'it names no machine');
  }
  return time === undefined
    ? cannot(label, 'it carries no time')
    : { label, run: () => openSessionAt(context, clientId, time) };
}

function packagePivots(
  context: CommandContext,
  name: Untrusted | undefined,
  ecosystem: Untrusted | undefined,
): readonly Pivot[] {
  if (name === undefined) {
    return [cannot('Dossier of the package', 'it names no package')];
  }
  const from = ecosystem === undefined ? '' : untrustedText` ecosystem:${quoted(ecosystem)}`;
  return [
    {
      label: untrustedText`Dossier of the package ${name}`,
      run: () => openPage(context, { kind: 'package', ecosystem, name }),
    },
    {
      label: untrustedText`Events of ${name}`,
      run: () => showInFeed(context, untrustedText`package:${quoted(name)}${from}`),
    },
  ];
}

function reasonPivots(context: CommandContext, reasons: readonly Untrusted[]): readonly Pivot[] {
  const label = 'The same reason elsewhere';
  const templates = [...new Set(reasons.map(reasonTemplate))];
  return templates.length === 0
    ? [cannot(label, 'it carries no reason')]
    : templates.map((template) => ({
        label: templates.length === 1 ? label : untrustedText`${label}: ${template}`,
        run: () => openPage(context, { kind: 'reason', template }),
      }));
}

function eventPivots(
  context: CommandContext,
  { subject, client_id: clientId, payload }: SecurityEvent,
  time: number,
): readonly Pivot[] {
  return [
    ...packagePivots(context, subject?.package, subject?.ecosystem),
    agentPivot(context, clientId),
    machineEventsPivot(context, clientId),
    sessionPivot(context, clientId, time),
    ...reasonPivots(context, payload?.reasons ?? []),
    machineStatusPivot(context, clientId),
  ];
}

function sessionPivots(context: CommandContext, session: Session): readonly Pivot[] {
  const { client_id: clientId, agent_hostname: host } = session;
  const from = parseTime(session.created_at) ?? parseTime(session.modified_at);
  const to = parseTime(session.modified_at) ?? from;
  const label = 'Events of the machine during the session';
  return [
    { label: 'Transcript of the session', run: () => openTranscriptAt(context, session) },
    agentPivot(context, clientId),
    clientId === undefined
      ? cannot(label, host === undefined ? 'it names no machine' : 'it carries no client id')
      : from === undefined || to === undefined
        ? cannot(label, 'it carries no time')
        : {
            label,
            run: () =>
              showInFeed(
                context,
                untrustedText`client:${quoted(clientId)} since:${isoTime(from)} until:${isoTime(to + 60_000)}`,
              ),
          },
    machineEventsPivot(context, clientId),
    machineStatusPivot(context, clientId),
  ];
}

function subjectPivots(context: CommandContext, subject: PageSubject): readonly Pivot[] {
  switch (subject.kind) {
    case 'agent':
      return [
        agentPivot(context, subject.clientId, subject.agentId),
        machineEventsPivot(context, subject.clientId),
        machineSessionsPivot(context, subject.clientId),
        machineStatusPivot(context, subject.clientId, subject.agentId),
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
  const call = calls[cursorIndex(visibleRows(calls), stores.view.getState().llm.cursor)];
  const client = call?.fields['client_id'];
  const agent = call?.fields['agent_id'];
  const clientId = typeof client === 'string' ? (client as Untrusted) : undefined;
  const agentId = typeof agent === 'string' ? (agent as Untrusted) : undefined;
  const time = call?.time;
  return [
    agentPivot(context, clientId, agentId),
    sessionPivot(context, clientId, time),
    machineEventsPivot(context, clientId, time),
    machineStatusPivot(context, clientId, agentId),
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
            agentPivot(context, agent.client_id, agent.id),
            machineEventsPivot(context, agent.client_id),
            machineSessionsPivot(context, agent.client_id),
            sessionPivot(context, agent.client_id, parseTime(agent.last_seen_at)),
            machineStatusPivot(context, agent.client_id, agent.id),
          ];
    }
    case 'sessions': {
      const session = selectedSession(context);
      return session === undefined ? [] : sessionPivots(context, session);
    }
    case 'llm':
      return selectVisibleLlmCalls(stores).length === 0 ? [] : callPivots(context);
    case 'overview': {
      const chosen = stores.events.get(eventOfCursor(view.overview.cursor) ?? '');
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
    const frozenAt = stores.events.getState().batch;
    updatePane(stores.view, 'events', { follow: false, frozenAt, cursor });
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
    choices: pivots.map(({ label, reason }, index) => ({
      label: reason === undefined ? label : `${label} (not possible: ${reason})`,
      value: String(index),
    })),
    initial: undefined,
    choose(value) {
      const pivot = pivots[Number(value)];
      if (pivot?.reason !== undefined) {
        notify(context, `${pivot.label}: ${pivot.reason}.`);
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
