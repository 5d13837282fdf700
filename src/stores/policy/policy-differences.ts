import { jsonText } from '../../lib/json-text.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import type { MixedText } from '../../lib/mixed-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { describeElement, elementJsonParts, elementParts, plainOrQuoted } from './describe-element.ts';
import { subjectOfElement } from './element-subject.ts';
import { changesOfList } from './list-changes.ts';
import {
  strictnessOf,
  strictnessOfElement,
  type EffectCounts,
  type Strictness,
} from './policy-strictness.ts';

/** A field, or one element of a list, before and after. */
export interface PolicyDifference {
  readonly field: string;
  /** A rule gets another value; an element comes into a list, leaves it, or becomes another one about the same thing. */
  readonly how: 'set' | 'added' | 'removed' | 'edited';
  readonly before: string;
  readonly after: string;
  readonly effect: Strictness;
  /** Of a list, the elements themselves where there are any, and whether they are shown as JSON. */
  readonly elements?: {
    readonly before?: unknown;
    readonly after?: unknown;
    readonly asJson: boolean;
  };
}

/** What one side of a change reads as, with what of it names something and what is prose. */
export function differenceParts(difference: PolicyDifference, side: 'before' | 'after'): MixedText {
  const { elements, field } = difference;
  const text = difference[side];
  return elements === undefined
    ? [{ text: text === '' ? '""' : text, profile: profileOf('policy', `rules.${field}`) }]
    : !(side in elements)
      ? [{ text, profile: 'ident' }]
      : elements.asJson
        ? elementJsonParts(elements[side])
        : elementParts(elements[side]);
}

export interface ChangedField {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What may let more through stands first: nobody reads hundreds of lines for it. */
export const EFFECT_ORDER: readonly Strictness[] = ['loosens', 'unclear', 'tightens'];

/**
 * What changes, line by line: a rule is one, and of a list each element that is added, taken away, or becomes another one
 * about the same thing. What loosens comes first, then what cannot be said to do either, then what tightens; in each of
 * these the rules before the elements of lists.
 */
export function policyDifferences(changed: readonly ChangedField[]): readonly PolicyDifference[] {
  const all = changed.flatMap(({ field, before, after }): readonly PolicyDifference[] => {
    if (Array.isArray(before) && Array.isArray(after)) {
      return listDifferences(field, before, after);
    }
    const effect = strictnessOf(field, before, after);
    return [
      { field, how: 'set', before: shownValue(before, after), after: shownValue(after, before), effect },
    ];
  });
  return EFFECT_ORDER.flatMap((effect) => {
    const some = all.filter((difference) => difference.effect === effect);
    return [...some.filter(({ how }) => how === 'set'), ...some.filter(({ how }) => how !== 'set')];
  });
}

const counted = new WeakMap<readonly PolicyDifference[], EffectCounts>();

/** How many of the changes go which way. Frames ask for it of more than one list, which are not to be changed. */
export function countEffects(differences: readonly PolicyDifference[]): EffectCounts {
  const known = counted.get(differences);
  if (known !== undefined) {
    return known;
  }
  const counts = { loosens: 0, unclear: 0, tightens: 0 };
  for (const { effect } of differences) {
    counts[effect]++;
  }
  counted.set(differences, counts);
  return counts;
}

/** Changes that loosen, and those of which that cannot be ruled out. */
export function countLoosening({ loosens, unclear }: EffectCounts): number {
  return loosens + unclear;
}

function listDifferences(
  field: string,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly PolicyDifference[] {
  const changes = changesOfList(before, after);
  const effectOf = (how: 'added' | 'removed' | 'edited') =>
    strictnessOfElement(field, how, { before, after });
  const added = onceEach(changes.added);
  // What each subject has left to be paired: hundreds of thousands may share one.
  const addedOf = new Map(
    [...Map.groupBy(added, subjectOfElement)].map(([subject, elements]) => [subject, elements.values()]),
  );
  const rows = onceEach(changes.removed).map((element): PolicyDifference => {
    const instead = addedOf.get(subjectOfElement(element))?.next().value;
    // What only differs in its shape is the same in words.
    const isSameInWords = instead !== undefined && describeElement(element) === describeElement(instead);
    const textOf = isSameInWords ? jsonText : describeElement;
    const how = instead === undefined ? 'removed' : 'edited';
    return {
      field,
      how,
      before: textOf(element),
      after: instead === undefined ? 'removed' : textOf(instead),
      effect: effectOf(how),
      elements: {
        before: element,
        ...(instead === undefined ? {} : { after: instead }),
        asJson: isSameInWords,
      },
    };
  });
  return [
    ...rows,
    ...[...addedOf.values()]
      .flatMap((left) => [...left])
      .map((element): PolicyDifference => ({
        field,
        how: 'added',
        before: 'not listed',
        after: describeElement(element),
        effect: effectOf('added'),
        elements: { after: element, asJson: false },
      })),
  ];
}

/** Each element once: neither the order of a list counts nor how often one occurs. */
function onceEach(list: readonly unknown[]): readonly unknown[] {
  return [...new Map(list.map((element) => [sameValueKey(element), element])).values()];
}

/** A value of a rule as text; quoted beside what is no text, for `"false"` is not `false`. */
function shownValue(value: unknown, other: unknown): string {
  if (value === undefined) {
    return 'not set';
  }
  const isPlain = typeof value === 'string' && (other === undefined || typeof other === 'string');
  return isPlain ? plainOrQuoted(value) : jsonText(value);
}
