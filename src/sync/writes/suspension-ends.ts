import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted } from '../../lib/untrusted.ts';
import type { Agent } from '../../contract/agent.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import { suspensionState, type SuspensionEnd } from '../../stores/agents/suspension-ends.ts';
import { agentOfSteps } from './agent-state.ts';
import { sinceAgo, type JournalContext } from './journal-clock.ts';
import { wasSent, type JournalOperation } from './journal.ts';
import { correctJournal, isCorrected } from './reconcile/journal-correction.ts';

/** Suspensions are looked back at for so long, in milliseconds: 30 days. */
const LOOK_BACK = 30 * 24 * 60 * 60 * 1000;

/** A suspension with an end, with all that the journal has of it. */
interface RecordedEnd extends SuspensionEnd {
  readonly recorded: JournalOperation;
}

/**
 * The suspensions with an end in the journal that nothing replaced, those that end first first. `operations` come newest first. A
 * later change of the same agent counts once it was confirmed: one that was refused, or that nobody saw, may have left it suspended.
 */
export function suspensionEndsOf(operations: readonly JournalOperation[]): readonly RecordedEnd[] {
  const replaced = new Set<string>();
  const ends: RecordedEnd[] = [];
  for (const recorded of operations) {
    const { operation, steps, isOwn } = recorded;
    const [{ action, target, until, reason = '' }] = steps;
    const { id } = target;
    const verdict = effectiveVerdict(steps)?.verdict;
    if (!isOwn || id === undefined || replaced.has(id) || !wasSent(recorded) || verdict === 'refused') {
      continue;
    }
    const time = until === undefined ? Number.NaN : Date.parse(until);
    if (action === 'suspend' && !Number.isNaN(time) && !isCorrected(recorded)) {
      ends.push({ agent: agentOfSteps(steps), until: time, operation, reason, recorded });
    }
    if (verdict === 'confirmed') {
      replaced.add(id);
    }
  }
  return ends.reverse().sort((left, right) => left.until - right.until);
}

/** Reads the suspensions with an end from the journal. Rejects with the journal's sentence. */
export async function readSuspensionEnds({
  journal,
  clock,
}: JournalContext): Promise<readonly RecordedEnd[]> {
  const { operations } = await journal.read({ since: sinceAgo(LOOK_BACK, clock) });
  return suspensionEndsOf(operations);
}

/**
 * Records of suspensions that are past their end and that the agents were seen without by then that they are over, so that nobody is
 * reminded of them again; resolves with those that are left. `find` gives an agent as it was read, undefined where it was not.
 */
export async function withoutThoseOver(
  ends: readonly RecordedEnd[],
  find: (id: string) => Agent | undefined,
  context: JournalContext,
): Promise<readonly RecordedEnd[]> {
  const now = context.clock.now();
  const over = ends.filter(
    (end) => now >= end.until && suspensionState(end, find(end.agent.id), now) === 'over',
  );
  for (const { agent, until, recorded } of over) {
    const name = agent.hostname ?? agent.id;
    const status = find(agent.id)?.status ?? 'without a status';
    const seen = status === 'suspended' ? 'had registered anew when it was read' : `was read as ${status}`;
    await correctJournal(
      recorded,
      `Confirmed then, and over: ${name} was to be suspended until ${formatDateTime(until, 'utc')}, and ${seen} after that.`,
      context,
    );
  }
  return ends.filter((end) => !over.includes(end));
}

/** So many are named before the rest is counted. */
const MOST_NAMED = 3;

/** Whose suspension was to have ended by now, as a sentence. `due` is not empty. */
export function dueSentence(due: readonly SuspensionEnd[]): Quoted {
  const [first] = due;
  if (due.length === 1 && first !== undefined) {
    return quoting`The suspension of ${nameOf(first.agent)} was to end at ${formatDateTime(first.until, 'utc')}.`;
  }
  const names = prose(
    due
      .slice(0, MOST_NAMED)
      .map(({ agent }) => nameOf(agent))
      .join(', '),
  );
  const more = due.length > MOST_NAMED ? ` and ${formatCount(due.length - MOST_NAMED)} more` : '';
  return quoting`${formatCount(due.length)} suspensions were to have ended by now: ${names}${more}.`;
}

function nameOf({ hostname, id }: Agent): Quoted {
  return named(hostname ?? id);
}
