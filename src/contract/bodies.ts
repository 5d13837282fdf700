import * as z from 'zod';

import { findPolicyRule, findRuleProblem, POLICY_RULES } from './policy-rules.ts';
import { REQUESTABLE_STATUSES } from './values.ts';

/**
 * Request bodies. A body is checked whole before anything of it is applied; every message is a sentence without the
 * field's name at its front, which the reader of the issue puts there.
 */

/** PUT /registered-agents/{id}/status */
export const statusChangeSchema = z.object(
  {
    status: z.enum(REQUESTABLE_STATUSES, { error: `must be one of ${REQUESTABLE_STATUSES.join(', ')}` }),
    reason: z.string({ error: 'must be text' }).nullish(),
  },
  { error: 'must be a JSON object' },
);
export type StatusChange = z.output<typeof statusChangeSchema>;

const ruleNames = POLICY_RULES.map((rule) => rule.name).join(', ');

const rulesSchema = z
  .record(z.string(), z.unknown(), { error: 'must be an object of rules' })
  .superRefine((rules, context) => {
    for (const [name, value] of Object.entries(rules)) {
      const rule = findPolicyRule(name);
      const problem =
        rule === undefined ? `is not a rule; the rules are ${ruleNames}` : findRuleProblem(rule, value);
      if (problem !== undefined) {
        context.addIssue({ code: 'custom', path: [name], message: problem, input: value });
      }
    }
  });

const blockedElement = 'must be text that is not empty or an object';

const blockedList = z
  .array(
    z.union([z.string().min(1, { error: blockedElement }), z.record(z.string(), z.unknown())], {
      error: blockedElement,
    }),
    { error: 'must be an array' },
  )
  .optional();

/** PUT /policy: any subset of the three; a rule that is omitted keeps its value. */
export const policyUpdateSchema = z.object(
  { rules: rulesSchema.optional(), blocked_packages: blockedList, blocked_maintainers: blockedList },
  { error: 'must be a JSON object' },
);
export type PolicyUpdate = z.output<typeof policyUpdateSchema>;
