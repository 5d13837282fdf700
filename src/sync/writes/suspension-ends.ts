import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted } from '../../lib/untrusted.ts';
import type { Agent } from '../../contract/agent.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import { suspensionState, type SuspensionEnd } from '../../stores/agents/suspension-ends.ts';
import { agentOfSteps } from './agent-state.ts';
import { ageOf, sinceAgo, type JournalClock, type JournalContext } from './journal-clock.ts';
import { wasSent, type JournalOperation } from './journal.ts';
import { Operation } from './operation.ts';
import { READS_LAG } from './recent-change.ts';
import { isCorrected } from './reconcile/journal-correction.ts';
import type { Settled } from './write.ts';

/** Suspensions are looked back at for so long, in milliseconds: 30 days. */
const LOOK_BACK = 30 * 24 * 60 * 60 * 1000;

/** A suspension with an end, with all that the journal has of it. */
export interface RecordedEnd extends SuspensionEnd {
  readonly recorded: JournalOperation;
}

/**
 * The suspensions with an end in the journal that nothing replaced, those that end first first. `operations` come newest first. A
 * later change of the same agent counts once it was confirmed: one that was refused, or that nobody saw, may have left it suspended.
 * So does one that moved an end, or took it away. An end is void for good once its agent was seen otherwise.
 */
export function suspensionEndsOf(operations: readonly JournalOperation[]): readonly RecordedEnd[] {
  const replaced = new Set<string>();
  const ends: RecordedEnd[] = [];
  for (const [place, recorded] of operations.entries()) {
    const { operation, steps, isOwn } = recorded;
    const [{ action, target, until, reason = '' }] = steps;
    const { id } = target;
    const verdict = effectiveVerdict(steps)?.verdict;
    const isMoved = steps.some(({ end }) => end === 'moved');
    const isEnded = steps.some(({ end }) => end === 'over' || end === 'removed');
    if (!isOwn || id === undefined || replaced.has(id)) {
      continue;
    }
    if (!isMoved && !isEnded && (!wasSent(recorded) || verdict === 'refused')) {
      continue;
    }
    const time = until === undefined ? Number.NaN : Date.parse(until);
    if (action === 'suspend' && !Number.isNaN(time) && !isEnded && !isCorrected(recorded)) {
      const given = isMoved && reason === '' ? reasonBefore(id, operations.slice(place + 1)) : reason;
      ends.push({ agent: agentOfSteps(steps), until: time, operation, reason: given, recorded });
    }
    if (verdict === 'confirmed' || isMoved || isEnded) {
      replaced.add(id);
    }
  }
  return ends.reverse().sort((left, right) => left.until - right.until);
}

/** Why an agent was suspended whose end was only moved: the last reason that was given for it. */
function reasonBefore(id: string, earlier: readonly JournalOperation[]): string {
  const given = earlier.find(
    ({ isOwn, steps: [{ action, target, reason = '' }] }) =>
      isOwn && action === 'suspend' && target.id === id && reason !== '',
  );
  return given?.steps[0].reason ?? '';
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
 * Whether an agent was seen otherwise than suspended as it was, `readAgo` milliseconds ago: the end of its suspension is void then, whoever
 * suspends it again. What was read right after the suspension proves nothing, as it may be from before it; nor while nobody looked at
 * what became of it.
 */
export function isSeenOver(
  { recorded: { steps }, ...end }: RecordedEnd,
  listed: Agent | undefined,
  readAgo: number,
  clock: JournalClock,
): boolean {
  const last = steps.at(-1);
  return (
    last !== undefined &&
    suspensionState(end, listed, clock.now()) === 'over' &&
    effectiveVerdict(steps) !== undefined &&
    ageOf(last, clock) - readAgo >= READS_LAG
  );
}

/**
 * Records of suspensions whose agents were seen otherwise since that their ends are void, so that nobody is reminded of them, and nothing
 * ends what others did; resolves with those that are left. `find` gives an agent as it was read, `readAgo` milliseconds ago.
 */
export async function withoutThoseOver(
  ends: readonly RecordedEnd[],
  find: (id: string) => Agent | undefined,
  readAgo: number,
  context: JournalContext,
): Promise<readonly RecordedEnd[]> {
  const over = ends.filter((end) => isSeenOver(end, find(end.agent.id), readAgo, context.clock));
  for (const { agent, until, recorded } of over) {
    const name = agent.hostname ?? agent.id;
    const status = find(agent.id)?.status ?? 'without a status';
    const seen = status === 'suspended' ? 'had registered anew when it was read' : `was read as ${status}`;
    const known = effectiveVerdict(recorded.steps);
    const kind = known?.verdict === 'confirmed' || known?.verdict === 'refused' ? known.verdict : 'unknown';
    const verdict = kind === 'confirmed' ? 'Confirmed then, and over' : 'Over';
    const sentence = `${verdict}: ${name} was to be suspended until ${formatDateTime(until, 'utc')}, and ${seen} after it was suspended. This end is void, also if somebody suspends it again.`;
    const entry = Operation.again(recorded, context);
    await entry.end({ kind, sentence, status: known?.status, end: 'over' }, known?.after);
  }
  return ends.filter((end) => !over.includes(end));
}

/** What was asked for an agent that is suspended already. */
interface AskedAgain {
  /** When it is to end, in milliseconds since the epoch. */
  readonly until?: number | undefined;
  readonly reason: string;
  /** The person saw it otherwise. */
  readonly isMoved: boolean;
}

/** Why a suspension that is there already gets no end, and what to do, as the end of a sentence. */
export const NO_END_OF_OTHERS =
  'no end was set: only a suspension that was made from here with an end can be given another one. Reactivate it first, and suspend it again.';

/**
 * What becomes of the end of a suspension when it is asked for again: one that was made from here with an end has the new one from then on, or
 * none, as it was asked for. What others did gets no end from here. The server is sent nothing.
 */
export async function endOfSuspended(
  fresh: Agent,
  { until, reason, isMoved }: AskedAgain,
  context: JournalContext,
): Promise<Settled> {
  const lost = reason === '' ? '' : ' The reason was not sent; it is in the journal.';
  let standing: RecordedEnd | undefined;
  try {
    standing = await standingEnd(fresh, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { sentence: `${lost} Its end is as it was before. ${why}` };
  }
  if (standing === undefined) {
    return {
      sentence: until === undefined ? lost : ` N${NO_END_OF_OTHERS.slice(1)}${lost}`,
    };
  }
  const before = formatDateTime(standing.until, 'utc');
  if (isMoved) {
    return { sentence: ` Its end stays ${before}.${lost}` };
  }
  return until === undefined
    ? { sentence: ` Its end, ${before}, is taken away.${lost}`, end: 'removed' }
    : {
        sentence: ` Its end is moved from ${before} to ${formatDateTime(until, 'utc')}.${lost}`,
        end: 'moved',
      };
}

/** The end that the suspension of an agent has from here, as long as nothing says that it is another suspension. */
async function standingEnd(fresh: Agent, context: JournalContext): Promise<RecordedEnd | undefined> {
  const ends = await readSuspensionEnds(context);
  const now = context.clock.now();
  return ends.find((end) => end.agent.id === fresh.id && suspensionState(end, fresh, now) !== 'over');
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
