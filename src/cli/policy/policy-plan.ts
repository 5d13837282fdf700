import { createHash } from 'node:crypto';

import { policySchema, type Policy } from '../../contract/policy.ts';
import { UsageError } from '../../host/usage-error.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { changesByOthers } from '../../stores/policy/merge-policy.ts';
import { writePolicyDocument } from '../../stores/policy/policy-document.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import { isBlockedList } from '../../stores/policy/policy-fields.ts';
import type { CommandTarget } from '../session/command-session.ts';
import { changesIn, type PolicyDocument } from './read-document.ts';

/** The form of a plan; a later form has another number. */
const FORM = 1;

/** Digits of SHA-256 by which a plan is seen to be as it was written. */
const DIGITS = /^[0-9a-f]{64}$/;

/** A change of the policy that was looked at, and what it was decided on. */
export interface PolicyPlan {
  /** The policy as it was read for the plan. */
  readonly base: Policy;
  /** What is to change of it, in the shape of a policy. */
  readonly wanted: PolicyDocument;
}

/** The organization that a plan is for: one URL may serve several, by their keys. */
function placeOf({ baseUrl, key }: Pick<CommandTarget, 'baseUrl' | 'key'>) {
  return { base_url: baseUrl.href, key: key.fingerprint() };
}

/** A plan as the text of its file. */
export function writePolicyPlan(
  target: Pick<CommandTarget, 'baseUrl' | 'key'>,
  { base, changes, at }: { readonly base: Policy; readonly changes: PolicyChanges; readonly at: number },
): string {
  const entries = Object.entries(changes);
  const content = {
    vigil_plan: FORM,
    created_at: new Date(at).toISOString(),
    organization: placeOf(target),
    base: parseExactJson(writePolicyDocument(base)),
    changes: {
      rules: Object.fromEntries(entries.filter(([field]) => !isBlockedList(field))),
      ...Object.fromEntries(entries.filter(([field]) => isBlockedList(field))),
    },
  };
  return `${asciiJson({ ...content, sha256: digestOf(content) }, 2)}\n`;
}

/** Whether a document says that it is a plan: no policy has that field. */
export function isPlan({ document: { value } }: PolicyDocument): boolean {
  return isObject(value) && Object.hasOwn(value, 'vigil_plan');
}

/**
 * The plan that a document holds. Throws a UsageError when it is of another form, is not as it was written, or is for another
 * organization than the one that would be changed.
 */
export function readPolicyPlan(
  { name, document }: PolicyDocument,
  target: Pick<CommandTarget, 'baseUrl' | 'key'>,
): PolicyPlan {
  const { sha256, ...content } = document.value as Readonly<Record<string, unknown>>;
  const { vigil_plan: form, organization, base, changes } = content;
  if (Number(form) !== FORM) {
    throw new UsageError(
      `${name} is a plan of form ${safeString(asUntrusted(String(form)), 'ident')}, and this vigil reads form ${FORM}. Nothing was done. Make the plan anew: vigil policy plan FILE -o PLAN`,
    );
  }
  if (
    typeof sha256 !== 'string' ||
    !DIGITS.test(sha256) ||
    sha256 !== digestOf(content) ||
    !isObject(organization) ||
    !isObject(base) ||
    !isObject(changes)
  ) {
    throw new UsageError(
      `${name} is damaged, or was edited since it was made. Nothing was done. Edit the policy file, and make the plan anew: vigil policy plan FILE -o PLAN`,
    );
  }
  const here = placeOf(target);
  if (organization['base_url'] !== here.base_url || organization['key'] !== here.key) {
    const text = (of: Readonly<Record<string, unknown>>) =>
      `${safeString(asUntrusted(String(of['base_url'])), 'ident')}, key ${safeString(asUntrusted(String(of['key'])), 'ident')}`;
    throw new UsageError(
      `${name} is a plan for another organization or key: ${text(organization)}. This one is ${text(here)}. Nothing was done. Choose the other one, or make a plan for this one.`,
    );
  }
  return {
    base: policySchema.parse(base),
    wanted: { name, document: { value: changes, placeOf: () => undefined } },
  };
}

/**
 * Why a plan is not carried out on what is stored, as a sentence; undefined where that is what the plan was made on, or all of the plan and
 * otherwise what it was made on: then it was carried out before.
 */
export function whyOutdated({ base, wanted }: PolicyPlan, stored: Policy): string | undefined {
  const isCarriedOut = Object.keys(changesIn(wanted, stored)).length === 0;
  const own = new Set(isCarriedOut ? Object.keys(changesIn(wanted, base)) : []);
  const fields = changesByOthers(base, stored)
    .filter(({ field }) => !own.has(field))
    .map(({ field }) => safeString(asUntrusted(field), 'ident'));
  if (fields.length === 0) {
    return undefined;
  }
  const version = ({ version: text }: Policy) =>
    text === undefined ? 'without a version' : `version ${safeString(text, 'ident')}`;
  return `The policy is no longer what the plan was made on (${version(base)}; stored is ${version(stored)}): ${fields.join(', ')} ${fields.length === 1 ? 'is' : 'are'} different.`;
}

function digestOf(content: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(asciiJson(content)).digest('hex');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
