import * as z from 'zod';

import { jsonObject, row, text } from './tolerant.ts';

const list = z.array(z.unknown()).optional().catch(undefined);

/**
 * "Policy". Rules are kept by name as they were sent, those that the specification does not have included;
 * `policy-rules.ts` says what each may hold. The element shape of the two blocked lists is not shown: an element may be
 * text or an object.
 */
export const policySchema = row({
  version: text,
  name: text,
  updated_at: text,
  rules: jsonObject.optional().catch(undefined),
  blocked_packages: list,
  blocked_maintainers: list,
});
export type Policy = z.output<typeof policySchema>;
