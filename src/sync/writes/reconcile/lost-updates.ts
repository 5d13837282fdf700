import { append } from '../../../lib/long-lists.ts';
import type { Policy } from '../../../contract/policy.ts';
import { named } from '../../../lib/named.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import { containsValue } from '../../../stores/policy/contains-value.ts';
import { isSameContent } from '../../../stores/policy/merge-policy.ts';
import type { PolicyChanges } from '../../../stores/policy/policy-draft.ts';
import { quotedJson } from '../../../stores/policy/describe-element.ts';
import { valueOfField } from '../../../stores/policy/policy-fields.ts';
import { sendingOf, type JournalOperation, type JournalState } from '../journal.ts';
import { wantedBy } from '../later-changes.ts';
import { isList, missingFrom, namedElements } from '../policy-elements.ts';
import { ageOf, marksIn } from '../policy-marks.ts';
import { versionStep } from '../version-number.ts';

/** What a change of the policy took back, as it was carried out only after others. */
export interface LostUpdates {
  /** Over what it was carried out, to end "Landed late, ...". */
  readonly over: string;
  /** What of it is gone, to end "the policy holds the change, and ...". */
  readonly details: readonly string[];
  /** What is to be said of what nobody read here, as a sentence. */
  readonly unread: string | undefined;
  /** Changes that this host had made later, and that are gone. */
  readonly operations: readonly JournalOperation[];
  /** What these had brought about, by field, as it would have to be written to what is stored now. */
  readonly lost: PolicyChanges;
}

/**
 * What a change that was carried out late wrote over: later changes of this host, and others as far as `read` shows
 * them, which was read last before it was seen, unless the server's marks show that it is older than what it was sent on; undefined when nothing of that shows. `later` are this host's, the oldest
 * first. Where the versions show that something was written that nobody read here, it says that.
 */
export function lostUpdates(
  operation: JournalOperation,
  later: readonly JournalOperation[],
  read: Policy | undefined,
  after: Policy,
): LostUpdates | undefined {
  const sent = sendingOf(operation)?.before ?? {};
  const prior = read === undefined || ageOf(read, marksIn(sent)) === 'older' ? undefined : read;
  const confirmed = later.filter(({ steps }) => effectiveVerdict(steps)?.verdict === 'confirmed');
  const own: OwnLoss[] = [];
  const byOthers: string[] = [];
  for (const field of Object.keys(wantedBy(operation))) {
    const loss = ownLoss(field, confirmed, seenBetween(field, sent, prior), after);
    if (loss !== undefined) {
      own.push(loss);
    }
    if (prior !== undefined) {
      append(byOthers, lossOfOthers(field, sent, prior, after, loss));
    }
  }
  const fields = Object.keys(wantedBy(operation)).join(', ');
  const unread = countUnread(sent, later, prior, after);
  if (own.length === 0 && byOthers.length === 0 && unread === 0) {
    return undefined;
  }
  return {
    over:
      own.length > 0
        ? 'over a later change'
        : byOthers.length > 0
          ? 'over another change'
          : 'and maybe over another change',
    details: [...own.map(({ text }) => text), ...byOthers],
    unread:
      unread === 0
        ? undefined
        : `It was sent on version ${named(String(sent['version']))}: something else was written before it came, or this twice on its way, which was not read here. What that changed of ${fields} may be overwritten: ask who changes the policy, too.`,
    operations: [...new Set(own.map(({ operation: overtaken }) => overtaken))],
    lost: Object.fromEntries(own.map(({ field, value }) => [field, value])),
  };
}

/** What was read of a field after a change was sent; undefined when that may have been read before it. */
function seenBetween(field: string, sent: JournalState, prior: Policy | undefined): unknown {
  const seen = prior === undefined ? undefined : valueOfField(prior, field);
  return isSameContent(seen, ownValue(sent, field)) ? undefined : seen;
}

interface OwnLoss {
  readonly field: string;
  readonly operation: JournalOperation;
  readonly text: string;
  /** The field as it would have to be written. */
  readonly value: unknown;
  /** Of a list: what was added and is gone, and what was taken out and is back. */
  readonly elements: readonly unknown[];
}

