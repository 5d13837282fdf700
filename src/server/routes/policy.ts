import { policyUpdateSchema, type PolicyUpdate } from '../../contract/bodies.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { findPolicyRule } from '../../contract/policy-rules.ts';
import type { Choices } from '../base/choices.ts';
import { recordAudit } from '../db/audit.ts';
import { readPolicy, writePolicy } from '../db/policies.ts';
import { ok, RequestError } from '../http/answer.ts';
import { checkBody, readJson } from '../http/body.ts';
import { nameOfBlocked, showPolicy } from './present.ts';
import type { Route } from '../http/route.ts';

const LISTS = ['blocked_packages', 'blocked_maintainers'] as const;

/** GET /policy */
export const getPolicy: Route = {
  endpoint: ENDPOINTS.getPolicy,
  answer: ({ database, choices }, { organization }) =>
    ok(showPolicy(readPolicy(database, organization), choices)),
};

/** PUT /policy. The body is checked whole before anything changes; every accepted one makes a new version. */
export const updatePolicy: Route = {
  endpoint: ENDPOINTS.updatePolicy,
  answer({ database, clock, choices }, { organization, body }) {
    const update = readUpdate(body, choices);
    const policy = database.transaction(() => {
      const stored = readPolicy(database, organization);
      const updated = {
        ...stored,
        version: nextVersion(stored.version),
        updated_at: clock.now(),
        rules: { ...stored.rules, ...update.rules },
        blocked_packages: combine(stored.blocked_packages, update.blocked_packages, choices),
        blocked_maintainers: combine(stored.blocked_maintainers, update.blocked_maintainers, choices),
      };
      writePolicy(database, organization, updated);
      recordAudit(database, organization, {
        at: updated.updated_at,
        action: 'policy.update',
        target: updated.version,
        reason: null,
        details: update,
      });
      return updated;
    });
    return ok(showPolicy(policy, choices));
  },
};

function readUpdate(body: Buffer, choices: Choices): PolicyUpdate {
  const sent = readJson(body);
  const update = checkBody(
    choices['unknown-rule'] === 'ignore' ? withoutUnknownRules(sent) : sent,
    policyUpdateSchema,
  );
  for (const list of LISTS) {
    for (const [index, element] of (update[list] ?? []).entries()) {
      const problem = findElementProblem(element, choices);
      if (problem !== undefined) {
        throw new RequestError(400, `${list}[${index}] ${problem}`);
      }
    }
  }
  return update;
}

/** The same body without the rules that the specification does not have; what is no such body stays as it is. */
function withoutUnknownRules(body: unknown): unknown {
  const rules = isObject(body) ? body['rules'] : undefined;
  return isObject(body) && isObject(rules)
    ? {
        ...body,
        rules: Object.fromEntries(
          Object.entries(rules).filter(([name]) => findPolicyRule(name) !== undefined),
        ),
      }
    : body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findElementProblem(element: unknown, choices: Choices): string | undefined {
  const isText = typeof element === 'string';
  if (!isText && nameOfBlocked(element) === '') {
    return 'must have a name, as text that is not empty';
  }
  switch (choices['blocked-elements']) {
    case 'strings':
      return isText ? undefined : 'must be text';
    case 'objects':
      return isText ? 'must be an object with a name' : undefined;
    case 'as-sent':
      return undefined;
  }
}

/** The list after an update: what was sent, or under `merge` what was stored and what is new, each name once. */
function combine(
  stored: readonly unknown[],
  sent: readonly unknown[] | undefined,
  choices: Choices,
): readonly unknown[] {
  if (sent === undefined) {
    return stored;
  }
  if (choices['blocked-lists'] === 'replace') {
    return sent;
  }
  const byName = new Map([...stored, ...sent].map((element) => [nameOfBlocked(element), element]));
  return [...byName.values()];
}

/** The version with the number at its end counted up; one without a number gets one. */
function nextVersion(version: string): string {
  const [, stem = '', number] = /^(.*?)(\d+)$/.exec(version) ?? [undefined, `${version}.`, '1'];
  return `${stem}${String(BigInt(number ?? '1') + 1n).padStart(number?.length ?? 0, '0')}`;
}
