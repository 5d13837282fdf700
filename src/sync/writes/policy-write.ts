import type { Client } from '../../api/client.ts';
import { getPolicy, updatePolicy } from '../../api/policy.ts';
import type { PolicyUpdate } from '../../contract/bodies.ts';
import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { foreignChanges, isSameContent } from '../../stores/policy/merge-policy.ts';
import { isBlockedList, valueOfField } from '../../stores/policy/policy-fields.ts';
import { unreadableField, whyNotChanged } from '../../stores/policy/unreadable-field.ts';
import type { Write } from './write.ts';
import { holdsValue } from '../../stores/policy/holds-value.ts';
import type { JournalState } from './journal.ts';
import type { PolicyWriteRequest } from './requests.ts';
import { versionNumber } from './version-number.ts';

type Changes = PolicyWriteRequest['changes'];

/**
 * Writes changes of the policy (PUT /policy), and only those. Stops when anything of its content was changed by somebody
 * else, so that the changes can be merged with that and looked at again.
 */
export function policyWrite(
  client: Client,
  { base, changes }: PolicyWriteRequest,
): Write<Policy, Policy | undefined> {
  const fields = Object.keys(changes);
  const toJournal = (policy: Policy): JournalState => ({
    version: policy.version,
    updated_at: policy.updated_at,
    ...valuesOf(policy, fields),
  });
  const missing = (policy: Policy) =>
    fields.filter((field) => !holdsValue(valueOfField(policy, field), ownValue(changes, field)));
  return {
    intent: {
      action: 'policy',
      target: base.version === undefined ? {} : { version: base.version },
      before: toJournal(base),
      wanted: changes,
    },
    name: 'the policy',
    subject: 'The policy',
    area: 'the policy',
    inBulk: false,
    read: async (purpose) => (await getPolicy(client, undefined, purpose)).value,
    findObstacle(fresh) {
      const foreign = foreignChanges(base, fresh).map(({ field }) => field);
      if (foreign.length > 0) {
        return {
          sentence: `${foreign.join(', ')} ${foreign.length === 1 ? 'was' : 'were'} changed meanwhile. Look at what came of both and decide again.`,
          isMoved: true,
        };
      }
      for (const field of fields) {
        const unreadable = unreadableField(fresh, field);
        if (unreadable !== undefined) {
          return { sentence: whyNotChanged(field, unreadable), isMoved: false };
        }
      }
      return missing(fresh).length === 0
        ? { sentence: 'the policy is like that already.', isMoved: false }
        : undefined;
    },
    send: (fresh, leaveBy) =>
      updatePolicy(client, updateOf(fresh, changes), { purpose: 'write the policy', leaveBy }),
    isReached: (policy) => missing(policy).length === 0,
    describeReached: (after) =>
      `holds ${fields.length === 1 ? 'the change' : `all ${fields.length} changes`} as version ${after.version ?? 'without a name'}`,
    findOvertaken(fresh, after) {
      const others = foreignChanges(fresh, after)
        .map(({ field }) => field)
        .filter((field) => !fields.includes(field));
      if (isDirectlyAfter(fresh.version, after.version) && others.length === 0) {
        return undefined;
      }
      const known = others.length === 0 ? '' : ` ${others.join(', ')} changed too.`;
      return `Right before it was version ${fresh.version ?? 'without a name'}: something else was written about the same time, or this twice on its way, which was not read here.${known} What it changed of ${fields.join(', ')} may be overwritten: ask who changes the policy, too.`;
    },
    describeUnchanged: (after) => (after.version === undefined ? '' : `: it is version ${after.version}`),
    describeMissed: (after) => `differs from what was written in ${missing(after).join(', ')}`,
    explainContradiction: (after, answer, fresh) => explain(missing(after), after, answer, fresh, changes),
    toJournal,
  };
}

/** Whether no version can lie between two; of versions that are no numbers nothing can be said. */
function isDirectlyAfter(before: string | undefined, after: string | undefined): boolean {
  const [from, to] = [before, after].map(versionNumber);
  return from === undefined || to === undefined || to - from <= 1;
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

function explain(
  missing: readonly string[],
  after: Policy,
  answer: Policy | undefined,
  fresh: Policy,
  changes: Changes,
): string {
  if (
    answer !== undefined &&
    missing.every((field) => holdsValue(valueOfField(answer, field), ownValue(changes, field)))
  ) {
    return 'The server stored it, and somebody changed it again right after.';
  }
  const lists = listsThatKeep(fresh, answer, changes);
  return lists.length > 0
    ? `This server merges lists and cannot remove: what was taken out of ${lists.join(' and ')} is still in there.`
    : `It is version ${after.version ?? 'without a name'} now.`;
}

/** The lists out of which something was taken that the server kept, as its own answer to the write shows. */
export function listsThatKeep(
  fresh: Policy,
  answer: Policy | undefined,
  changes: Changes,
): readonly string[] {
  return listsWith(
    fresh,
    answer,
    changes,
    (removed, answered) => elementsWithout(removed, answered).length < removed.length,
  );
}

/** The lists out of which changes would take something that is stored. */
export function listsTakenFrom(stored: Policy, changes: Changes): readonly string[] {
  return listsWith(stored, stored, changes, () => true);
}

/** The lists out of which something was taken, and the server's own answer to the write has nothing of it. */
export function listsThatLetGo(
  fresh: Policy,
  answer: Policy | undefined,
  changes: Changes,
): readonly string[] {
  return listsWith(
    fresh,
    answer,
    changes,
    (removed, answered) => elementsWithout(removed, answered).length === removed.length,
  );
}

function listsWith(
  fresh: Policy,
  answer: Policy | undefined,
  changes: Changes,
  test: (removed: readonly unknown[], answered: readonly unknown[]) => boolean,
): readonly string[] {
  if (answer === undefined) {
    return [];
  }
  return Object.keys(changes).filter((field) => {
    const [stored, wanted, answered] = [
      valueOfField(fresh, field),
      ownValue(changes, field),
      valueOfField(answer, field),
    ];
    if (
      !isBlockedList(field) ||
      !Array.isArray(stored) ||
      !Array.isArray(wanted) ||
      !Array.isArray(answered)
    ) {
      return false;
    }
    const removed = elementsWithout(stored, wanted);
    return removed.length > 0 && test(removed, answered);
  });
}

/** The elements of a list that another one does not hold. */
function elementsWithout(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map(sameValueKey));
  return list.filter((element) => !known.has(sameValueKey(element)));
}

function valuesOf(policy: Policy, fields: readonly string[]): JournalState {
  return Object.fromEntries(fields.map((field) => [field, valueOfField(policy, field)]));
}
