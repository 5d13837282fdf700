import type { AnyText } from '../../lib/untrusted.ts';
import { asObject, nameOfElement } from './element-subject.ts';

/** What a person cannot see, or sees as something else: controls, marks of direction, joiners. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What is said of a text with such a character, at the end. */
export const HIDES = 'holds a character that cannot be seen';

/**
 * Why a text cannot name a licence, a package or a maintainer, as the end of a sentence that begins with it; undefined
 * when it can. None of them holds a space.
 */
export function findNameProblem(name: AnyText): string | undefined {
  if (name.trim() === '') {
    return 'is empty';
  }
  if (UNSEEN.test(name)) {
    return HIDES;
  }
  return /\s/.test(name) ? 'holds a space, which no such name does' : undefined;
}

/** Why an element cannot be added to a list, as the end of a sentence that begins with its place; undefined when it can. */
export function findElementProblem(element: unknown): string | undefined {
  const name = nameOfElement(element);
  if (name === undefined || name.trim() === '') {
    return 'must be text, or an object with a name';
  }
  const problem = findNameProblem(name);
  if (problem !== undefined) {
    return `has a name that ${problem}`;
  }
  const unseen = Object.entries(asObject(element) ?? {}).find(
    ([, value]) => typeof value === 'string' && UNSEEN.test(value),
  );
  return unseen === undefined ? undefined : HIDES;
}
