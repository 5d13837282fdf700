import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import type { AnyText } from '../../lib/untrusted.ts';
import type { Overwritten } from './policy-parts.ts';

/**
 * What was observed after a write. `refused`: nothing was sent, or the server said no, whatever may be seen of it all the same.
 * `contradicted`: the server took it, and for as long as its readings may lag it was read to be otherwise.
 * `unknown`: it was sent, and what became of it could not be seen, or is not seen yet.
 */
export interface Verdict {
  readonly kind: 'confirmed' | 'contradicted' | 'unknown' | 'refused';
  /** What happened, as a sentence for people, as the journal has it: names of others stand in it as they are (`saidOf`, `withNamed`). */
  readonly sentence: AnyText;
  /** The operation's id in the journal; undefined when not even the intent could be written down. */
  readonly operation?: string | undefined;
  /** Status of what the server answered to the change, or where it was not sent, of what kept it from being; undefined without an answer. */
  readonly status?: number | undefined;
  /** It may be offered to send it once more: it was sent, an error came, and it was not seen to have happened. */
  readonly mayResend?: true;
  /** Another change came in between, which the sentence says: it was overwritten, or may have been. */
  readonly isOvertaken?: true;
  /** Whether another change came in between cannot be known: the server's versions do not say, which the sentence says. */
  readonly isOvertakenUnknown?: true;
  /** What is known to have been overwritten by it. */
  readonly overwritten?: readonly Overwritten[];
  /** Nothing was sent, and the end that a suspension from here was to have is moved, or taken away. */
  readonly end?: 'moved' | 'removed' | undefined;
  /** What keeps every other write from being made, too: nothing may be written now, the journal cannot be, or vigil itself fails. */
  readonly blockedBy?: 'read-only' | 'journal' | 'fault' | undefined;
}

export interface AgentVerdict extends Verdict {
  /** The agent as it was read last, after the write or what was to become one; undefined when it could not be read. */
  readonly after?: Agent | 'gone' | undefined;
  /** The agent is not as the person saw it any more, so nothing was sent: how it is now. */
  readonly moved?: Agent | 'gone' | undefined;
}

export interface PolicyVerdict extends Verdict {
  /** The policy as it was read last; undefined when it could not be read. */
  readonly stored?: Policy | undefined;
  /** Somebody else changed the policy, so nothing was sent: how it is now. It has to be merged first. */
  readonly moved?: Policy | undefined;
}
