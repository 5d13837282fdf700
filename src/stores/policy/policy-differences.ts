import { findPolicyRule } from '../../contract/policy-rules.ts';
import { jsonText } from '../../lib/json-text.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { describeElement, plainOrQuoted } from './describe-element.ts';
import { subjectOfElement } from './element-subject.ts';
import { strictnessOf, type Strictness } from './policy-strictness.ts';

/** A field, or one element of a list, before and after. */
export interface PolicyDifference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly effect: Strictness;
}

export interface ChangedField {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * What changes, line by line: a rule is one, and of a list each element that is added, taken away, or becomes another one
 * about the same thing.
 */
export function policyDifferences(changed: readonly ChangedField[]): readonly PolicyDifference[] {
  return changed.flatMap(({ field, before, after }): readonly PolicyDifference[] => {
    if (Array.isArray(before) && Array.isArray(after)) {
      return listDifferences(field, before, after);
    }
    const effect = strictnessOf(findPolicyRule(field), before, after);
    return [{ field, before: toldValue(before), after: toldValue(after), effect }];
  });
}

function listDifferences(
  field: string,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly PolicyDifference[] {
  const rule = findPolicyRule(field);
  const [had, has] = [new Set(before.map(sameValueKey)), new Set(after.map(sameValueKey))];
  const added = after.filter((element) => !had.has(sameValueKey(element)));
  const addedOf = Map.groupBy(added, subjectOfElement);
  const rows = before
    .filter((element) => !has.has(sameValueKey(element)))
    .map((element): PolicyDifference => {
      const instead = addedOf.get(subjectOfElement(element))?.shift();
      // What only differs in its shape is the same in words.
      const isSameInWords = instead !== undefined && describeElement(element) === describeElement(instead);
      const told = isSameInWords ? jsonText : describeElement;
      return {
        field,
        before: told(element),
        after: instead === undefined ? 'removed' : told(instead),
        effect: strictnessOf(rule, [element], instead === undefined ? [] : [instead]),
      };
    });
  return [
    ...rows,
    ...[...addedOf.values()].flat().map((element): PolicyDifference => ({
      field,
      before: 'not listed',
      after: describeElement(element),
      effect: strictnessOf(rule, [], [element]),
    })),
  ];
}

/** A value of a rule as text. */
function toldValue(value: unknown): string {
  return typeof value === 'string' ? plainOrQuoted(value) : value === undefined ? 'not set' : jsonText(value);
}
