import { parseTime } from '../../lib/format-time.ts';
import { withNamed } from '../../lib/named.ts';
import { ownValue } from '../../lib/own-value.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { asUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import { namesIn } from '../../stores/journal/names-in.ts';
import type { JournalOriginLine, JournalRow, JournalState } from '../../stores/journal/journal-row.ts';
import type { JournalAction, JournalOperation, JournalRecord } from '../../sync/writes/journal.ts';

const ACTIONS: Readonly<Record<JournalAction, string>> = {
  suspend: 'suspend',
  reactivate: 'reactivate',
  delete: 'delete',
  'hard-delete': 'hard delete',
  policy: 'policy',
};

/** An operation of the journal as people are shown it. */
export function journalRowOf(operation: JournalOperation): JournalRow {
  const { steps } = operation;
  const [first] = steps;
  const last = effectiveVerdict(steps);
  const { id, hostname, version } = first.target;
  const marked = (text: string | undefined) => (text === undefined ? undefined : asUntrusted(text));
  return {
    operation: asUntrusted(operation.operation),
    time: parseTime(first.time),
    action: `${first.undo === true ? 'undo: ' : ''}${ACTIONS[first.action]}`,
    state: stateOf(operation, last),
    target: targetOf(first, hostname ?? id, version),
    id: marked(id),
    reason: marked(first.reason),
    until: parseTime(first.until),
    sentence: marked(last?.sentence),
    said: last?.sentence === undefined ? undefined : withNamed(last.sentence, namesIn(operation)),
    status: last?.status,
    origin: originOf(first),
    wasUnknown: steps.some((step) => step !== last && step.step === 'verdict'),
    steps: steps.map(({ time, step, verdict, before, after, status }) => ({
      time: parseTime(time),
      step,
      verdict,
      before,
      after,
      status,
    })),
    raw: steps.map((step) => ({ ...step })),
  };
}

function stateOf({ steps, isUnfinished }: JournalOperation, last: JournalRecord | undefined): JournalState {
  if (last === undefined) {
    return isUnfinished ? 'unfinished' : 'open';
  }
  // A verdict that a newer program gives other names is none that can be known.
  return wasAsWanted(steps, last) ? 'unchanged' : (last.verdict ?? 'unknown');
}

/** Whether nothing was sent because it was as requested already, and for the person who asked for it. */
function wasAsWanted(steps: JournalOperation['steps'], { verdict, after }: JournalRecord): boolean {
  const [{ before, after: wanted }] = steps;
  return (
    verdict === 'refused' &&
    steps.every(({ step }) => step !== 'sending') &&
    wanted !== undefined &&
    [before, after].every((state) =>
      Object.entries(wanted).every(([field, value]) => isSameValue(ownValue(state, field), value)),
    )
  );
}

function targetOf(
  { action }: JournalRecord,
  agent: string | undefined,
  version: string | undefined,
): Untrusted {
  if (action !== 'policy') {
    return asUntrusted(agent ?? 'an agent');
  }
  return version === undefined ? asUntrusted('policy') : untrustedText`policy ${version}`;
}

/** What a line says of who wrote it; newer programs may say more. */
function originOf(record: JournalRecord): readonly JournalOriginLine[] {
  const fields = record as unknown as Readonly<Record<string, unknown>>;
  return ORIGIN_LABELS.flatMap(([field, label]) => {
    const value = fields[field];
    return typeof value === 'string' || typeof value === 'number'
      ? [{ label, value: asUntrusted(String(value)) }]
      : value === true
        ? [{ label, value: asUntrusted('yes') }]
        : [];
  });
}

const ORIGIN_LABELS = [
  ['user', 'user'],
  ['sudo_user', 'by sudo from'],
  ['host', 'on host'],
  ['ssh', 'SSH from'],
  ['key', 'key fingerprint'],
  ['base_url', 'server'],
  ['demo', 'demo'],
  ['pid', 'process'],
] as const;