/** What this host's later changes of a field had brought about and is stored no more; undefined when all of it is. */
function ownLoss(
  field: string,
  confirmed: readonly JournalOperation[],
  seen: unknown,
  after: Policy,
): OwnLoss | undefined {
  const changes = confirmed.filter((other) => Object.hasOwn(wantedBy(other), field));
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const wanted = ownValue(wantedBy(last), field);
  const is = valueOfField(after, field);
  const version = effectiveVerdict(last.steps)?.after?.['version'];
  const as = `which was confirmed${typeof version === 'string' ? ` as version ${named(version)}` : ' (the server gives no version)'}`;
  const had = ownValue(sendingOf(first)?.before, field);
  if (!isList(wanted) || !isList(is) || !isList(had)) {
    const wasGone = seen !== undefined && !containsValue(seen, wanted);
    return wasGone || containsValue(is, wanted)
      ? undefined
      : {
          field,
          operation: last,
          text: `${named(field)} is ${quotedJson(field, is)} and not ${quotedJson(field, wanted)} any more, ${as}`,
          value: wanted,
          elements: [],
        };
  }
  // What somebody else took back before is not the doing of this change.
  const gone = missingFrom(missingFrom(wanted, had), is).filter(
    (element) => !isList(seen) || missingFrom([element], seen).length === 0,
  );
  const removed = missingFrom(had, wanted);
  const back = removed
    .filter((element) => missingFrom([element], is).length === 0)
    .filter((element) => !isList(seen) || missingFrom([element], seen).length === 1);
  return gone.length + back.length === 0
    ? undefined
    : {
        field,
        operation: last,
        text: `${listSentence(field, gone, back)}, ${as}`,
        value: [...missingFrom(is, back), ...gone],
        elements: [...gone, ...back],
      };
}

/** What others had done to a field meanwhile and is stored no more. */
function lossOfOthers(
  field: string,
  sent: JournalState,
  prior: Policy,
  after: Policy,
  own: OwnLoss | undefined,
): readonly string[] {
  const [had, seen, is] = [ownValue(sent, field), valueOfField(prior, field), valueOfField(after, field)];
  if (isList(had) && isList(seen) && isList(is)) {
    const known = own?.elements ?? [];
    const gone = missingFrom(missingFrom(missingFrom(seen, had), is), known);
    const back = missingFrom(
      missingFrom(had, seen).filter((element) => missingFrom([element], is).length === 0),
      known,
    );
    return gone.length + back.length === 0
      ? []
      : [`${listSentence(field, gone, back)}, as another change had left it`];
  }
  return own !== undefined ||
    isSameContent(had, seen) ||
    isSameContent(seen, is) ||
    !Object.hasOwn(sent, field)
    ? []
    : [
        `${named(field)} is ${quotedJson(field, is)} and not ${quotedJson(field, seen)} any more, as another change had left it`,
      ];
}

/** How many versions came between that neither this host wrote nor anybody read here; of versions that are no count none. */
function countUnread(
  sent: JournalState,
  later: readonly JournalOperation[],
  prior: Policy | undefined,
  after: Policy,
): number {
  const stepTo = (version: unknown) => versionStep(sent['version'], version);
  const to = stepTo(after.version);
  if (to === undefined) {
    return 0;
  }
  const known = Math.max(0, stepTo(prior?.version) ?? 0);
  const verdicts = later.map(({ steps }) => effectiveVerdict(steps));
  const own = new Set(
    verdicts
      .filter((verdict) => verdict?.verdict === 'confirmed' || verdict?.verdict === 'contradicted')
      .map((verdict) => stepTo(verdict?.after?.['version'])),
  );
  const ownBetween = [...own].filter((each) => each !== undefined && each > known && each < to);
  return Math.max(0, to - known - 1 - ownBetween.length);
}

function listSentence(field: string, gone: readonly unknown[], back: readonly unknown[]): string {
  const parts = [
    ...(gone.length === 0 ? [] : [`is without ${namedElements(gone)} again`]),
    ...(back.length === 0 ? [] : [`has ${namedElements(back)} in it again`]),
  ];
  return `${named(field)} ${parts.join(' and ')}`;
}
