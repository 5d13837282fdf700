import type { Session } from '../../contract/session.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { sessionsOfEvent, type PlacedSession } from '../sessions/session-of-event.ts';
import type { FoundMoment, HuntFinding } from './hunt-findings.ts';

/** What is kept of a session that an event may be of. */
export type KnownSession = PlacedSession & Pick<Session, 'id' | 'session_id'>;

/** The sessions that may have run an event of a finding. */
export interface FoundSessions {
  /** The newest of its events at which one was at work. */
  readonly moment: FoundMoment;
  /** At least one; nothing says which of several it was. */
  readonly sessions: readonly KnownSession[];
}

/**
 * The sessions of its machine that were at work at the newest event of a finding for which there is one, by the rule of the
 * way from an event to its session: the same time, and no other project or branch. Undefined where none is known.
 */
export function sessionsOfFinding(
  { moments, package: name }: Pick<HuntFinding, 'moments' | 'package'>,
  sessions: readonly KnownSession[],
): FoundSessions | undefined {
  for (const moment of moments) {
    const fitting = sessionsOfEvent(sessions, moment.time, { ...moment.origin, package: name }).filter(
      ({ distance, project, branch }) => distance === 0 && project !== 'other' && branch !== 'other',
    );
    if (fitting.length > 0) {
      return { moment, sessions: fitting.map(({ session }) => session) };
    }
  }
  return undefined;
}

/** The id of a session as people name it. */
export function idOfSession({ session_id: named, id }: KnownSession): Untrusted {
  return named ?? id;
}
