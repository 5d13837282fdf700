import { formatAge } from '../lib/format-time.ts';
import { formatCount } from '../lib/format-number.ts';
import { untrustedText, type Untrusted } from '../lib/untrusted.ts';
import { findSessionAt, type MachineSessions } from '../stores/sessions/machine-sessions.ts';
import type { ResourceState } from '../stores/resource-store.ts';
import { selectHostByClient } from '../stores/agents/select-agents.ts';
import { dismissNotice, notify, openDialog, type CommandContext } from './command.ts';
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
      dismissNotice(context);
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
  const clipped = clippedWords(data);
  const nearest = findSessionAt(data?.sessions ?? [], time);
  if (nearest === undefined) {
    const none = clipped === undefined ? 'No session of it was recorded.' : `None is among ${clipped}.`;
    notify(
      context,
      failure === undefined
        ? untrustedText`There is no session of ${host} to open. ${none}`
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
      ...(clipped === undefined ? [] : [{ label: 'looked at', value: clipped }]),
    ],
    yesDoes: 'opens it',
    confirm: () => openTranscriptAt(context, session, time),
  });
}

/** How many sessions were looked at where there are more than were read; undefined where all were. */
function clippedWords(data: MachineSessions | undefined): string | undefined {
  if (data?.total !== undefined && data.total > data.sessions.length) {
    return `${formatCount(data.sessions.length)} of its ${formatCount(data.total)} sessions`;
  }
  return data?.clippedAt === undefined
    ? undefined
    : `the first ${formatCount(data.clippedAt)} sessions that the server lists`;
}

function hostOf({ stores }: CommandContext, clientId: Untrusted): string {
  return selectHostByClient(stores).get(clientId) ?? clientId;
}
