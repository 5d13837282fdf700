import type { Client } from '../../api/client.ts';
import { getPolicy, updatePolicy } from '../../api/policy.ts';
import type { PolicyUpdate } from '../../contract/bodies.ts';
import type { Policy } from '../../contract/policy.ts';
import { named } from '../../lib/named.ts';
import { ownValue } from '../../lib/own-value.ts';
import { changesByOthers, isSameContent } from '../../stores/policy/merge-policy.ts';
import { isBlockedList, valueOfField } from '../../stores/policy/policy-fields.ts';
import { unreadableField, whyNotChanged } from '../../stores/policy/unreadable-field.ts';
import { whyNotAllowed } from '../../stores/policy/value-problems.ts';
import { elementsWithout } from './policy-elements.ts';
import { listsMerged } from './policy-lists.ts';
import { ageAfterChange, ageOf, marksIn, unknownBetween, versionsBetween, type Age } from './policy-marks.ts';
import { besides, isHeld, overwrittenBy, overwrittenText, partsOf } from './policy-parts.ts';
import type { LostUpdate, ReadingsAround, Write } from './write.ts';
import type { JournalState } from './journal.ts';
import type { PolicyWriteRequest } from './requests.ts';

type Changes = PolicyWriteRequest['changes'];

/**
 * Writes changes of the policy (PUT /policy), and only those. Stops when anything of its content was changed by somebody
 * else, so that the changes can be merged with that and looked at again.
 */
export function policyWrite(
  client: Client,
  { base, changes, reason }: PolicyWriteRequest,
): Write<Policy, Policy | undefined> {
  const fields = Object.keys(changes);
  const toJournal = (policy: Policy): JournalState => ({
    version: policy.version,
    updated_at: policy.updated_at,
    ...valuesOf(policy, fields),
  });
  const missing = (policy: Policy) =>
    fields.filter((field) => !isHeld(policy, field, ownValue(changes, field), base));
  return {
    intent: {
      action: 'policy',
      target: base.version === undefined ? {} : { version: base.version },
      before: toJournal(base),
      wanted: changes,
      reason,
    },
    name: 'the policy',
    subject: 'The policy',
    area: 'the policy',
    inBulk: false,
    read: async (purpose) => (await getPolicy(client, undefined, purpose)).value,
    isOutdated: (fresh) => ageOf(fresh, base) === 'older',
    isAsNewAs(fresh, earlier) {
      const age = earlier === undefined ? undefined : ageOf(fresh, marksIn(earlier));
      return age === undefined ? undefined : age !== 'older';
    },
    findObstacle(fresh) {
      if (ageOf(fresh, base) === 'older') {
        return {
          sentence: `what the server gives of the policy now (${versionText(fresh)}) is older than what this was decided on (${versionText(base)}). Its readings lag; try again in a while.`,
          isMoved: false,
        };
      }
      const others = changesByOthers(base, fresh).map(({ field }) => named(field));
      if (others.length > 0) {
        return {
          sentence: `${others.join(', ')} ${others.length === 1 ? 'was' : 'were'} changed meanwhile. Look at what came of both and decide again.`,
          isMoved: true,
        };
      }
      for (const field of fields) {
        const unreadable = unreadableField(fresh, field);
        if (unreadable !== undefined) {
          return { sentence: whyNotChanged(field, unreadable), isMoved: false };
        }
      }
      const unlike = Object.entries(changes).filter(
        ([field, value]) => !isSameContent(valueOfField(fresh, field), value),
      );
      const why = whyNotAllowed(fresh, unlike);
      if (why !== undefined) {
        return { sentence: `${why}.`, isMoved: false };
      }
      return missing(fresh).length === 0
        ? { sentence: 'the policy is like that already.', isMoved: false }
        : undefined;
    },
    send: (fresh, leaveBy) =>
      updatePolicy(client, updateOf(fresh, changes), { purpose: 'write the policy', leaveBy }),
    isReached: (policy) => missing(policy).length === 0,
    asState: (answer) => answer,
    ageAfter: (after, { fresh, answer }) =>
      answer === undefined ? newerThan(after, fresh) : ageAfterChange(after, answer, fresh),
    describeReached: (after) =>
      `holds ${fields.length === 1 ? 'the change' : `all ${fields.length} changes`}${after.version === undefined ? '' : ` as ${versionText(after)}`}`,
    findOvertaken: (readings) => overtakenBy(changes, base, readings),
    describeUnchanged(after) {
      const { hidden } = partsOf(changes, after, base);
      return hidden.length > 0
        ? `is not shown with ${hidden.join(', ')}`
        : `has nothing of the change${after.version === undefined ? '' : ` (${versionText(after)})`}`;
    },
    isPartlyReached: (after, fresh) => partsOf(changes, after, fresh).took.length > 0,
    explainFromBefore: (after, answer, fresh) => explainFromBefore(after, answer, fresh, changes, base),
    describeMissed(after, fresh) {
      const { took, missing, fields, hidden } = partsOf(changes, after, fresh ?? base);
      const unlike = fields.filter((field) => !hidden.includes(field));
      return [
        ...(unlike.length === 0
          ? []
          : [`differs from what was written in ${unlike.join(', ')}: ${missing.join('; ')}`]),
        ...(hidden.length === 0 ? [] : [`is not shown with ${hidden.join(', ')}`]),
        ...(took.length === 0 ? [] : [`of the change, this took effect: ${took.join('; ')}`]),
      ].join('; ');
    },
    explainUnseen(after) {
      const { fields, hidden } = partsOf(changes, after, base);
      return hidden.length > 0 && hidden.length === fields.length
        ? 'What a server does not show cannot be compared.'
        : undefined;
    },
    explainContradiction: (after, answer, fresh) =>
      explain({ after, answer, fresh, changes, base }, missing(after)),
    toJournal,
  };
}

