import { sameValueKey } from '../../lib/same-value.ts';
import { quotedText } from '../../lib/named.ts';
import { elementParts } from '../../stores/policy/describe-element.ts';
import { nameOfElement } from '../../stores/policy/element-subject.ts';
import { containsValue } from '../../stores/policy/contains-value.ts';

/** Elements of a list that are named one by one. */
const MOST_NAMED = 3;

/** The first few elements of a list by name, and how many more there are, as a sentence quotes them. */
export function namedElements(elements: readonly unknown[]): string {
  const more = elements.length - MOST_NAMED;
  const names = elements.slice(0, MOST_NAMED).map((element) => quotedText(elementParts(element)));
  return `${names.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** The elements of a list that another one does not hold, with or without what a server adds to them. */
export function missingFrom(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const byName = Map.groupBy(others, nameOfElement);
  return list.filter((element) =>
    (byName.get(nameOfElement(element)) ?? []).every(
      (other) => !containsValue([other], [element]) && !containsValue([element], [other]),
    ),
  );
}

/** The elements that were written and that a stored list does not hold, with or without what a server adds to them. */
export function notHeldBy(stored: readonly unknown[], written: readonly unknown[]): readonly unknown[] {
  const byName = Map.groupBy(stored, nameOfElement);
  return written.filter((element) =>
    (byName.get(nameOfElement(element)) ?? []).every((other) => !containsValue([other], [element])),
  );
}

/** The elements of a list that another one does not hold as they are. */
export function elementsWithout(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map(sameValueKey));
  return list.filter((element) => !known.has(sameValueKey(element)));
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
