import { isNeededJoiner } from '../../lib/safe-text/joiners.ts';
import { profileOf } from '../../lib/text-fields.ts';
import type { AnyText } from '../../lib/untrusted.ts';
import { asObject, nameOfElement } from './element-subject.ts';

/** What a person cannot see, or sees as something else: controls, marks of direction, joiners. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const UNSEEN_ALL = new RegExp(UNSEEN, 'gu');

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

/**
 * Why a text cannot stand in a field of an element beside its name, as the end of a sentence that begins with it. In prose
 * a joiner that its letters need hides nothing.
 */
export function findTextProblem(field: string, text: AnyText): string | undefined {
  const isProse = profileOf('element', field) !== 'ident';
  for (const { index } of text.matchAll(UNSEEN_ALL)) {
    if (!isProse || !isNeededJoiner(text, index)) {
      return HIDES;
    }
  }
  return undefined;
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
  for (const [field, value] of Object.entries(asObject(element) ?? {})) {
    const unseen = typeof value === 'string' ? findTextProblem(field, value) : undefined;
    if (unseen !== undefined) {
      return unseen;
    }
  }
  return undefined;
}
