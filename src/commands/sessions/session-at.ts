import { formatAge, formatDateTime, zoneOf } from '../../lib/format-time.ts';
import type { Zone } from '../../lib/zoned-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Session } from '../../contract/session.ts';
import type { MixedText } from '../../lib/mixed-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { named } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import { timesOfSession, type MachineSessions } from '../../stores/sessions/machine-sessions.ts';
import {
  sessionsOfEvent,
  type Agreement,
  type EventOrigin,
  type SessionOfEvent,
} from '../../stores/sessions/session-of-event.ts';
import type { ResourceState } from '../../stores/base/resource-store.ts';
import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import { dismissNotice, notify, openDialog, openMenu, type CommandContext } from '../base/command.ts';
import { openTranscriptAt } from '../pager/open.ts';

type SessionsState = ResourceState<MachineSessions>;

function isDone({ data, failure }: SessionsState, clientId: Untrusted): boolean {
  return data?.clientId === clientId && (data.isRead || failure !== undefined);
}

/** What happened on a machine, of which the session is looked for. */
interface Happening {
  readonly clientId: Untrusted;
  readonly time: number;
  readonly origin: EventOrigin;
}

/**
 * Opens the session that a machine recorded at a time, at the call that names the package or the message nearest in time.
 * Several that it may be are a menu. Its sessions are read when they are
 * not known; whoever does something else meanwhile is not disturbed. When none was at work then, the nearest is offered.
 */
