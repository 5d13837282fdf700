import { describeElement } from '../../stores/policy/describe-element.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { jsonText } from '../../lib/json-text.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { findElementProblem } from '../../stores/policy/element-problem.ts';
import { subjectOfElement } from '../../stores/policy/element-subject.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { openDialog, type CommandContext } from '../command.ts';
import { checksOf } from './add-element.ts';
import { changeField, elementsInDraft, fieldNamed } from './draft-field.ts';
import { goToElement } from './open-list.ts';
import { readElement, readTypedElements } from './list-elements.ts';

/** Opens an element of a list in a field: text as it is, and an object as JSON, so that whatever it holds stays. */
export function editElement(context: CommandContext, field: PolicyField, element: unknown): void {
  const isText = typeof element === 'string';
  const checks = checksOf(field);
  const key = sameValueKey(element);
  const others = () =>
    elementsInDraft(fieldNamed(context, field.id)).filter((other) => sameValueKey(other) !== key);
  openDialog(context, {
    kind: 'text',
    title: isText ? `Edit an element of ${field.id}` : `Edit an element of ${field.id}, as JSON`,
    lines: [{ label: 'stored', value: describeElement(element) }],
    label: isText ? 'element' : 'JSON',
    initial: isText ? element : jsonText(element),
    enterDoes: 'puts it into the draft',
    findProblem: (text) =>
      isText ? (checks.findProblem(text) ?? problemOfText(others(), text)) : problemOfObject(others(), text),
    remark: checks.remark,
    submit(text) {
      const edited: unknown = isText ? text.trim() : JSON.parse(text);
      const elements = elementsInDraft(fieldNamed(context, field.id));
      changeField(
        context,
        field.id,
        elements.map((other) => (sameValueKey(other) === key ? edited : other)),
      );
      goToElement(context, edited);
    },
    dangerous: false,
  });
}

function problemOfText(others: readonly unknown[], text: string): string | undefined {
  if (text.includes(',')) {
    return 'It is one element: a comma cannot be in it.';
  }
  const typed = readTypedElements(others, text);
  return 'problem' in typed ? typed.problem : undefined;
}

function problemOfObject(others: readonly unknown[], text: string): string | undefined {
  const element: JsonObject | undefined = readElement(text);
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
