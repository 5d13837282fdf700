import { elementParts } from '../../stores/policy/describe-element.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { cleanInput, withoutBlanks } from '../../lib/text-cleaning.ts';
import { seenText } from '../../lib/text-editing.ts';
import { asciiJson, readableJson } from '../../lib/ascii-json.ts';
import { isExactNumber } from '../../lib/exact-json.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { jsonText } from '../../lib/json-text.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { findElementProblem } from '../../stores/policy/element-problem.ts';
import { asObject, nameOfElement, subjectOfElement } from '../../stores/policy/element-subject.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { notify, openDialog, type CommandContext } from '../base/command.ts';
import { checksOf } from './add-element.ts';
import { changeElements, elementsInDraft, fieldNamed } from './draft-field.ts';
import { goToElement } from './open-list.ts';
import { readTypedElements } from './list-elements.ts';

/** Opens an element of a list in a field, and puts what becomes of it into the draft. */
export function editElement(context: CommandContext, field: PolicyField, element: unknown): void {
  const key = sameValueKey(element);
  const isOther = (other: unknown) => sameValueKey(other) !== key;
  askForElement(context, field, element, {
    others: () => elementsInDraft(fieldNamed(context, field.id)).filter(isOther),
    submit(edited) {
      if (elementsInDraft(fieldNamed(context, field.id)).every(isOther)) {
        notify(context, 'The element is not in the list any more: nothing was changed.', 'bad');
        return;
      }
      changeElements(context, field.id, (elements) =>
        elements.map((other) => (isOther(other) ? other : edited)),
      );
      goToElement(context, edited);
    },
  });
}

/** What an element is edited among, and what is done with it then. */
interface EditedElement {
  readonly others: () => readonly unknown[];
  readonly submit: (element: unknown) => void;
}

/**
 * Asks what an element is to be: text as it is, and an object as JSON, so that whatever it holds stays; so is text with
 * characters that a field leaves out, or cannot show as they are.
 */
export function askForElement(
  context: CommandContext,
  field: PolicyField,
  element: unknown,
  { others, submit }: EditedElement,
): void {
  const isText =
    typeof element === 'string' && cleanInput(element) === element && seenText(element) === element;
  const checks = checksOf(field);
  const problemOf = (text: string) => checks.findProblem(text) ?? problemOfText(others(), text);
  openDialog(context, {
    kind: 'text',
    title: isText ? `Edit an element of ${field.id}` : `Edit an element of ${field.id}, as JSON`,
    lines: [{ label: 'stored', value: elementParts(element) }],
    label: isText ? 'element' : 'JSON',
    initial: isText ? element : editableJson(element),
    enterDoes: 'puts it into the draft',
    findProblem(text) {
      const json = isText ? text : readJson(text);
      return typeof json === 'string' ? problemOf(json) : problemOfObject(others(), asObject(json));
    },
    isName: () => isText,
    remark(text) {
      const name = isText ? text : nameOfElement(readJson(text));
      return name === undefined ? undefined : checks.remark(name);
    },
    submit(text) {
      const json = isText ? text : readJson(text);
      submit(typeof json === 'string' ? withoutBlanks(json) : json);
    },
    dangerous: false,
  });
}

/** As JSON of which a field leaves nothing out: prose in its letters, and names in ASCII, so that no letter passes for another. */
function editableJson(element: unknown): string {
  try {
    return editableValue('', element);
  } catch {
    return jsonText(element);
  }
}

function editableValue(path: string, value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((each) => editableValue(path, each)).join(',')}]`;
  }
  const object = isExactNumber(value) ? undefined : asObject(value);
  if (object !== undefined) {
    const fields = Object.entries(object).map(
      ([name, each]) => `${asciiJson(name)}:${editableValue(path === '' ? name : `${path}.${name}`, each)}`,
    );
    return `{${fields.join(',')}}`;
  }
  return typeof value === 'string' && path !== '' && profileOf('element', path) !== 'ident'
    ? readableJson(value)
    : asciiJson(value);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOfText(others: readonly unknown[], text: string): string | undefined {
  if (text.includes(',')) {
    return 'It is one element: a comma cannot be in it.';
  }
  const typed = readTypedElements(others, text);
  return 'problem' in typed ? typed.problem : undefined;
}

function problemOfObject(others: readonly unknown[], element: JsonObject | undefined): string | undefined {
  if (element === undefined) {
    return 'It must be an object that can be read as JSON.';
  }
  const problem = findElementProblem(element);
  if (problem !== undefined) {
    return `It ${problem}.`;
  }
  const subject = subjectOfElement(element);
  return others.some((other) => subjectOfElement(other) === subject)
    ? 'Another element of the list is about the same.'
    : undefined;
}
