import type { StoreApi } from 'zustand/vanilla';

import type { Policy } from '../../contract/policy.ts';
import type { JsonValue, KeptOnHost } from '../kept/kept-on-host.ts';
import { asObject } from './element-subject.ts';
import type { PolicyChanges, PolicyDraft } from './policy-draft.ts';

/** How a draft is kept on this host, with the policy that it began from, so that what others do meanwhile can be told. */
export function keepDraft(
  store: StoreApi<PolicyDraft>,
  setDraft: (base: Policy | undefined, changes: PolicyChanges) => void,
): { readonly kept: KeptOnHost; readonly isKept: () => boolean } {
  let keepers = 0;
  return {
    isKept: () => keepers > 0,
    kept: {
      name: 'policy-draft',
      read() {
        const { base, changes } = store.getState();
        if (base === undefined) {
          return null;
        }
        const { version, name, updated_at, rules, blocked_packages, blocked_maintainers } = base;
        const kept = { version, name, updated_at, rules, blocked_packages, blocked_maintainers };
        return { base: kept, changes } as unknown as JsonValue;
      },
      restore(value) {
        const { base, changes } = asObject(value) ?? {};
        const [policy, fields] = [readPolicy(base), asObject(changes)];
        if (policy !== undefined && fields !== undefined) {
          setDraft(policy, fields);
        }
      },
      subscribe(listener) {
        keepers++;
        const stop = store.subscribe(listener);
        return () => {
          keepers--;
          stop();
        };
      },
    },
  };
}

/** A policy as `read` wrote it. What reads policies of the API is not loaded before the first frame. */
function readPolicy(value: unknown): Policy | undefined {
  const fields = asObject(value);
  const rules = asObject(fields?.['rules'] ?? {});
  if (fields === undefined || rules === undefined) {
    return undefined;
  }
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const list = (name: string) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]) : []);
  return {
    version: text('version'),
    name: text('name'),
    updated_at: text('updated_at'),
    rules,
    blocked_packages: list('blocked_packages'),
    blocked_maintainers: list('blocked_maintainers'),
    raw: fields,
  } as Policy;
}
