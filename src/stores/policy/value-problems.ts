import { describeAllowed, findPolicyRule, findRuleProblem } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { safeString } from '../../lib/safe-text.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { findElementProblem, HIDES } from './element-problem.ts';
import { asObject } from './element-subject.ts';
import { isSameContent } from './merge-policy.ts';
import { isBlockedList, valueOfField } from './policy-fields.ts';

/** What is wrong with the value of a field, or with one element of it. */
export interface ValueProblem {
  readonly index?: number;
  /** The end of a sentence that begins with the field. */
  readonly problem: string;
}

/** Problems that a sentence names. */
const MOST_NAMED = 3;

/**
 * Why a value cannot be written into a field, nothing where it can: whoever brings it, this decides. What `held` has there
 * passes, since servers may store anything; so does an element of a blocked list in the shape of one that is there, as the
 * specification does not show what elements look like. `findLicenceProblem` says of one licence why it cannot be listed.
 */
export function findValueProblems(
  held: Policy,
  field: string,
  value: unknown,
  findLicenceProblem: (id: string) => string | undefined = () => undefined,
): readonly ValueProblem[] {
  const rule = findPolicyRule(field);
  const had = valueOfField(held, field);
  if (isBlockedList(field)) {
    return Array.isArray(value)
      ? problemsOfElements(value, findElementProblem, () => listedAlready(had, true))
      : [{ problem: 'must be a list' }];
  }
  if (rule === undefined) {
    return isSameContent(had, value) ? [] : [{ problem: 'is no rule of the specification' }];
  }
  if (rule.kind === 'licences' && Array.isArray(value)) {
    const problemOf = (id: unknown) => {
      if (typeof id !== 'string' || findRuleProblem(rule, [id]) !== undefined) {
        return 'must be an SPDX licence identifier, as text';
      }
      const problem = findLicenceProblem(id);
      return problem === undefined ? undefined : `cannot be listed: ${problem}`;
    };
    return problemsOfElements(value, problemOf, () => listedAlready(had, false));
  }
  return findRuleProblem(rule, value) === undefined || isSameContent(had, value)
    ? []
    : [{ problem: `must be ${describeAllowed(rule)}` }];
}

/** What is wrong with changes of what `held` has, as the end of a sentence; undefined when all of them can be written. */
export function whyNotAllowed(
  held: Policy,
  changes: readonly (readonly [field: string, value: unknown])[],
): string | undefined {
  const all = changes.flatMap(([field, value]) =>
    findValueProblems(held, field, value).map(
      ({ index, problem }) =>
        `${safeString(field, 'ident')}${index === undefined ? '' : `[${index}]`} ${problem}`,
    ),
  );
  const more = all.length - MOST_NAMED;
  return all.length === 0
    ? undefined
    : `${all.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

type FindProblem = (element: unknown) => string | undefined;

function problemsOfElements(
  elements: readonly unknown[],
  problemOf: FindProblem,
  makeIsListed: () => (element: unknown, problem: string) => boolean,
): readonly ValueProblem[] {
  let isListed: ReturnType<typeof makeIsListed> | undefined;
  return elements.flatMap((element, index) => {
    const problem = problemOf(element);
    if (problem === undefined) {
      return [];
    }
    // Lists are long, and few elements are anything but a name.
    isListed ??= makeIsListed();
    return isListed(element, problem) ? [] : [{ index, problem }];
  });
}

/** Whether a list holds an element, or, if its shape counts, one that is as odd in the same way. */
function listedAlready(
  list: unknown,
  doesShapeCount: boolean,
): (element: unknown, problem: string) => boolean {
  const elements = Array.isArray(list) ? (list as readonly unknown[]) : [];
  const keys = new Set(elements.map(sameValueKey));
  const oddOf = (element: unknown, problem: string | undefined) => `${shapeOf(element)} ${problem}`;
  const odd = new Set(
    doesShapeCount ? elements.map((element) => oddOf(element, findElementProblem(element))) : [],
  );
  return (element, problem) =>
    keys.has(sameValueKey(element)) || (!problem.endsWith(HIDES) && odd.has(oddOf(element, problem)));
}

function shapeOf(element: unknown): string {
  const object = asObject(element);
  return object === undefined ? typeof element : JSON.stringify(Object.keys(object).toSorted());
}
