import { withoutBlanks } from '../../lib/text-cleaning.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { ownValue } from '../../lib/own-value.ts';
import { findElementProblem, findTextProblem } from '../../stores/policy/element-problem.ts';
import {
  asObject,
  nameFieldOf,
  nameOfElement,
  subjectOfElement,
} from '../../stores/policy/element-subject.ts';
import { sortTypedNames, whyNoName, type TypedNames } from './typed-names.ts';

/** A field that new elements of a list get beside their name. */
export interface ElementField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'flag' | 'time';
  /** What every element holds that has the field; undefined when they differ. */
  readonly usual: string | undefined;
}

/** What new elements of a list look like: text, or an object with these fields in this order. */
export type ElementShape =
  | { readonly kind: 'text' }
  | { readonly kind: 'object'; readonly nameField: string; readonly fields: readonly ElementField[] };

/** Of a longer list, the last ones say what its elements look like. */
const MOST_LOOKED_AT = 1000;

/**
 * The shape that most elements of a list have; of as many, that of the last one. What holds no named element is taken for
 * a list of text, unless `others`, another list of the same policy, says what elements look like.
 */
export function shapeOfElements(all: readonly unknown[], others: readonly unknown[] = []): ElementShape {
  const elements = all.slice(-MOST_LOOKED_AT);
  const objects = elements
    .map(asObject)
    .filter((object) => object !== undefined && isNamed(object)) as JsonObject[];
  const texts = elements.filter((element) => typeof element === 'string');
  if (objects.length === 0 && texts.length === 0) {
    return others.length === 0 ? { kind: 'text' } : withoutFields(shapeOfElements(others));
  }
  const last = elements.findLast((element) => typeof element === 'string' || isNamed(asObject(element)));
  const isText = texts.length === objects.length ? typeof last === 'string' : texts.length > objects.length;
  const example = objects.at(-1);
  const nameField = example === undefined ? undefined : nameFieldOf(example);
  return isText || example === undefined || nameField === undefined
    ? { kind: 'text' }
    : { kind: 'object', nameField, fields: fieldsOf(objects, nameField) };
}

/** What another list says is only how elements are named. */
function withoutFields(shape: ElementShape): ElementShape {
  return shape.kind === 'text' || !['name', 'id'].includes(shape.nameField)
    ? { kind: 'text' }
    : { ...shape, fields: [] };
}

/** The fields that at least half of the elements have; what numbers or names an element itself is the server's. */
function fieldsOf(objects: readonly JsonObject[], nameField: string): readonly ElementField[] {
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  return [...names].flatMap((name): readonly ElementField[] => {
    const values = objects.map((object) => ownValue(object, name)).filter(isFilled);
    const [kind] = new Set(values.map(kindOf));
    return name === nameField ||
      /^(id|uuid|_id)$/i.test(name) ||
      values.length * 2 < objects.length ||
      kind === undefined ||
      !values.every((value) => kindOf(value) === kind)
      ? []
      : [{ name, kind, usual: usualOf(values) }];
  });
}

function usualOf(values: readonly unknown[]): string | undefined {
  const [usual, ...others] = new Set(values.map(String));
  return others.length === 0 ? usual : undefined;
}

function kindOf(value: unknown): ElementField['kind'] | undefined {
  switch (typeof value) {
    case 'string':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? 'time' : 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    default:
      return undefined;
  }
}

/**
 * An element of that shape: text, or an object that holds the name and, of `values`, the fields of the shape that are not
 * empty. A time is the one that is given as `now`.
 */
export function createElement(
  shape: ElementShape,
  name: string,
  values: Readonly<Record<string, string>>,
  now: number,
): unknown {
  if (shape.kind === 'text') {
    return name;
  }
  const filled = shape.fields.flatMap(({ name: field, kind }): readonly [string, unknown][] => {
    const text = kind === 'time' ? new Date(now).toISOString() : withoutBlanks(ownValue(values, field) ?? '');
    return text === '' ? [] : [[field, readFieldValue(kind, text)]];
  });
  return Object.fromEntries([[shape.nameField, name], ...filled]);
}

/** Why a text cannot be the value of a field, as a sentence; an empty one leaves the field out. */
export function findFieldProblem(
  { name, kind }: Pick<ElementField, 'name' | 'kind'>,
  text: string,
): string | undefined {
  const trimmed = withoutBlanks(text);
  if (trimmed === '' || readFieldValue(kind, trimmed) !== undefined) {
    const problem = kind === 'text' ? findTextProblem(name, trimmed) : undefined;
    return problem && `It ${problem}.`;
  }
  return kind === 'number' ? 'It must be a number, as in the other elements.' : 'It must be true or false.';
}

function readFieldValue(kind: ElementField['kind'], text: string): unknown {
  if (kind === 'number') {
    // `Number` passes over what cannot be seen, too.
    return /^[!-~]+$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
  return kind === 'flag'
    ? new Map([
        ['true', true],
        ['false', false],
      ]).get(text)
    : text;
}

/** What was typed as new elements: names, or one element as JSON. */
export type TypedElements =
  | TypedNames
  | { readonly element: unknown }
  /** Nothing can be added; `about` is the name that it is said of, where there are several. */
  | { readonly problem: string; readonly about?: string };

/**
 * Reads what was typed to be added to a list: names that commas separate, or an object as JSON. Refused when nothing of it
 * can be added: when it is empty, cannot be a name (none of licences, packages and maintainers holds a space), or is there
 * already: by its name where the list holds text, and otherwise by all that its element would say.
 */
export function readTypedElements(
  items: readonly unknown[],
  text: string,
  isValid?: (name: string) => boolean,
): TypedElements {
  if (withoutBlanks(text).startsWith('{')) {
    return readObject(items, text);
  }
  const nameAlone = items.filter(isNameAlone).map(nameOfElement);
  const typed = sortTypedNames(text, new Set(nameAlone), isValid);
  if (typed.names.length > 0) {
    return typed;
  }
  const [about] = typed.invalid;
  if (about === undefined) {
    return typed.listed === 0
      ? { problem: 'Type what is to be added, or paste it: commas or line ends stand between several.' }
      : { problem: typed.listed === 1 ? 'It is in the list already.' : 'All of it is in the list already.' };
  }
  const problem = whyNoName(about) ?? 'cannot be listed';
  return text.includes(',')
    ? { problem: `None of it can be added: the first that is not valid ${problem}.`, about }
    : { problem: `It ${problem}; commas stand between several.` };
}

function readObject(items: readonly unknown[], text: string): TypedElements {
  const element = readElement(text);
  if (element === undefined) {
    return { problem: 'It begins as an object, but is none that can be read as JSON.' };
  }
  const problem = findElementProblem(element);
  if (problem !== undefined) {
    return { problem: `It ${problem}.` };
  }
  return isListed(items, element) ? { problem: 'It is in the list already.' } : { element };
}

/** An object from JSON; undefined when it is none. */
function readElement(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether a list has an element about the same thing: the same name, ecosystem and version. */
function isListed(items: readonly unknown[], element: unknown): boolean {
  const [name, subject] = [nameOfElement(element), subjectOfElement(element)];
  return items.some((item) => nameOfElement(item) === name && subjectOfElement(item) === subject);
}

/** Whether an element says no more than its name of what it is about, so that it covers whatever has that name. */
function isNameAlone(element: unknown): boolean {
  const object = asObject(element);
  return object === undefined || (!isFilled(object['ecosystem']) && !isFilled(object['version']));
}

function isNamed(object: JsonObject | undefined): boolean {
  return object !== undefined && nameFieldOf(object) !== undefined;
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
