import type { SecurityEvent } from '../../../contract/event.ts';
import type { Policy } from '../../../contract/policy.ts';
import { jsonText } from '../../../lib/json-text.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { coversPackage, isOnePackage, readBlockedPackage } from '../blocked-package.ts';
import type { EventRow } from '../../events/event-row.ts';
import type { PolicyChanges } from '../policy-draft.ts';
import { valueOfField } from '../policy-fields.ts';
import { strictnessOf } from '../policy-strictness.ts';
import { readEventFacts, type EventFacts, type Gravity } from './simulated-facts.ts';

/** What one event would have come to under what is stored and under the draft. */
export interface SimulatedEvent {
  readonly before: Gravity;
  readonly after: Gravity;
}

/** Decides single events; undefined for one that does not say enough. */
export type EventSimulator = (row: EventRow) => SimulatedEvent | undefined;

type Values = (field: string) => unknown;

/** What a reason may speak of. */
type Topic = Parameters<EventFacts['said']['get']>[0];

/** Rules that look at the same figure, and what they decide by it. */
interface RuleGroup {
  readonly fields: readonly string[];
  /** What its reasons speak of. */
  readonly topics: readonly Topic[];
  /** Undefined where the figure is not known. */
  decide(values: Values, facts: EventFacts): Gravity | undefined;
}

const GROUPS: readonly RuleGroup[] = [
  {
    fields: ['min_scorecard', 'review_scorecard'],
    topics: ['scorecard'],
    decide(values, { figures: { scorecard } }) {
      const [minimum, review] = [values('min_scorecard'), values('review_scorecard')];
      return (
        decided(scorecard) ??
        (typeof scorecard !== 'number'
          ? undefined
          : isNumber(minimum) && scorecard < minimum
            ? 2
            : isNumber(review) && scorecard < review
              ? 1
              : 0)
      );
    },
  },
  {
    fields: ['max_known_vulnerabilities', 'block_on_critical_vuln'],
    topics: ['vulnerabilities', 'critical'],
    decide(values, { figures: { vulnerabilities, critical } }) {
      const most = values('max_known_vulnerabilities');
      if (typeof vulnerabilities !== 'number') {
        return decided(vulnerabilities);
      }
      if (isNumber(most) && vulnerabilities > most) {
        return 2;
      }
      if (values('block_on_critical_vuln') !== true || vulnerabilities === 0) {
        return 0;
      }
      return typeof critical === 'number' ? (critical > 0 ? 2 : 0) : undefined;
    },
  },
  {
    fields: ['review_on_new_package_days'],
    topics: ['age'],
    decide(values, { figures: { age } }) {
      const days = values('review_on_new_package_days');
      return decided(age) ?? (typeof age !== 'number' ? undefined : isNumber(days) && age < days ? 1 : 0);
    },
  },
  {
    fields: ['typosquat_threshold', 'typosquat_action'],
    topics: ['similarity'],
    decide(values, { figures: { similarity } }) {
      const threshold = values('typosquat_threshold');
      if (typeof similarity !== 'number') {
        return decided(similarity);
      }
      return isNumber(threshold) && similarity >= threshold ? gravityOfAction(values) : 0;
    },
  },
];

/** Whether events may say enough of a field; what the other rules decided is taken to stay as it was. */
export function isEstimated(field: string): boolean {
  return field === 'blocked_packages' || GROUPS.some(({ fields }) => fields.includes(field));
}

export const OUTCOME_GRAVITY: ReadonlyMap<string, Gravity> = new Map([
  ['allow', 0],
  ['review', 1],
  ['block', 2],
]);

/**
 * Simulates events under a draft (an estimate: events say little, and servers word it differently). An event is simulated
 * when its figures, or what its reasons do not speak of, leave one answer alone; an audit speaks of one package of many and
 * is not. Rules that the draft does not touch decide by what is stored where the event has the figure, and else as they did
 * when the event came about, as its reasons say.
 */
export function createEventSimulator(stored: Policy, changes: PolicyChanges): EventSimulator {
  const before: Values = (field) => valueOfField(stored, field);
  const after: Values = (field) => (Object.hasOwn(changes, field) ? changes[field] : before(field));
  const isChanged = ({ fields }: RuleGroup) => fields.some((field) => Object.hasOwn(changes, field));
  const changed = GROUPS.filter(isChanged);
  const unchanged = GROUPS.filter((group) => !isChanged(group));
  const changedTopics = changed.flatMap((group) => group.topics);
  const isListChanged = Object.hasOwn(changes, 'blocked_packages');
  const [listBefore, listAfter] = [before('blocked_packages'), after('blocked_packages')];
  const listedBefore = coverage(listBefore);
  const listedAfter = isListChanged ? coverage(listAfter) : listedBefore;
  const isListKnown = isUnderstood(listBefore) && isUnderstood(listAfter);
  const isRestKept = !isListChanged || haveTheSamePatterns(listBefore, listAfter);
  return (row) => {
    const { event } = row;
    const outcome = OUTCOME_GRAVITY.get(event.outcome ?? '');
    const isNameless = isListChanged && event.subject?.package === undefined;
    if (event.type === 'audit' || outcome === undefined || isNameless) {
      return undefined;
    }
    const facts = withoutUnsaid(readEventFacts(row), before);
    const decidedTopics = new Set<Topic>(changedTopics);
    const pairs = changed.map((group) => decideBoth(group, facts, before, after, changes, stored));
    // A reason that is not understood may speak of what was changed.
    if (facts.hasOther && pairs.includes(undefined)) {
      return undefined;
    }
    for (const group of unchanged) {
      const gravity = group.decide(before, facts);
      if (gravity !== undefined) {
        pairs.push({ before: gravity, after: gravity });
        group.topics.forEach((topic) => decidedTopics.add(topic));
      }
    }
    const listed = { before: listedBefore(event) ? 2 : 0, after: listedAfter(event) ? 2 : 0 } as const;
    if (isListKnown) {
      pairs.push(listed);
      decidedTopics.add('listed');
    } else if (listed.before <= listed.after && (isRestKept || listed.before === 2)) {
      // What is not understood stays, and did then what the outcome and its reasons say.
      pairs.push(listed);
    } else {
      pairs.push(undefined);
      decidedTopics.add('listed');
    }
    return together(restOf(facts, outcome, decidedTopics, before), pairs);
  };
}

