import * as z from 'zod';

import { POLICY_CAPS } from './size-gate.ts';
import { identifier, jsonObject, row, text } from './tolerant.ts';

const list = z.array(z.unknown()).optional().catch(undefined);

/**
 * "Policy". Rules are kept by name as they were sent, those that the specification does not have included;
 * `policy-rules.ts` says what each may hold. The element shape of the two blocked lists is not shown: an element may be
 * text or an object. A version that is a number is read as its text.
 */
export const policySchema = row(
  {
    version: identifier.optional().catch(undefined),
    name: text,
    updated_at: text,
    rules: jsonObject.optional().catch(undefined),
    blocked_packages: list,
    blocked_maintainers: list,
  },
  { caps: POLICY_CAPS },
);
export type Policy = z.output<typeof policySchema>;