/** Whether the server's marks say that a reading is newer than another one; nothing is concluded where they do not. */
function newerThan(read: Policy, other: Policy): Age {
  return ageOf(read, other) === 'newer' ? 'newer' : undefined;
}

function versionText({ version }: Policy): string {
  return version === undefined ? 'the server gives no version' : `version ${named(version)}`;
}

/** "it is version 8 now" */
function nowText(after: Policy): string {
  return after.version === undefined ? versionText(after) : `it is ${versionText(after)} now`;
}

/** What is known of other changes of the policy that were carried out after the reading before ours, and before ours. */
function overtakenBy(
  changes: Changes,
  base: Policy,
  { fresh, answer, between, after }: ReadingsAround<Policy, Policy | undefined>,
): LostUpdate | undefined {
  const fields = Object.keys(changes);
  const result = answer ?? after;
  const overwritten = overwrittenBy(changes, fresh, between, result);
  const versions = versionsBetween(fresh, result);
  const others = changesByOthers(fresh, result)
    .filter(({ field }) => !fields.includes(field))
    .map(({ field }) => named(field));
  const theirs = besides(changes, base, after);
  const came =
    theirs.length === 0 ? '' : `Another change came, too: ${theirs.map(({ text }) => text).join('; ')}.`;
  const too = `${others.length === 0 ? '' : ` ${others.join(', ')} changed too.`}${came === '' ? '' : ` ${came}`}`;
  if (overwritten.length > 0) {
    const sentence = `Another change came right before it and was overwritten: ${overwrittenText(overwritten)}.${too} Write that again if it is still wanted.`;
    return { sentence, isLikely: true, overwritten };
  }
  // What is still in each list that was written came after it, or to a server that merges lists.
  const isKept = besides(changes, base, result).length === fields.length;
  if (others.length > 0 || (versions !== undefined && versions > (isKept ? 1 : 0))) {
    const what = fields.join(', ');
    const before =
      fresh.version === undefined ? 'Something' : `Right before it was ${versionText(fresh)}: something`;
    return {
      sentence: `${before} else was written about the same time, or this twice on its way, which was not read here.${too} What it changed of ${what} may be overwritten: ask who changes the policy, too.`,
      isLikely: true,
      overwritten,
    };
  }
  const unknownPart = unknownBetween(fresh, result);
  if (unknownPart === undefined) {
    return came === '' ? undefined : { sentence: came, isLikely: false, overwritten };
  }
  return { sentence: `${came === '' ? '' : `${came} `}${unknownPart}`, isLikely: undefined, overwritten };
}