export function openSessionAt(
  context: CommandContext,
  clientId: Untrusted,
  time: number,
  origin: EventOrigin = {},
): void {
  const happening = { clientId, time, origin };
  const { stores, sync } = context;
  sync.readMachineSessions(clientId);
  if (isDone(stores.machineSessions.getState(), clientId)) {
    openNearest(context, happening);
    return;
  }
  notify(
    context,
    quoting`Looking for the session of ${named(hostOf(context, clientId))} at that time; Esc gives it up.`,
  );
  const isElsewhere = placeOf(context);
  const stopWatching = stores.machineSessions.subscribe((state) => {
    if (isElsewhere()) {
      stop();
    } else if (isDone(state, clientId)) {
      stop();
      dismissNotice(context);
      openNearest(context, happening);
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

function openNearest(context: CommandContext, happening: Happening): void {
  const { clientId, time, origin } = happening;
  const { data, failure } = context.stores.machineSessions.getState();
  const host = hostOf(context, clientId);
  const clipped = clippedWords(data);
  const [nearest, ...others] = sessionsOfEvent(data?.sessions ?? [], time, origin);
  if (nearest === undefined) {
    const none = clipped === undefined ? 'No session of it was recorded.' : `None is among ${clipped}.`;
    notify(
      context,
      failure === undefined
        ? quoting`There is no session of ${named(host)} to open. ${none}`
        : quoting`The sessions of ${named(host)} could not be read. ${prose(failure.message)}`,
      failure === undefined ? 'plain' : 'bad',
    );
    return;
  }
  const { session, distance } = nearest;
  if (distance === 0 && (others.length > 0 || nearest.project === 'other')) {
    chooseSession(context, happening, [nearest, ...others]);
    return;
  }
  if (distance === 0) {
    open(context, happening, nearest);
    return;
  }
  openDialog(context, {
    kind: 'confirm',
    title: 'No session was at work at that time. Open the nearest?',
    lines: [
      { label: 'host', value: session.agent_hostname ?? host },
      { label: 'nearest', value: nameOfSession(session) },
      { label: 'project', value: placeWords(session.project_path, origin.project, nearest.project) },
      { label: 'branch', value: placeWords(session.git_branch, origin.branch, nearest.branch) },
      {
        label: 'distance',
        value: distance < 0 ? `ended ${formatAge(-distance)} before` : `began ${formatAge(distance)} after`,
      },
      ...(clipped === undefined ? [] : [{ label: 'looked at', value: clipped }]),
    ],
    yesDoes: 'opens it',
    confirm: () => open(context, happening, nearest),
  });
}

/** Where a session was at work, and where the event happened if that is somewhere else. */
function placeWords(
  place: Untrusted | undefined,
  ofEvent: Untrusted | undefined,
  agreement: Agreement,
): Sentence {
  const own: Sentence = place === undefined ? 'not known' : named(place);
  return agreement === 'other' ? quoting`${own}; the event is of ${named(ofEvent ?? '?')}` : own;
}

/** Opens a session; that it is of another branch than the event is said, since it may be of other work. */
function open(
  context: CommandContext,
  { time, origin }: Happening,
  { session, branch, project }: SessionOfEvent,
): void {
  openTranscriptAt(context, session, { time, names: origin.package });
  if (project === 'other') {
    notify(
      context,
      quoting`This session is of another project: ${named(session.project_path ?? '?')}. The event is of ${named(origin.project ?? '?')}.`,
    );
  } else if (branch === 'unknown' && origin.branch !== undefined) {
    notify(context, quoting`This session names no branch. The event is of ${named(origin.branch)}.`);
  } else if (branch === 'other') {
    notify(
      context,
      quoting`This session is of another branch: ${named(session.git_branch ?? '?')}. The event is of ${named(origin.branch ?? '?')}.`,
    );
  }
}

/** Offers the sessions that were at work then; nothing says which of them it was. */
function chooseSession(
  context: CommandContext,
  happening: Happening,
  candidates: readonly SessionOfEvent[],
): void {
  const isOther = candidates[0]?.project === 'other';
  const project = happening.origin.project ?? asUntrusted('?');
  // What is the same of all says nothing in a row, and would take the room of what differs.
  const isOneProject = new Set(candidates.map(({ session }) => session.project_path)).size === 1;
  const zone = zoneOf(context.stores.view.getState().timeStyle);
  openMenu(context, {
    title: isOther
      ? quoting`The event is of ${named(project)}; at work at that time were only sessions of other projects`
      : `${formatCount(candidates.length)} sessions that were at work at that time fit the event`,
    choices: candidates.map(({ session, branch }, index) => ({
      label: prose(
        [
          timesOf(session, zone),
          quoting`${session.git_branch === undefined ? 'branch unknown' : named(session.git_branch)}${branch === 'other' && !isOther ? ' (another branch)' : ''}`,
          ...(session.is_subagent === true ? ['subagent'] : []),
          ...(isOneProject
            ? []
            : [session.project_path === undefined ? 'project unknown' : named(session.project_path)]),
          session.first_prompt === undefined ? named(session.id) : prose(session.first_prompt),
        ].join(', '),
      ),
      value: String(index),
    })),
    initial: undefined,
    choose(value) {
      const chosen = candidates[Number(value)];
      if (chosen !== undefined) {
        open(context, happening, chosen);
      }
      return undefined;
    },
  });
}

/** When a session began and for how long it was at work. */
function timesOf(session: Session, zone: Zone): string {
  const times = timesOfSession(session);
  return times === undefined
    ? 'time unknown'
    : `${formatDateTime(times.from, zone)} for ${formatAge(times.to - times.from)}`;
}

/** How many sessions were looked at where there are more than were read; undefined where all were. */
function clippedWords(data: MachineSessions | undefined): string | undefined {
  if (data?.total !== undefined && data.total > data.sessions.length) {
    return `${formatCount(data.sessions.length)} of its ${formatCount(data.total)} sessions`;
  }
  if (data?.doubt !== undefined && data.clippedAt === undefined) {
    return `the ${formatCount(data.sessions.length)} sessions that the server gives, which may not be all`;
  }
  return data?.clippedAt === undefined
    ? undefined
    : `the first ${formatCount(data.clippedAt)} sessions that the server lists`;
}

function hostOf({ stores }: CommandContext, clientId: Untrusted): Untrusted {
  return asUntrusted(selectHostByClient(stores).get(clientId) ?? clientId);
}

function nameOfSession({ first_prompt: prompt, project_path: project, id }: Session): MixedText {
  return prompt === undefined
    ? [{ text: project ?? id, profile: profileOf('session', 'project_path') }]
    : [{ text: prompt, profile: profileOf('session', 'first_prompt') }];
}
