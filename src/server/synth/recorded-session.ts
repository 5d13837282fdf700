import type { EventRecord, LlmCallRecord, MessageRecord, SessionRecord } from '../base/records.ts';
import { drawBranch } from './activity.ts';
import type { EventDraft } from './event-draft.ts';
import { followCalls } from './llm-calls.ts';
import type { Machine } from './machine.ts';
import type { Random } from './random.ts';
import { writeInstall } from './transcript-install.ts';
import { toolResult, toolUse } from './tool-calls.ts';
import { stampMessage, stampMessages } from './transcript-time.ts';
import { writeOpening, writeSubagent, writeTurns } from './transcript.ts';
import { openWork, type Work } from './work.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SUBAGENT_SHARE = 0.14;
const LONG = 800;

/** The events of one run of a package manager, in order of time, with the drafts they were decided from. */
export interface DecidedRun {
  readonly machine: Machine;
  readonly drafts: readonly EventDraft[];
  readonly events: readonly EventRecord[];
}

export interface SessionPlan {
  readonly machine: Machine;
  /** When the run begins, or about when the session takes place; milliseconds since the epoch. */
  readonly at: number;
  /** The run that the session made; undefined for a session without one. */
  readonly run: DecidedRun | undefined;
  /** About how many messages. */
  readonly length: number;
  /** Nothing is recorded after this time. */
  readonly until: number;
}

export interface Recording {
  /** The session, then the subagents it spawned. */
  readonly sessions: readonly SessionRecord[];
  readonly llmCalls: readonly LlmCallRecord[];
}

/**
 * Records a session around a run: what led to it, the run itself at the very time of its events, and what followed.
 * Every message lies within the session and not after `until`.
 */
export function recordSession(random: Random, plan: SessionPlan): Recording {
  const { machine, until } = plan;
  const draft = plan.run?.drafts[0];
  const project = draft?.project ?? random.pick(machine.projects);
  const work = openWork(random, machine, project, draft?.branch ?? drawBranch(random, machine, project));
  const pace = random.between(4, plan.length > LONG ? 9 : 18) * SECOND;
  const installed = plan.run === undefined ? [] : writeInstall(random, work, plan.run.events);
  const installEnd = lastTime(installed) ?? plan.at;
  const ahead = Math.max(2, Math.round(plan.length * random.between(0.2, 0.8)));
  const opening = writeOpening(random, work, ahead);
  const start = Math.max(machine.agent.registered_at, plan.at - SECOND - opening.length * pace);
  const end = Math.min(until, machine.activeUntil, installEnd + (plan.length - ahead) * pace);
  const turns = writeTurns(random, work, Math.floor((end - installEnd) / pace));
  const messages = [
    ...stampMessages(random, opening, start, plan.at - SECOND),
    ...installed,
    ...stampMessages(random, turns, Math.min(end, installEnd + 2 * pace), end),
  ].filter((message) => Date.parse(message.timestamp) <= until);
  const main = makeSession({ ...drawIdentity(random), work, messages, until, isSubagent: false });
  const subagents = recordSubagents(random, work, main, until);
  const sessions = [withSubagents(main, subagents), ...subagents];
  return {
    sessions,
    llmCalls: sessions.flatMap((session) => followCalls(random, session.client_id)(session.messages)),
  };
}

/** A length for a session: from 5 to several hundred messages, or some thousand for a large one. */
export function drawLength(random: Random, isLarge: boolean): number {
  return isLarge
    ? random.integer(2000, 3200)
    : Math.round(Math.min(700, Math.max(5, random.logNormal(42, 0.9))));
}

function drawIdentity(random: Random) {
  return { sessionId: random.uuid(), uploadDelay: random.integer(2, 90) * SECOND };
}

function recordSubagents(
  random: Random,
  parent: Work,
  session: SessionRecord,
  until: number,
): readonly SessionRecord[] {
  const length = session.modified_at - session.created_at;
  if (length < 2 * MINUTE || !random.chance(SUBAGENT_SHARE)) {
    return [];
  }
  return Array.from({ length: random.integer(1, 3) }, () => {
    const work = openWork(random, parent.machine, parent.project, parent.branch);
    const start = session.created_at + random.fraction() * 0.6 * length;
    const end = start + random.between(0.1, 0.35) * length;
    const messages = stampMessages(random, writeSubagent(random, work, random.integer(4, 24)), start, end);
    return makeSession({ ...drawIdentity(random), work, messages, until, isSubagent: true });
  });
}

/** The session with the calls that spawned its subagents and the reports that they came back with. */
function withSubagents(session: SessionRecord, subagents: readonly SessionRecord[]): SessionRecord {
  if (subagents.length === 0) {
    return session;
  }
  const calls = subagents.flatMap((subagent) => [
    stampMessage(
      toolUse('Task', session.project_path, { prompt: subagent.first_prompt }),
      subagent.created_at,
    ),
    stampMessage(toolResult(subagent.messages.at(-1)?.content ?? ''), subagent.modified_at),
  ]);
  const messages = [...session.messages, ...calls].sort((left, right) =>
    left.timestamp < right.timestamp ? -1 : left.timestamp > right.timestamp ? 1 : 0,
  );
  return { ...session, messages, subagent_count: subagents.length };
}

export interface SessionParts {
  readonly sessionId: string;
  readonly work: Work;
  /** At least one, in order of time. */
  readonly messages: readonly MessageRecord[];
  /** Milliseconds between the last message and the upload. */
  readonly uploadDelay: number;
  /** The upload is not dated after this time. */
  readonly until: number;
  readonly isSubagent: boolean;
}

/** Puts a session together from its messages, which give it its first prompt and its times. */
export function makeSession(parts: SessionParts): SessionRecord {
  const { work, messages } = parts;
  const created = Date.parse(messages[0]?.timestamp ?? '');
  const modified = Date.parse(messages.at(-1)?.timestamp ?? '');
  return {
    session_id: parts.sessionId,
    client_id: work.machine.agent.client_id,
    agent_hostname: work.machine.agent.hostname,
    project_path: work.folder,
    first_prompt: messages.find((message) => message.type === 'user')?.content ?? '',
    git_branch: work.branch,
    created_at: created,
    modified_at: modified,
    uploaded_at: Math.min(Math.max(parts.until, modified), modified + parts.uploadDelay),
    is_subagent: parts.isSubagent,
    subagent_count: 0,
    messages,
  };
}

function lastTime(messages: readonly MessageRecord[]): number | undefined {
  const last = messages.at(-1);
  return last === undefined ? undefined : Date.parse(last.timestamp);
}
