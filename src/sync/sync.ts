import type { Agent } from '../contract/agent.ts';
import type { Policy } from '../contract/policy.ts';
import type { Session } from '../contract/session.ts';
import type { Untrusted } from '../lib/untrusted.ts';
import type { HistoryPart } from '../stores/events/event-coverage.ts';
import type { RequestableStatus } from '../contract/values.ts';

/** What was observed after a write. `refused` means that nothing was sent, or that the server said no. */
export interface Verdict {
  readonly kind: 'confirmed' | 'contradicted' | 'unknown' | 'refused';
  /** What happened, as a sentence for people. */
  readonly sentence: string;
}

/** A change of one agent's status, bound to the agent as it was when the person decided. */
export interface AgentStatusRequest {
  readonly agent: Agent;
  readonly status: RequestableStatus;
  readonly reason: string;
}

/** New values by field, decided on while `base` was the stored policy. */
export interface PolicyWriteRequest {
  readonly base: Policy;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** What the rest of the console can ask of the part that talks to the server. Data comes back through the stores. */
export interface Sync {
  /** Begins to keep the stores fresh. */
  start(): void;
  /** Ends everything that is under way, except a write that was already sent. */
  stop(): void;
  /** Reads what the active pane shows, now. Also takes up reading again after it had stopped. */
  refresh(): void;
  /** Whether anybody looks at the terminal. While nobody does, everything is read more seldom. */
  setLookedAt(isLookedAt: boolean): void;
  /** Reads a transcript into its store. */
  openTranscript(session: Session): void;
  /** Gives up on a transcript that is still being read. */
  closeTranscript(): void;
  /** Reads the sessions of a machine into their store unless they were read just now; `isAsked` reads them anyhow. */
  readMachineSessions(clientId: Untrusted, isAsked?: boolean): void;
  /** Reads what lacks of a part of the past into the feed, from its end on, for as long as somebody asks for it. */
  readHistory(part: HistoryPart, isAskedFor: () => boolean): void;
  /** Gives up reading the feed back to the time that its filters name, until they change or it is refreshed. */
  giveUpHistory(): void;
  changeAgentStatus(request: AgentStatusRequest): Promise<Verdict>;
  writePolicy(request: PolicyWriteRequest): Promise<Verdict>;
}
