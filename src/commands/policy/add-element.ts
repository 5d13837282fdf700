import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { isSuspiciousIdentifier, safeString } from '../../lib/safe-text.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { findElementProblem } from '../../stores/policy/element-problem.ts';
import { notify, openDialog, type CommandContext } from '../command.ts';
import { findLicenceProblem, licenceRemark } from './licence-checks.ts';
import { changeElements, elementsInDraft, fieldNamed } from './draft-field.ts';
import {
  createElement,
  findFieldProblem,
  isListed,
  readTypedElements,
  shapeOfElements,
  type ElementField,
  type ElementShape,
} from './list-elements.ts';
import { goToElement } from './open-list.ts';

/** What is said of a text while it is typed. */
export interface TextChecks {
  readonly findProblem: (text: string) => string | undefined;
  readonly remark: (text: string) => string | undefined;
}

const OF_NAMES: TextChecks = { findProblem: () => undefined, remark: lookalikeRemark };

/** What is to be known of a name that may be meant as another one. */
function lookalikeRemark(text: string): string | undefined {
  return isSuspiciousIdentifier(withoutBlanks(text))
    ? `Look twice: beside ASCII it holds other letters, ${safeString(withoutBlanks(text), 'ident')}.`
    : undefined;
}

/** What is checked of the elements of a list beside that they are not there yet. */
export function checksOf(field: PolicyField): TextChecks {
  return field.rule?.kind === 'licences'
    ? { findProblem: findLicenceProblem, remark: licenceRemark }
    : OF_NAMES;
}

/** The shape that a new element of a list takes: that of the other blocked list where this one has no element. */
export function shapeOfList(context: CommandContext, field: PolicyField): ElementShape {
  const other = field.id === 'blocked_packages' ? 'blocked_maintainers' : 'blocked_packages';
  return field.rule?.kind === 'licences'
    ? { kind: 'text' }
    : shapeOfElements(elementsInDraft(field), elementsInDraft(fieldNamed(context, other)));
}

/** Asks for what is to be added to a list, and then for the other fields that its elements have. */
export function addElement(context: CommandContext, field: PolicyField): void {
  const checks = checksOf(field);
  const shape = shapeOfList(context, field);
  const items = () => elementsInDraft(fieldNamed(context, field.id));
  openDialog(context, {
    kind: 'text',
    title: `Add to ${field.id}`,
    lines: [],
    label: shape.kind === 'text' ? 'new' : shape.nameField,
    initial: '',
    joint: ', ',
    enterDoes: shape.kind === 'text' ? 'adds it to the draft' : 'goes on',
    findProblem(text) {
      const typed = readTypedElements(items(), text);
      return checks.findProblem(text) ?? ('problem' in typed ? typed.problem : undefined);
    },
    remark: checks.remark,
    submit(text) {
      const typed = readTypedElements(items(), text);
      if ('element' in typed) {
        append(context, field.id, [typed.element]);
      } else if ('names' in typed) {
        addToShape(context, field.id, shape, typed.names, { values: {}, then: () => undefined });
      }
    },
    dangerous: false,
  });
}

/** What is known of new elements beside their names, and what follows once they are in the draft. */
export interface NewElements {
  readonly values: Readonly<Record<string, string>>;
  readonly then: () => void;
}

/** Asks for one field of the shape after the other, and adds an element for each name when all are known. */
export function addToShape(
  context: CommandContext,
  list: string,
  shape: ElementShape,
  names: readonly string[],
  { values, then }: NewElements,
): void {
  const next = fieldToAsk(shape, values);
  if (next === undefined) {
    const elements = names.map((name) => createElement(shape, name, values, context.clock.now()));
    // Of an event anything may be in there.
    const problem = elements.map(findElementProblem).find((each) => each !== undefined);
    if (problem !== undefined) {
      notify(context, `It cannot be listed: it ${problem}.`, 'bad');
      return;
    }
    append(context, list, elements);
    then();
    return;
  }
  openDialog(context, {
    kind: 'text',
    title: `Add to ${list}: the ${next.name}, as other elements have one`,
    lines: [{ label: names.length === 1 ? 'element' : `${names.length} elements`, value: names.join(', ') }],
    label: next.name,
    initial: next.usual ?? '',
    enterDoes: 'goes on; empty leaves it out',
    findProblem: (text) => findFieldProblem(next.kind, text),
    submit: (text) =>
      addToShape(context, list, shape, names, { values: { ...values, [next.name]: text }, then }),
    dangerous: false,
  });
}

function fieldToAsk(shape: ElementShape, values: Readonly<Record<string, string>>): ElementField | undefined {
  return shape.kind === 'text'
    ? undefined
    : shape.fields.find(({ name, kind }) => kind !== 'time' && !Object.hasOwn(values, name));
}

/** Adds to a list of the draft what is not in it, and goes to the last one in the editor. */
function append(context: CommandContext, list: string, elements: readonly unknown[]): void {
  let added: readonly unknown[] = [];
  changeElements(context, list, (items) => {
    added = elements.filter((element) => !isListed(items, element));
    return [...items, ...added];
  });
  if (added.length > 0) {
    goToElement(context, added.at(-1));
  }
}
