import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { formatCount } from '../../lib/format-number.ts';
import { isSuspiciousIdentifier, safeString } from '../../lib/safe-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { readEcosystem } from '../../stores/policy/blocked-package.ts';
import { findElementProblem } from '../../stores/policy/element-problem.ts';
import { subjectOfElement } from '../../stores/policy/element-subject.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { notify, openDialog, type CommandContext } from '../base/command.ts';
import { findLicenceProblem, licenceRemark, licenceTest } from './licence-checks.ts';
import { changeElements, elementsInDraft, fieldNamed } from './draft-field.ts';
import {
  createElement,
  findFieldProblem,
  readTypedElements,
  shapeOfElements,
  type ElementField,
  type ElementShape,
} from './list-elements.ts';
import { noteIgnored } from '../base/notices.ts';
import { goToElement } from './open-list.ts';
import { readPastedPackages, readPastedRows } from './pasted-rows.ts';
import { countedNames, type TypedNames } from './typed-names.ts';

/** What is said of a text while it is typed. */
export interface TextChecks {
  readonly findProblem: (text: string) => string | undefined;
  /** The test that `findProblem` makes of one name, without its sentence. */
  readonly isValid: () => (name: string) => boolean;
  readonly remark: (text: string) => string | undefined;
}

const isAnything = () => true;

const OF_NAMES: TextChecks = {
  findProblem: () => undefined,
  isValid: () => isAnything,
  remark: lookalikeRemark,
};

/** What is to be known of a name that may be meant as another one; of several, the first. */
function lookalikeRemark(text: string): string | undefined {
  const found = text.split(',').map(withoutBlanks).find(isSuspiciousIdentifier);
  return found === undefined
    ? undefined
    : `Look twice: beside ASCII it holds other letters, ${safeString(found, 'ident')}.`;
}

/** What is checked of the elements of a list beside that they are not there yet. */
export function checksOf(field: PolicyField): TextChecks {
  return field.rule?.kind === 'licences'
    ? { findProblem: findLicenceProblem, isValid: licenceTest, remark: licenceRemark }
    : OF_NAMES;
}

/** The shape that a new element of a list takes: that of the other blocked list where this one has no element. */
export function shapeOfList(context: CommandContext, field: PolicyField): ElementShape {
  const other = field.id === 'blocked_packages' ? 'blocked_maintainers' : 'blocked_packages';
  return field.rule?.kind === 'licences'
    ? { kind: 'text' }
    : shapeOfElements(elementsInDraft(field), elementsInDraft(fieldNamed(context, other)));
}

/**
 * Asks for what is to be added to a list, and then for the other fields that its elements have. Of several names those that
 * can be added are, and those that are not valid stand in the field again.
 */
export function addElement(context: CommandContext, field: PolicyField, initial = ''): void {
  const checks = checksOf(field);
  const shape = shapeOfList(context, field);
  const checkNow = (text: string) =>
    checkTyped(elementsInDraft(fieldNamed(context, field.id)), text, checks, checks.isValid());
  openDialog(context, {
    kind: 'text',
    title: `Add to ${field.id}`,
    lines: [],
    label: shape.kind === 'text' ? 'new' : shape.nameField,
    initial,
    isName: (text) => !isJson(text),
    readPaste: (text) => textOfPaste(context, field.id, text),
    enterDoes: shape.kind === 'text' ? 'adds it to the draft' : 'goes on',
    findProblem: (text) => checkNow(text).problem,
    remark: (text) => checkNow(text).remark,
    submit(text) {
      const { typed } = checkNow(text);
      if ('element' in typed) {
        append(context, field.id, [typed.element]);
      } else if ('names' in typed) {
        addToShape(context, field.id, shape, typed.names, {
          values: {},
          then: (added) => sayAdded(context, field, typed, added),
        });
      }
    },
    dangerous: false,
  });
}

/** What a text comes to, what is wrong with it and what is to be known of it: a long list is read once, not in every frame. */
const checkTyped = memoizeLast(
  (items: readonly unknown[], text: string, checks: TextChecks, isValid: (name: string) => boolean) => {
    const typed = readTypedElements(items, text, isValid);
    if ('problem' in typed) {
      return { typed, problem: checks.findProblem(typed.about ?? text) ?? typed.problem, remark: undefined };
    }
    if ('element' in typed) {
      return { typed, problem: checks.findProblem(text), remark: checks.remark(text) };
    }
    const isOne = !text.includes(',');
    const counted = countedNames(`${formatCount(typed.names.length)} to add`, typed);
    const remark = checks.remark(typed.names.join(',')) ?? (isOne ? undefined : `${counted}.`);
    return { typed, problem: undefined, remark };
  },
);

