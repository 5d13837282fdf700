import type { SecurityEvent } from '../../contract/event.ts';
import type { Session } from '../../contract/session.ts';
import { formatDateTime, formatMinute, parseTime, zoneOf } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, untrustedText, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import { quoted, reasonTemplate } from '../../stores/events/reason-template.ts';
import { agentsById, agentsOfClient } from '../../stores/agents/agent-action.ts';
import { originOfEvent, type EventOrigin } from '../../stores/sessions/session-of-event.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { NO_SESSION_FILTERS } from '../../stores/sessions/sessions-view.ts';
import { underWayReason } from '../agents/ask-for-action.ts';
import { agentInMenu, namesOf } from '../agents/action-words.ts';
import {
  agentMeant,
  askForMachine,
  describeMachineAction,
  selectAgentsOfMachine,
  type MachineName,
} from '../agents/machine-action.ts';
import type { CommandContext } from '../base/command.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { standAtEvent } from '../feed/go-to-event.ts';
import { showEvents } from '../feed/show-events.ts';
import { openPage, uncover } from '../base/entity-stack.ts';
import { openTranscriptAt } from '../pager/open.ts';
import { openSessionAt } from '../sessions/session-at.ts';
import { goToTab } from '../base/tabs.ts';
import { closeTranscript, leaveFor } from '../base/back-stack.ts';

/** A way from one thing to another. */
export interface Pivot {
  readonly label: Sentence;
  /** Why it cannot be gone, as a sentence; otherwise `run` goes it. */
  readonly reason?: Sentence;
  /** It leads to a write. */
  readonly dangerous?: boolean;
  run?(): void;
}

/** Shows in the feed what a query lets through; the pages over the feed would hide it. */
export function showInFeed(context: CommandContext, query: Untrusted): void {
  leaveFor(context, () => {
    uncover(context, 'events');
    showEvents(context, query);
  });
}

export function cannot(label: Sentence, reason: Sentence): Pivot {
  return { label, reason };
}

/** Minutes around a time that count as the same time. */
const AROUND = 15 * 60_000;

/** A minute as a query takes it, in the zone of the times on the screen. */
export function queryMinute({ stores }: Pick<CommandContext, 'stores'>, time: number): string {
  return formatMinute(time, zoneOf(stores.view.getState().timeStyle)).replace(' ', 'T');
}

/** The page of the agent that is meant; of several that may be, one that lists them. */
export function agentPivot(context: CommandContext, name: MachineName): Pivot {
  const { clientId, agentId, host } = name;
  if (clientId === undefined && agentId === undefined) {
    return cannot('Details of the agent', 'it names no machine');
  }
  const { data } = context.stores.agents.getState();
  const byId = agentsById(data).get(agentId ?? '');
  const agents = byId === undefined ? agentsOfClient(data, clientId) : [byId];
  const meant = agentMeant(agents, name);
  const label =
    meant !== undefined
      ? quoting`Details of the agent on ${agentInMenu(context.stores, meant, host)}`
      : agents.length > 1
        ? quoting`Details of one of ${formatCount(agents.length)} agents: ${namesOf(agents)}`
        : 'Details of the agent';
  const chosen = agents.length > 1 ? meant?.id : agentId;
  return { label, run: () => openPage(context, { kind: 'agent', agentId: chosen, clientId }) };
}

export function machineEventsPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  around?: number,
): Pivot {
  const label =
    around === undefined
      ? 'Events of the machine'
      : `Events of the machine around ${formatDateTime(around, zoneOf(context.stores.view.getState().timeStyle))}`;
  if (clientId === undefined) {
    return cannot(label, 'it names no machine');
  }
  const times =
    around === undefined
      ? ''
      : ` since:${queryMinute(context, around - AROUND)} until:${queryMinute(context, around + AROUND)}`;
  return { label, run: () => showInFeed(context, untrustedText`client:${quoted(clientId)}${times}`) };
}

/** The events of the machine of one, at which the feed stands. */
function machineEventsOfEvent(context: CommandContext, event: SecurityEvent, time: number): Pivot {
  const pivot = machineEventsPivot(context, event.client_id);
  return pivot.run === undefined
    ? pivot
    : {
        ...pivot,
        run() {
          pivot.run?.();
          standAtEvent(context.stores, event, time);
        },
      };
}

/** Suspends the machine from where it is spoken of, or reactivates it. */
export function machineStatusPivot(context: CommandContext, name: MachineName): Pivot {
  if (name.clientId === undefined && name.agentId === undefined) {
    return cannot('Suspend this machine', 'it names no machine');
  }
  const machine = selectAgentsOfMachine(context.stores, name);
  const { agents, meant } = machine;
  if (agents.length === 0) {
    return cannot('Suspend this machine', 'no agent of it is known that is not deleted');
  }
  const label = describeMachineAction(machine, meant && agentInMenu(context.stores, meant, name.host));
  const reason: Sentence | undefined = readOnlyReason(context) ?? underWayReason(context);
  return reason === undefined
    ? { label, dangerous: true, run: () => askForMachine(context, agents) }
    : cannot(
        label,
        readOnlyReason(context) === undefined ? 'another action is under way' : 'read-only, see :unlock',
      );
}

/** The list can be read further than the sessions of an entity page. */
export function machineSessionsPivot(context: CommandContext, clientId: Untrusted | undefined): Pivot {
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

export function sessionPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  time: number | undefined,
  origin?: EventOrigin,
): Pivot {
  const label = 'Session of the machine at that time';
  if (clientId === undefined) {
    return cannot(label, 'it names no machine');
  }
  return time === undefined
    ? cannot(label, 'it carries no time')
    : { label, run: () => openSessionAt(context, clientId, time, origin) };
}

export function packagePivots(
  context: CommandContext,
  name: Untrusted | undefined,
  ecosystem: Untrusted | undefined,
): readonly Pivot[] {
  if (name === undefined) {
    return [cannot('Details of the package', 'it names no package')];
  }
  const from = ecosystem === undefined ? '' : untrustedText` ecosystem:${quoted(ecosystem)}`;
  return [
    {
      label: quoting`Details of the package ${named(name)}`,
      run: () => openPage(context, { kind: 'package', ecosystem, name }),
    },
    {
      label: quoting`Events of ${named(name)}`,
      run: () => showInFeed(context, untrustedText`package:${quoted(name)}${from}`),
    },
  ];
}

export function reasonPivots(context: CommandContext, reasons: readonly Untrusted[]): readonly Pivot[] {
  const label = 'The same reason elsewhere';
  const templates = [...new Set(reasons.map(reasonTemplate))];
  return templates.length === 0
    ? [cannot(label, 'it carries no reason')]
    : templates.map((template) => ({
        label: templates.length === 1 ? label : quoting`${label}: ${prose(template)}`,
        run: () => openPage(context, { kind: 'reason', template }),
      }));
}

/** The ways from an event. */
export function eventPivots(context: CommandContext, event: SecurityEvent, time: number): readonly Pivot[] {
  const { subject, client_id: clientId, payload } = event;
  return [
    ...packagePivots(context, subject?.package, subject?.ecosystem),
    agentPivot(context, { clientId }),
    machineEventsOfEvent(context, event, time),
    sessionPivot(context, clientId, time, originOfEvent(event)),
    ...reasonPivots(context, payload?.reasons ?? []),
    machineStatusPivot(context, { clientId }),
  ];
}

/** The ways from a session. */
export function sessionPivots(context: CommandContext, session: Session): readonly Pivot[] {
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