/** Whether it is known of every element of a list which package it stands for. */
function isUnderstood(list: unknown): boolean {
  return Array.isArray(list) && list.every(isOnePackage);
}

/** Whether what is not understood of two lists is the same in both. */
function haveTheSamePatterns(one: unknown, other: unknown): boolean {
  const patternsOf = (list: readonly unknown[]) =>
    list
      .filter((element) => !isOnePackage(element))
      .map((element) => jsonText(element))
      .sort()
      .join('\n');
  return Array.isArray(one) && Array.isArray(other) && patternsOf(one) === patternsOf(other);
}

/** A critical vulnerability would have been a reason where these are blocked: without it, there was none. */
function withoutUnsaid(facts: EventFacts, before: Values): EventFacts {
  return facts.figures.critical === undefined &&
    before('block_on_critical_vuln') === true &&
    !facts.said.has('critical')
    ? { ...facts, figures: { ...facts.figures, critical: 0 } }
    : facts;
}

/** The gravest of what is known, where that leaves one answer alone. */
function together(
  rest: readonly [least: Gravity, most: Gravity],
  pairs: readonly (SimulatedEvent | undefined)[],
): SimulatedEvent | undefined {
  const [least, most] = rest;
  const known = pairs.filter((pair) => pair !== undefined);
  const gravest = (side: 'before' | 'after') =>
    known.reduce<Gravity>((sum, pair) => Math.max(sum, pair[side]) as Gravity, least);
  const simulated = { before: gravest('before'), after: gravest('after') };
  const isBlockedAnyhow = simulated.before === 2 && simulated.after === 2;
  const isSure =
    known.length === pairs.length && (least === most || Math.min(simulated.before, simulated.after) >= most);
  return isBlockedAnyhow || isSure ? simulated : undefined;
}

/** What the reasons come to of which nothing else decides: at least and at most. */
function restOf(
  { said, hasOther }: EventFacts,
  outcome: Gravity,
  decidedTopics: ReadonlySet<Topic>,
  values: Values,
): readonly [Gravity, Gravity] {
  const gravityOf = (topic: string, gravity: Gravity) =>
    topic === 'similarity' ? gravityOfAction(values) : gravity;
  const all = [...said];
  const untouched = all
    .filter(([topic]) => !decidedTopics.has(topic))
    .reduce<Gravity>((sum, [topic, gravity]) => Math.max(sum, gravityOf(topic, gravity)) as Gravity, 0);
  if (said.size === 0 && !hasOther) {
    return outcome === 0 ? [0, 0] : [untouched, outcome];
  }
  if (!hasOther) {
    return [untouched, untouched];
  }
  const explained = all.reduce<Gravity>(
    (sum, [topic, gravity]) => Math.max(sum, gravityOf(topic, gravity)) as Gravity,
    0,
  );
  // What is not explained by the reasons that are understood is due to the one that is not.
  return explained < outcome
    ? [outcome, outcome]
    : [Math.max(untouched, Math.min(1, outcome)) as Gravity, Math.max(untouched, outcome) as Gravity];
}

/** What a group decides under both; undefined where the event does not say. */
function decideBoth(
  group: RuleGroup,
  facts: EventFacts,
  before: Values,
  after: Values,
  changes: PolicyChanges,
  stored: Policy,
): SimulatedEvent | undefined {
  const [was, becomes] = [group.decide(before, facts), group.decide(after, facts)];
  if (was !== undefined && becomes !== undefined) {
    return { before: was, after: becomes };
  }
  const directions = group.fields
    .filter((field) => Object.hasOwn(changes, field))
    .map((field) => strictnessOf(field, valueOfField(stored, field), ownValue(changes, field)));
  const isSaid = group.topics.some((topic) => facts.said.has(topic));
  // What did not strike does not when less strikes, and what blocked goes on to when more does.
  if (!isSaid && !facts.hasOther && directions.every((direction) => direction === 'loosens')) {
    return { before: 0, after: 0 };
  }
  const isBlocked = group.topics.some((topic) => facts.said.get(topic) === 2);
  return isBlocked && directions.every((direction) => direction === 'tightens')
    ? { before: 2, after: 2 }
    : undefined;
}

function coverage(list: unknown): (event: SecurityEvent) => boolean {
  const byName = Map.groupBy(Array.isArray(list) ? (list as readonly unknown[]) : [], keyOf);
  return ({ subject }) => {
    const { package: name, ecosystem, version } = subject ?? {};
    return (
      name !== undefined &&
      (byName.get(name.toLowerCase()) ?? []).some((element) =>
        coversPackage(element, { name, ecosystem, version }),
      )
    );
  };
}

function keyOf(element: unknown): string | undefined {
  return readBlockedPackage(element)?.name.toLowerCase();
}

function gravityOfAction(values: Values): Gravity {
  return values('typosquat_action') === 'block' ? 2 : 1;
}

/** What is known to be unknown decides nothing. */
function decided(figure: number | null | undefined): Gravity | undefined {
  return figure === null ? 0 : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