/** Whether it is an element as JSON, and not names. */
function isJson(text: string): boolean {
  return withoutBlanks(text).startsWith('{');
}

/** The names of a paste of several lines, or JSON as it is. What is left out of its rows is said. */
function textOfPaste(context: CommandContext, list: string, text: string): string {
  if (!/[\t\r\n\u2028\u2029]/.test(text) || isJson(text)) {
    return text;
  }
  const packages = list === 'blocked_packages' ? readPastedPackages(text) : undefined;
  const { names, columns, withoutFirst } = packages ?? readPastedRows(text);
  const parts = [
    packages?.taken ?? (columns < 2 ? '' : `only the first of ${columns} columns was taken`),
    withoutFirst === 0
      ? ''
      : `${formatCount(withoutFirst)} ${withoutFirst === 1 ? 'row has' : 'rows have'} nothing in it`,
  ].filter((part) => part !== '');
  if (parts.length > 0) {
    noteIgnored(context, `Of what was pasted, ${parts.join('; ')}.`);
  }
  return names.join(', ');
}

/** Says what became of several names, and asks again for those that are not valid. */
function sayAdded(context: CommandContext, field: PolicyField, typed: TypedNames, added: number): void {
  const listed = typed.listed + typed.names.length - added;
  const { repeated, invalid } = typed;
  if (invalid.length > 0) {
    addElement(context, field, invalid.join(', '));
  }
  if (typed.names.length + listed + repeated + invalid.length > 1) {
    const counted = countedNames(`${formatCount(added)} added to the draft`, { listed, repeated, invalid });
    notify(context, `${counted}.`, invalid.length === 0 ? 'plain' : 'bad');
  }
}

/** What is known of new elements beside their names, and what follows once they are in the draft. */
export interface NewElements {
  readonly values: Readonly<Record<string, string>>;
  /** Called with how many were added. */
  readonly then: (added: number) => void;
}

/** Asks for one field of the shape after the other, and adds an element for each name when all are known. */
export function addToShape(
  context: CommandContext,
  list: string,
  shape: ElementShape,
  names: readonly string[],
  { values, then }: NewElements,
): void {
  const areSaid = names.every((name) => typedEcosystem(shape, name) !== undefined);
  const next = fieldToAsk(shape, areSaid ? { ...values, ecosystem: '' } : values);
  if (next === undefined) {
    const elements = names.map((name) => {
      const { rest = name, ecosystem } = typedEcosystem(shape, name) ?? {};
      const own = ecosystem === undefined ? values : { ...values, ecosystem };
      return createElement(shape, rest, own, context.clock.now());
    });
    // Of an event anything may be in there.
    const problem = elements.map(findElementProblem).find((each) => each !== undefined);
    if (problem !== undefined) {
      notify(context, `It cannot be listed: it ${problem}.`, 'bad');
      return;
    }
    then(append(context, list, elements));
    return;
  }
  openDialog(context, {
    kind: 'text',
    title: `Add to ${list}: ${next.name}`,
    lines: [{ label: names.length === 1 ? 'element' : `${names.length} elements`, value: names.join(', ') }],
    label: next.name,
    initial: next.usual ?? '',
    isName: () => profileOf('element', next.name) === 'ident',
    enterDoes: 'goes on; empty leaves it out',
    findProblem: (text) => findFieldProblem(next, text),
    submit: (text) =>
      addToShape(context, list, shape, names, { values: { ...values, [next.name]: text }, then }),
    dangerous: false,
  });
}

/** The ecosystem that was typed before a name, where elements of the shape have a field for it. Names of Go hold slashes. */
function typedEcosystem(shape: ElementShape, name: string) {
  return shape.kind === 'object' &&
    shape.fields.some((field) => field.name === 'ecosystem') &&
    name.includes(':')
    ? readEcosystem(name)
    : undefined;
}

function fieldToAsk(shape: ElementShape, values: Readonly<Record<string, string>>): ElementField | undefined {
  return shape.kind === 'text'
    ? undefined
    : shape.fields.find(({ name, kind }) => kind !== 'time' && !Object.hasOwn(values, name));
}

/** Adds to a list of the draft what is not in it, and goes to the last one in the editor. Gives how many were added. */
function append(context: CommandContext, list: string, elements: readonly unknown[]): number {
  let added: readonly unknown[] = [];
  changeElements(context, list, (items) => {
    const subjects = new Set(items.map(subjectOfElement));
    added = elements.filter((element) => !subjects.has(subjectOfElement(element)));
    return [...items, ...added];
  });
  if (added.length > 0) {
    goToElement(context, added.at(-1));
  }
  return added.length;
}
