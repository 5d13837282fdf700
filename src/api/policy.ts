import type { PolicyUpdate } from '../contract/bodies.ts';
import { policySchema, type Policy } from '../contract/policy.ts';
import type { Answered, Client, WriteCall } from './client.ts';
import { unwrap } from './single-resource.ts';

const readPolicy = (body: unknown): Policy =>
  policySchema.parse(
    unwrap(body, ['rules', 'blocked_packages', 'blocked_maintainers', 'version', 'name', 'updated_at']),
  );

/** GET /policy: the organization's policy. */
export function getPolicy(client: Client, signal?: AbortSignal, purpose?: string): Promise<Answered<Policy>> {
  return client.call('getPolicy', { signal, purpose }, readPolicy);
}

/**
 * PUT /policy: changes the fields that are given. Answers the policy as it now is; undefined when a server answers
 * without a body. Whether lists replace or merge is not shown: read again.
 */
export function updatePolicy(
  client: Client,
  body: PolicyUpdate,
  how: WriteCall = {},
): Promise<Answered<Policy | undefined>> {
  return client.call('updatePolicy', { body, ...how }, (answer) =>
    answer === undefined ? undefined : readPolicy(answer),
  );
}
