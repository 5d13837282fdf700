import { findPolicyRule } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import type { JsonPath, JsonReading, TextPosition } from '../../lib/json-document.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { subjectOfElement } from './element-subject.ts';
import { isSameContent } from './merge-policy.ts';
import { BLOCKED_LISTS, isBlockedList, valueOfField } from './policy-fields.ts';
import type { PolicyChanges } from './policy-draft.ts';
import { unreadableField } from './unreadable-field.ts';
import { findValueProblems, type ValueProblem } from './value-problems.ts';

/** Something in a document that no policy can hold, and where. */
export interface DocumentProblem {
  /** As one writes it: `rules.min_scorecard`, `blocked_packages[3]`; `It` of the whole. */
  readonly path: string;
  /** The end of a sentence that begins with the path. */
  readonly problem: string;
  /** Where it stands in the text, if that can be known. */
  readonly position: TextPosition | undefined;
}

/** What a document changes. */
export interface DocumentChanges {
  readonly changes: PolicyChanges;
  /** Lists in which something stands more than once, which is taken once. */
  readonly repeated?: readonly string[];
}

/** What is to be said of lists in which something stands more than once; undefined when there are none. */
export function describeRepetition({ repeated }: DocumentChanges): string | undefined {
  return repeated === undefined
    ? undefined
    : `${repeated.join(', ')} of the file: what is listed more than once is taken once.`;
}

/** Fields of a policy that describe it and cannot be written. */
const ABOUT = ['version', 'name', 'updated_at'];

/**
 * The policy as a document: what GET /policy gives, with what a draft changes, as indented JSON in ASCII that ends in a line
 * end: whoever looks at the file sees all that is in it.
 */
export function writePolicyDocument(policy: Policy, changes: PolicyChanges = {}): string {
  const rules = { ...policy.rules };
  const lists: Record<string, unknown> = {};
  for (const list of BLOCKED_LISTS) {
    lists[list] = Object.hasOwn(changes, list) ? changes[list] : valueOfField(policy, list);
  }
  for (const [field, value] of Object.entries(changes)) {
    if (!Object.hasOwn(lists, field)) {
      Object.defineProperty(rules, field, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  const { version, name, updated_at } = policy;
  return `${asciiJson({ version, name, updated_at, rules, ...lists }, 2)}\n`;
}

/**
 * Reads a document in the shape of "Policy" as changes of what is stored: rules and lists that it leaves out stay. Either
 * every value in it can be stored, or all that cannot are reported. What is stored already passes as it is, so that what was
 * exported can be imported. `findLicenceProblem` says of one licence why it cannot be listed.
 */
export function readPolicyDocument(
  document: JsonReading,
  stored: Policy,
  findLicenceProblem: (id: string) => string | undefined = () => undefined,
): DocumentChanges | { readonly problems: readonly DocumentProblem[] } {
  if ('problems' in document) {
    return { problems: document.problems.map((problem) => ({ path: 'It', ...problem })) };
  }
  const { value: policy, placeOf } = document;
  if (!isObject(policy)) {
    return { problems: [{ path: 'It', problem: 'is not a JSON object', position: placeOf([]) }] };
  }
  const problems: DocumentProblem[] = [];
  const changes: [string, unknown][] = [];
  const repeated: string[] = [];
  const take = (field: string, path: JsonPath, value: unknown) => {
    if (isSameContent(value, valueOfField(stored, field))) {
      return;
    }
    const unreadable = unreadableField(stored, field);
    const all: readonly ValueProblem[] =
      unreadable === undefined
        ? problemsOf(field, value, stored, findLicenceProblem)
        : [{ problem: overUnreadable(unreadable) }];
    for (const { index, problem } of all) {
      const place = index === undefined ? '' : `[${index}]`;
      const position = placeOf(index === undefined ? path : [...path, index]);
      problems.push({ path: `${path.join('.')}${place}`, problem, position });
    }
    const once = joined(value);
    if (Array.isArray(once) && Array.isArray(value) && once.length < value.length) {
      repeated.push(field);
    }
    changes.push([field, once]);
  };
  for (const [name, value] of Object.entries(policy)) {
    if (name === 'rules' && isObject(value)) {
      for (const [rule, wanted] of Object.entries(value)) {
        const path = ['rules', rule];
        if (isBlockedList(rule)) {
          problems.push({
            path: path.join('.'),
            problem: 'is no rule of the specification',
            position: placeOf(path),
          });
        } else {
          take(rule, path, wanted);
        }
      }
    } else if (BLOCKED_LISTS.some((list) => list === name)) {
      take(name, [name], value);
    } else if (!ABOUT.includes(name)) {
      problems.push({
        path: name,
        problem: name === 'rules' ? 'must be an object' : 'is no part of a policy',
        position: placeOf([name]),
      });
    }
  }
  return problems.length > 0
    ? { problems }
    : { changes: Object.fromEntries(changes), ...(repeated.length > 0 && { repeated }) };
}

function overUnreadable(unreadable: string): string {
  return `is not changed: what is stored there ${unreadable}, and would be overwritten unseen. Mend it where it was written, or leave it out`;
}

/** Of a list also what is about the same as another element in it: which of the two counts, nobody could say. */
function problemsOf(
  field: string,
  value: unknown,
  stored: Policy,
  findLicenceProblem: (id: string) => string | undefined,
): readonly ValueProblem[] {
  const found = findValueProblems(stored, field, value, findLicenceProblem);
  if (!isBlockedList(field) || !Array.isArray(value)) {
    return found;
  }
  const named = new Set(found.map(({ index }) => index));
  const had = valueOfField(stored, field);
  const known = new Set(Array.isArray(had) ? had.map(sameValueKey) : []);
  const subjects = new Map<string, string>();
  const twice = (value as readonly unknown[]).flatMap((element, index): readonly ValueProblem[] => {
    const [key, subject] = [sameValueKey(element), subjectOfElement(element)];
    const other = subjects.get(subject);
    subjects.set(subject, key);
    return other === undefined || other === key || known.has(key) || named.has(index)
      ? []
      : [{ index, problem: 'is about the same as another element' }];
  });
  return [...found, ...twice].sort((left, right) => (left.index ?? 0) - (right.index ?? 0));
}

/** A list with each element once, for that is all that counts of it. */
function joined(value: unknown): unknown {
  return Array.isArray(value)
    ? [...new Map((value as readonly unknown[]).map((element) => [sameValueKey(element), element])).values()]
    : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a policy has to be changed in to hold what another one does, as far as the API can write it and both are understood. */
export function changesTowards(stored: Policy, wanted: Policy): PolicyChanges {
  const rules = Object.keys(wanted.rules ?? {}).filter((name) => findPolicyRule(name) !== undefined);
  return Object.fromEntries(
    [...rules, ...BLOCKED_LISTS]
      .map((field) => [field, valueOfField(wanted, field)] as const)
      .filter(
        ([field, value]) =>
          !isSameContent(value, valueOfField(stored, field)) &&
          unreadableField(stored, field) === undefined &&
          unreadableField(wanted, field) === undefined,
      ),
  );
}
