import type { DayZone } from '../../lib/days.ts';
import type { ListView } from '../base/list-view.ts';

/** What the server is asked for when it lists sessions. */
export interface SessionsView extends ListView {
  readonly date: string | undefined;
  /** The zone in which the day of `date` begins and ends: the one that was shown when it was chosen. */
  readonly dateZone: DayZone;
  readonly agentId: string | undefined;
  readonly project: string | undefined;
  readonly branch: string | undefined;
  readonly clientId: string | undefined;
  readonly subagents: boolean;
  /** Only sessions with an identifier in which something had to be escaped; the server is not asked for it. */
  readonly suspicious: boolean;
}

/** Sessions as they are when no filter is set; whether those of subagents are listed is no filter. */
export const NO_SESSION_FILTERS = {
  date: undefined,
  agentId: undefined,
  project: undefined,
  branch: undefined,
  clientId: undefined,
  suspicious: false,
} as const;
