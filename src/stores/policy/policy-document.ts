import { findPolicyRule, findRuleProblem } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { findElementProblem } from './element-problem.ts';
import { subjectOfElement } from './element-subject.ts';
import { isSameContent } from './merge-policy.ts';
import { BLOCKED_LISTS, valueOfField } from './policy-fields.ts';
import type { PolicyChanges } from './policy-draft.ts';

/** Something in a document that no policy can hold, and where. */
export interface DocumentProblem {
  /** As one writes it: `rules.min_scorecard`, `blocked_packages[3]`. */
  readonly path: string;
  /** The end of a sentence that begins with the path. */
  readonly problem: string;
}

/** What a document changes. */
export interface DocumentChanges {
  readonly changes: PolicyChanges;
  /** Lists in which something stands more than once, which is taken once. */
  readonly repeated?: readonly string[];
}

/** What is to be told of lists in which something stands more than once; undefined when there are none. */
export function repetitionTold({ repeated }: DocumentChanges): string | undefined {
  return repeated === undefined
    ? undefined
    : `${repeated.join(', ')} of the file: what is listed more than once is taken once.`;
}

/** Fields of a policy that tell of it and cannot be written. */
const ABOUT = ['version', 'name', 'updated_at'];

/** The policy as a document: what GET /policy gives, with what a draft changes, as indented JSON that ends in a line end. */
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
  return `${JSON.stringify({ version, name, updated_at, rules, ...lists }, null, 2)}\n`;
}

/**
 * Reads a document in the shape of "Policy" as changes of what is stored: rules and lists that it leaves out stay. Either
 * every value in it can be stored, or all that cannot is told. What is stored already passes as it is, so that what was
 * exported can be imported. `findLicenceProblem` says of one licence why it cannot be listed.
 */
export function readPolicyDocument(
  text: string,
  stored: Policy,
  findLicenceProblem: (id: string) => string | undefined = () => undefined,
): DocumentChanges | { readonly problems: readonly DocumentProblem[] } {
  const document = parse(text);
  if (!isObject(document)) {
    return { problems: [{ path: 'The file', problem: 'is not a JSON object' }] };
  }
  const problems: DocumentProblem[] = [];
  const changes: [string, unknown][] = [];
  const repeated: string[] = [];
  const take = (field: string, path: string, value: unknown, found: readonly DocumentProblem[]) => {
    if (isSameContent(value, valueOfField(stored, field))) {
      return;
    }
    problems.push(...found.map((problem) => ({ ...problem, path: `${path}${problem.path}` })));
    const once = joined(value);
    if (Array.isArray(once) && Array.isArray(value) && once.length < value.length) {
      repeated.push(field);
    }
    changes.push([field, once]);
  };
  for (const [name, value] of Object.entries(document)) {
    if (name === 'rules' && isObject(value)) {
      for (const [rule, wanted] of Object.entries(value)) {
        take(rule, `rules.${rule}`, wanted, problemsOfRule(rule, wanted, stored, findLicenceProblem));
      }
    } else if (BLOCKED_LISTS.some((list) => list === name)) {
      take(name, name, value, problemsOfList(name, value, stored));
    } else if (!ABOUT.includes(name)) {
      problems.push({
        path: name,
        problem: name === 'rules' ? 'must be an object' : 'is no part of a policy',
      });
    }
  }
  return problems.length > 0
    ? { problems }
    : { changes: Object.fromEntries(changes), ...(repeated.length > 0 && { repeated }) };
}

function problemsOfRule(
  name: string,
  value: unknown,
  stored: Policy,
  findLicenceProblem: (id: string) => string | undefined,
): readonly DocumentProblem[] {
  const rule = findPolicyRule(name);
  if (rule === undefined) {
    return [{ path: '', problem: 'is no rule of the specification' }];
  }
  const problem = findRuleProblem(rule, value);
  if (problem !== undefined || rule.kind !== 'licences') {
    return problem === undefined ? [] : [{ path: '', problem }];
  }
  const had = valueOfField(stored, name);
  const known = new Set(Array.isArray(had) ? (had as readonly unknown[]) : []);
  return (value as readonly string[]).flatMap((id, index) => {
    const wrong = known.has(id) ? undefined : findLicenceProblem(id);
    return wrong === undefined ? [] : [{ path: `[${index}]`, problem: `cannot be listed: ${wrong}` }];
  });
}

function problemsOfList(list: string, value: unknown, stored: Policy): readonly DocumentProblem[] {
  if (!Array.isArray(value)) {
    return [{ path: '', problem: 'must be a list' }];
  }
  const had = valueOfField(stored, list);
  const known = new Set(Array.isArray(had) ? had.map(sameValueKey) : []);
  const subjects = new Map<string, string>();
  return (value as readonly unknown[]).flatMap((element, index) => {
    const [key, subject] = [sameValueKey(element), subjectOfElement(element)];
    const other = subjects.get(subject);
    subjects.set(subject, key);
    const problem = known.has(key)
      ? undefined
      : (findElementProblem(element) ??
        (other === undefined || other === key ? undefined : 'is about the same as another element'));
    return problem === undefined ? [] : [{ path: `[${index}]`, problem }];
  });
}

/** A list with each element once, for that is all that counts of it. */
function joined(value: unknown): unknown {
  return Array.isArray(value)
    ? [...new Map((value as readonly unknown[]).map((element) => [sameValueKey(element), element])).values()]
    : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a policy has to be changed in to hold what another one does, as far as the API can write it. */
export function changesTowards(stored: Policy, wanted: Policy): PolicyChanges {
  const rules = Object.keys(wanted.rules ?? {}).filter((name) => findPolicyRule(name) !== undefined);
  return Object.fromEntries(
    [...rules, ...BLOCKED_LISTS]
      .map((field) => [field, valueOfField(wanted, field)] as const)
      .filter(([field, value]) => !isSameContent(value, valueOfField(stored, field))),
  );
}
