import { withNamed } from '../../../lib/named.ts';
import type { Quoted } from '../../../lib/untrusted.ts';
import type { AgentsSlice } from '../../../stores/agents/agents-slice.ts';
import { distinguishTwins } from '../../../stores/agents/agent-label.ts';
import { namesIn } from '../../../stores/journal/names-in.ts';
import type { JournalOperation } from '../journal.ts';

/** What became of a change, said long after it was made: with the names in it as lists show them, and which agent it was of several. */
export function outcomeSentence(
  stores: Pick<AgentsSlice, 'agents'>,
  operation: JournalOperation,
  sentence: string,
): Quoted {
  return distinguishTwins(stores, operation.steps[0].target, withNamed(sentence, namesIn(operation)));
}
