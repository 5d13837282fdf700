import { formatAge } from '../lib/format-time.ts';
import { formatCount } from '../lib/format-number.ts';
import { untrustedText, type Untrusted } from '../lib/untrusted.ts';
import { findSessionAt, type MachineSessions } from '../stores/sessions/machine-sessions.ts';
import type { ResourceState } from '../stores/resource-store.ts';
import { selectHostByClient } from '../stores/agents/select-agents.ts';
import { notify, openDialog, type CommandContext } from './command.ts';
import { openTranscriptAt } from './pager/open.ts';

type SessionsState = ResourceState<MachineSessions>;

function isDone({ data, failure }: SessionsState, clientId: Untrusted): boolean {
  return data?.clientId === clientId && (data.isRead || failure !== undefined);
}

/**
 * Opens the session that a machine recorded at a time, at the message nearest to it. Its sessions are read when they are
 * not known; whoever does something else meanwhile is not disturbed. When none was at work then, the nearest is offered.
 */
export function openSessionAt(context: CommandContext, clientId: Untrusted, time: number): void {
  const { stores, sync } = context;
  sync.readMachineSessions(clientId);
  if (isDone(stores.machineSessions.getState(), clientId)) {
    openNearest(context, clientId, time);
    return;
  }
  notify(
    context,
    untrustedText`Looking for the session of ${hostOf(context, clientId)} at that time; Esc gives it up.`,
  );
  const isElsewhere = placeOf(context);
  const stopWatching = stores.machineSessions.subscribe((state) => {
    if (isElsewhere()) {
      stop();
    } else if (isDone(state, clientId)) {
      stop();
      openNearest(context, clientId, time);
    }
  });
  const stopLooking = stores.view.subscribe(() => {
    if (isElsewhere()) {
      stop();
    }
  });
  function stop(): void {
    stopWatching();
    stopLooking();
  }
}

/** Whether the user did anything since that takes the screen elsewhere: a key is enough, as it takes the message away. */
function placeOf({ stores }: CommandContext): () => boolean {
  const { tab, pages, dialogs, notice } = stores.view.getState();
  return () => {
    const now = stores.view.getState();
    return (
      now.tab !== tab || now.pages !== pages || now.dialogs.length > dialogs.length || now.notice !== notice
    );
  };
}

function openNearest(context: CommandContext, clientId: Untrusted, time: number): void {
  const { data, failure } = context.stores.machineSessions.getState();
  const host = hostOf(context, clientId);
  const nearest = findSessionAt(data?.sessions ?? [], time);
  if (nearest === undefined) {
    notify(
      context,
      failure === undefined
        ? untrustedText`There is no session of ${host} to open. No session of it was recorded.`
        : untrustedText`The sessions of ${host} could not be read. ${failure.message}`,
      failure === undefined ? 'plain' : 'bad',
    );
    return;
  }
  const { session, distance } = nearest;
  if (distance === 0) {
    openTranscriptAt(context, session, time);
    return;
  }
  openDialog(context, {
    kind: 'confirm',
    title: 'No session of this machine was at work at that time. Open the nearest one?',
    lines: [
      { label: 'host', value: session.agent_hostname ?? host },
      { label: 'nearest', value: session.first_prompt ?? session.project_path ?? session.id },
      {
        label: 'distance',
        value: distance < 0 ? `ended ${formatAge(-distance)} before` : `began ${formatAge(distance)} after`,
      },
      ...(isClipped(data)
        ? [
            {
              label: 'looked at',
              value: `the ${formatCount(data.sessions.length)} newest of ${formatCount(data.total)} sessions`,
            },
          ]
        : []),
    ],
    yesDoes: 'opens it',
    confirm: () => openTranscriptAt(context, session, time),
  });
}

/** Whether the machine has more sessions than were read. */
function isClipped(data: MachineSessions | undefined): data is MachineSessions & { readonly total: number } {
  return data?.total !== undefined && data.total > data.sessions.length;
}

function hostOf({ stores }: CommandContext, clientId: Untrusted): string {
  return selectHostByClient(stores).get(clientId) ?? clientId;
}
