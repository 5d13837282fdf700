import { type Zone } from '../../lib/zoned-time.ts';
import type { Agent } from '../../contract/agent.ts';
import { formatAgo, parseTime } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { oddFlagsOf } from '../agents/agent-flags.ts';
import type { FlagContext } from '../agents/agent-index.ts';
import type { Session } from '../../contract/session.ts';
import type { MachineSessions } from '../sessions/machine-sessions.ts';
import { measureOf, type Completeness } from '../base/completeness.ts';
import { listDoubtWords } from '../base/list-doubt.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { ResourceState } from '../base/resource-store.ts';
import type { AgentFlag } from '../agents/agents-view.ts';
import type { EntityEvents } from './entity-events.ts';
import {
  eventRows,
  fieldRows,
  groupSection,
  headingRow,
  noteRow,
  sessionRows,
  troubled,
  type PageRow,
} from './page-rows.ts';
import { beforeRows, eventsNote, reachNote } from './event-sections.ts';

const NO_EVENTS =
  'None of the loaded events is of this machine. A server cannot be asked for the events of one machine: scrolling back in the feed reads older ones.';

/** So many, that the sessions are not far below them. */
const EVENTS_OF_AGENT = 20;

type SessionsState = ResourceState<MachineSessions>;

/** The page of an agent: what is odd about it, its events, its sessions and its fields. */
export const agentRows = memoizeLast(
  (
    agent: Agent | undefined,
    clientId: Untrusted | undefined,
    twins: readonly Agent[],
    context: FlagContext,
    { digest, before, looking }: EntityEvents,
    sessions: SessionsState,
    from: number | undefined,
    counted: Completeness,
    ofAgents: Completeness,
    minute: number,
    zone: Zone,
    isFiltered: boolean,
    passesSession: ((session: Session) => boolean) | undefined,
  ): readonly PageRow[] => {
    const flags = agent === undefined ? [] : oddFlagsOf(agent, context, minute);
    const reach = reachNote(from, counted, zone, isFiltered);
    return [
      ...(agent === undefined
        ? [
            noteRow(
              'no agent',
              twins.length === 0
                ? 'No agent of this machine is listed: it was removed, or its page is yet to be read.'
                : `${formatCount(twins.length)} agents share this client id, and nothing says which of them is meant.`,
              'warn',
            ),
          ]
        : []),
      ...(flags.length === 0 ? [] : [headingRow('Flags', '')]),
      ...flags.flatMap((flag) => flagNotes(flag, agent as Agent, context, ofAgents, minute)),
      ...twins.map((twin): PageRow => ({
        id: `agent ${twin.id}`,
        kind: 'agent',
        agent: twin,
        why: agent === undefined ? 'same client id' : 'same machine id',
      })),
      headingRow('Events', eventsNote(digest?.whole, looking, from, counted, zone, isFiltered)),
      ...(clientId === undefined
        ? agent === undefined
          ? []
          : [
              noteRow(
                'no client',
                'The agent has no client id, so its events and sessions are unknown.',
                'warn',
              ),
            ]
        : digest?.rows.length === 0 && looking === undefined && !isFiltered
          ? [noteRow('no events', NO_EVENTS, 'dim')]
          : eventRows(digest?.rows ?? [], EVENTS_OF_AGENT)),
      ...beforeRows(before, EVENTS_OF_AGENT),
      ...groupSection('Packages not always allowed', 'package', troubled(digest?.packages ?? []), reach),
      ...groupSection('Reasons', 'reason', digest?.reasons ?? [], reach),
      ...(clientId === undefined ? [] : sessionSection(clientId, sessions, passesSession)),
      ...(agent === undefined ? [] : [headingRow('Everything the server sent', ''), ...fieldRows(agent.raw)]),
    ];
  },
);

const SILENT_FROM = 'An active agent reports all the time. This one was last seen';

function flagNotes(
  flag: AgentFlag,
  agent: Agent,
  context: FlagContext,
  counted: Completeness,
  now: number,
): readonly PageRow[] {
  const measure = measureOf(counted);
  switch (flag) {
    case 'clone':
      return [
        noteRow(
          'clone',
          `Clone: ${agent.clone_reason ?? 'the server detected one and gives no reason.'}`,
          'bad',
        ),
      ];
    case 'shared': {
      const others = (context.sharedMachines.get(agent.machine_id ?? '') ?? 2) - 1;
      const words = others === 1 ? 'one other agent that is' : `${formatCount(others)} other agents that are`;
      return [
        noteRow(
          'shared',
          `Shared machine id: ${words} not deleted ${others === 1 ? 'has' : 'have'} it too${measure}.`,
          'bad',
        ),
      ];
    }
    case 'suspicious':
      return [
        noteRow(
          'suspicious',
          'Suspicious name: a field holds characters that hide or imitate others.',
          'bad',
        ),
      ];
    case 'silent': {
      const seen = parseTime(agent.last_seen_at) ?? now;
      return [noteRow('silent', `Silent: ${SILENT_FROM} ${formatAgo(now - seen)}.`, 'warn')];
    }
    case 'old':
      return [
        noteRow(
          'old',
          `Old version: the two newest releases that at least two agents run are ${context.currentVersions.join(' and ')}${measure}.`,
          'warn',
        ),
      ];
    case 'suspended':
      return [];
  }
}

function sessionSection(
  clientId: Untrusted,
  { data, failure }: SessionsState,
  passes: ((session: Session) => boolean) | undefined,
): readonly PageRow[] {
  const mine = data?.clientId === clientId ? data : undefined;
  const shown = passes === undefined ? mine?.sessions : mine?.sessions.filter(passes);
  const passing = passes === undefined ? '' : `${formatCount(shown?.length ?? 0)} that pass of `;
  const count = `${passing}${formatCount(mine?.sessions.length ?? 0)}`;
  const total = mine?.total === undefined ? '' : ` of ${formatCount(mine.total)}`;
  if (mine === undefined || (!mine.isRead && failure === undefined)) {
    return [
      headingRow('Sessions', mine === undefined ? 'reading' : `reading, ${count}${total} so far`),
      ...sessionRows(shown ?? []),
    ];
  }
  const problem: readonly PageRow[] =
    failure === undefined
      ? []
      : [
          noteRow('sessions failed', `The sessions could not be read. ${failure.message}`, 'bad'),
          { id: 'more sessions', kind: 'more', what: 'sessions', text: 'Read the sessions again' },
        ];
  const nothing =
    mine.sessions.length === 0 &&
    failure === undefined &&
    mine.clippedAt === undefined &&
    mine.doubt === undefined
      ? [noteRow('no sessions', 'No session of this machine was recorded.', 'dim')]
      : [];
  const isClipped =
    mine.clippedAt !== undefined ||
    (mine.total !== undefined && mine.isRead && mine.total > mine.sessions.length);
  const read =
    mine.clippedAt === undefined
      ? ''
      : `; only the first ${formatCount(mine.clippedAt)} that the server lists were read`;
  const unverified =
    mine.doubt === undefined || isClipped ? '' : `; unverified: ${listDoubtWords(mine.doubt, 'sessions')}`;
  const clipped = isClipped ? `${read}; Related leads to the others in the list of sessions` : '';
  return [
    headingRow('Sessions', `${count}${total}${mine.isRead ? '' : ' so far'}${clipped}${unverified}`),
    ...problem,
    ...nothing,
    ...sessionRows(shown ?? []),
  ];
}