/** What is sent: changed rules, and changed lists whole, with what is stored first where they only grow. */
function updateOf(fresh: Policy, changes: Changes): PolicyUpdate {
  const values = Object.entries(changes)
    .filter(([field, value]) => !isSameContent(valueOfField(fresh, field), value))
    .map(
      ([field, value]) =>
        [field, isBlockedList(field) ? grown(valueOfField(fresh, field), value) : value] as const,
    );
  const rules = values.filter(([field]) => !isBlockedList(field));
  const lists = values.filter(([field]) => isBlockedList(field));
  return {
    ...(rules.length === 0 ? {} : { rules: Object.fromEntries(rules) }),
    ...(Object.fromEntries(lists) as PolicyUpdate),
  };
}

/** The stored list and what is new, where nothing of it is to go: right whether the server replaces or merges. */
function grown(stored: unknown, wanted: unknown): unknown {
  return Array.isArray(stored) && Array.isArray(wanted) && elementsWithout(stored, wanted).length === 0
    ? [...(stored as readonly unknown[]), ...elementsWithout(wanted, stored)]
    : wanted;
}

/** Why a reading in which nothing of the change is to be seen may be from before it; undefined where the marks say that it is not. */
function explainFromBefore(
  after: Policy,
  answer: Policy | undefined,
  fresh: Policy,
  changes: Changes,
  base: Policy,
): string | undefined {
  const isSeen =
    partsOf(changes, after, fresh).took.length > 0 || listsMerged(fresh, answer, changes).length > 0;
  if (isSeen || ageOf(after, fresh) === 'newer') {
    return undefined;
  }
  const isStored = answer !== undefined && partsOf(changes, answer, base).fields.length === 0;
  const shows = isStored ? "The server's answer shows it as it was written. " : '';
  return after.version !== undefined && after.version === fresh.version
    ? `${shows}That is ${versionText(after)}, as before the change: what is read is older than it, or it was not carried out, or not yet.`
    : `${shows}Whether what is read is older than the change, or it was not carried out, or not yet, cannot be seen: this server gives no version that tells.`;
}

function explain(
  {
    after,
    answer,
    fresh,
    changes,
    base,
  }: {
    readonly after: Policy;
    readonly answer: Policy | undefined;
    readonly fresh: Policy;
    readonly changes: Changes;
    readonly base: Policy;
  },
  missing: readonly string[],
): string {
  const lists = listsMerged(fresh, answer, changes);
  if (lists.length > 0) {
    return `This server merges lists and cannot remove: what was taken out of ${lists.join(' and ')} is still in there.`;
  }
  const isStored =
    answer !== undefined && missing.every((field) => isHeld(answer, field, ownValue(changes, field), base));
  if (!isStored) {
    return answer === undefined || answer === after
      ? `${nowText(after).replace(/^./, (first) => first.toUpperCase())}.`
      : `The server's answer shows that, too; ${nowText(after)}.`;
  }
  return ageAfterChange(after, answer, fresh) === 'newer'
    ? `The server stored it${answer.version === undefined ? '' : ` as ${versionText(answer)}`}, and another change came after it: ${nowText(after)}.`
    : "The server's answer shows it as it was written, and what is read since does not. Whether that is older than the change, or another change came after it, cannot be seen: this server gives no version that tells.";
}

function valuesOf(policy: Policy, fields: readonly string[]): JournalState {
  return Object.fromEntries(fields.map((field) => [field, valueOfField(policy, field)]));
}
