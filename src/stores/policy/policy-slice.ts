import type { Policy } from '../../contract/policy.ts';
import type { ListView } from '../base/list-view.ts';
import type { Readable } from '../base/readable.ts';
import type { ResourceStore } from '../base/resource-store.ts';
import type { TimeView } from '../query/query-time.ts';
import type { PolicyDraftStore } from './policy-draft-store.ts';

/** The stores of the policy, and what its selectors read of the view. */
export interface PolicySlice {
  readonly policy: ResourceStore<Policy>;
  readonly policyDraft: PolicyDraftStore;
  readonly view: Readable<{ readonly policy: ListView } & TimeView>;
}
