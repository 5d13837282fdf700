import { formatDateTime, formatMinute, zoneOf } from '../lib/format-time.ts';
import { named } from '../lib/named.ts';
import {
  asUntrusted,
  joinUntrusted,
  prose,
  quoting,
  untrustedText,
  type Sentence,
  type Untrusted,
} from '../lib/untrusted.ts';
import { ANY_NUMBER, reasonTemplate } from '../stores/dossier/page-subject.ts';
import { agentsById } from '../stores/agents/agent-action.ts';
import { selectHostByClient } from '../stores/agents/select-agents.ts';
import type { EventOrigin } from '../stores/sessions/session-of-event.ts';
import { NO_SESSION_FILTERS, updatePane } from '../stores/view-store.ts';
import { underWayReason } from './agents/ask-for-action.ts';
import { askForMachine, describeMachineAction, selectAgentsOfMachine } from './agents/machine-action.ts';
import type { CommandContext } from './command.ts';
import { readOnlyReason } from './read-only.ts';
import { showEvents } from './filter.ts';
import { openPage, uncover } from './page-stack.ts';
import { openSessionAt } from './session-at.ts';
import { goToTab } from './shell.ts';
import { closeTranscript, leaveFor } from './way-back.ts';

/** A way from one thing to another. */
export interface Pivot {
  readonly label: Sentence;
  /** Why it cannot be gone, as a sentence; otherwise `run` goes it. */
  readonly reason?: Sentence;
  /** It leads to a write. */
  readonly dangerous?: boolean;
  run?(): void;
}

/** A value in a query, to the letter. */
export function quoted(value: Untrusted): Untrusted {
  const escaped = asUntrusted(value.replace(/[\\"]/g, String.raw`\$&`));
  return untrustedText`"${escaped}"`;
}

/** A template in a query: what is not a number to the letter, and any text in the place of each number. */
export function anyNumbers(template: Untrusted): Untrusted {
  const pieces = template.split(ANY_NUMBER).map((text) => (text === '' ? '' : quoted(asUntrusted(text))));
  return joinUntrusted(pieces, '*');
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

export function agentPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  agentId: Untrusted | undefined = undefined,
): Pivot {
  const agent = agentsById(context.stores.agents.getState().data).get(agentId ?? '');
  const host = agent?.hostname ?? selectHostByClient(context.stores).get(clientId ?? '');
  const label = host === undefined ? 'Dossier of the agent' : quoting`Dossier of the agent on ${named(host)}`;
  return clientId === undefined && agentId === undefined
    ? cannot(label, 'it names no machine')
    : { label, run: () => openPage(context, { kind: 'agent', agentId, clientId }) };
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

/** Suspends the machine from where it is spoken of, or reactivates it. */
export function machineStatusPivot(
  context: CommandContext,
  clientId: Untrusted | undefined,
  agentId: Untrusted | undefined = undefined,
  host: Untrusted | undefined = undefined,
): Pivot {
  if (clientId === undefined && agentId === undefined) {
    return cannot('Suspend this machine', 'it names no machine');
  }
  const agents = selectAgentsOfMachine(context.stores, clientId, agentId, host);
  if (agents.length === 0) {
    return cannot('Suspend this machine', 'no agent of it is known that is not deleted');
  }
  const label = describeMachineAction(agents);
  const reason: Sentence | undefined = readOnlyReason(context) ?? underWayReason(context);
  return reason === undefined
    ? { label, dangerous: true, run: () => askForMachine(context, agents) }
    : cannot(
        label,
        readOnlyReason(context) === undefined ? 'another action is under way' : 'read-only, see :unlock',
      );
}

/** The list can be read further than the sessions of a dossier. */
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
    return [cannot('Dossier of the package', 'it names no package')];
  }
  const from = ecosystem === undefined ? '' : untrustedText` ecosystem:${quoted(ecosystem)}`;
  return [
    {
      label: quoting`Dossier of the package ${named(name)}`,
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
