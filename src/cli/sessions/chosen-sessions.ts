import type { Session } from '../../contract/session.ts';
import { UsageError } from '../../host/usage-error.ts';
import { isDate } from '../../lib/days.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import type { CommandSession } from '../session/command-session.ts';
import { listProblems } from '../session/print-rows.ts';
import { ALL_SESSIONS, readAllSessions, type ReadSessions } from './read-sessions.ts';

/** The flags that say which sessions are wanted, as the command line reads them. */
export interface SessionChoiceFlags {
  readonly date?: string;
  readonly project?: readonly string[];
  readonly branch?: readonly string[];
  readonly client?: readonly string[];
  readonly agent?: string;
  readonly subagents?: true;
}

export const SESSIONS = { rows: 'sessions', row: 'session' };

/** Refuses what names no day. */
export function checkSessionChoice({ date }: SessionChoiceFlags): void {
  if (date !== undefined && !isDate(date)) {
    throw new UsageError('--date must be a day such as 2026-01-31, in UTC.');
  }
}

/** The sessions that the flags name, the last active first, and what keeps these from being all. Rejects as `session.read` does. */
export async function readChosenSessions(
  session: CommandSession,
  flags: SessionChoiceFlags,
): Promise<
  ReadSessions & { readonly problems: readonly Sentence[]; readonly noneAsked: Sentence | undefined }
> {
  const { date, agent, subagents = false } = flags;
  const listing = await readAllSessions(session, {
    ...ALL_SESSIONS,
    date,
    agentId: agent,
    subagents,
    project: onlyOne(flags.project),
    branch: onlyOne(flags.branch),
    clientId: onlyOne(flags.client),
  });
  const problems = listing.isFull
    ? [
        `Only ${formatCount(listing.rows.length)} sessions were read, and there are more. --date, --project, --branch, --client and --agent ask for fewer.`,
      ]
    : listProblems(listing, SESSIONS);
  return {
    ...listing,
    rows: listing.rows.filter((row) => isOneOfSeveral(row, flags)),
    problems,
    noneAsked: noneAsked(flags),
  };
}

/** That the server has no such sessions, where flags name some. */
function noneAsked({ date, project, branch, client, agent }: SessionChoiceFlags): Sentence | undefined {
  const flags = Object.entries({ date: [date], project, branch, client, agent: [agent] });
  const asked = flags.flatMap(([flag, values = []]) =>
    values.flatMap((value) => (value === undefined ? [] : [quoting`--${flag} ${named(value)}`])),
  );
  const hasComma = [project, branch, client].some((values) => values?.some((value) => value.includes(',')));
  const comma = hasComma ? ' A comma is a part of a name there: repeat the flag for several.' : '';
  return asked.length === 0
    ? undefined
    : quoting`The server has no sessions of ${prose(asked.join(', '))}.${comma}`;
}

/** A server can be asked for one value; several are told apart here. */
function onlyOne(values: readonly string[] = []): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function isOneOfSeveral(session: Session, { project, branch, client }: SessionChoiceFlags): boolean {
  const is = (value: Untrusted | undefined, wanted: readonly string[] = []) =>
    wanted.length < 2 || (value !== undefined && wanted.map(asUntrusted).includes(value));
  return is(session.project_path, project) && is(session.git_branch, branch) && is(session.client_id, client);
}
