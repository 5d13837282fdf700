import type { StoreApi } from 'zustand/vanilla';

import type { Policy } from '../../contract/policy.ts';
import { isSameJson } from '../../lib/same-json.ts';
import type { JsonValue, KeptOnHost } from '../kept/kept-on-host.ts';
import { asObject } from './element-subject.ts';
import { mergeDrafts, type DraftNews } from './merge-drafts.ts';
import type { DraftContent, PolicyDraft } from './policy-draft.ts';

export interface KeptDraft {
  readonly kept: KeptOnHost;
  readonly isKept: () => boolean;
  readonly onNews: (listener: (news: readonly DraftNews[]) => void) => () => void;
}

const NOTHING: DraftContent = { base: undefined, changes: {} };

/**
 * How a draft is kept on this host, with the policy that it began from, so that what others do meanwhile can be told. All
 * consoles of a user share the one draft: what another one did to it is merged in, as `mergeDrafts` says.
 */
export function keepDraft(store: StoreApi<PolicyDraft>, setDraft: (draft: DraftContent) => void): KeptDraft {
  let keepers = 0;
  let isFailing = false;
  let isTakingIn = false;
  /** What is known to be in the file: what differs from it was done here, or in another console, since then. */
  let seen = NOTHING;
  const listeners = new Set<(news: readonly DraftNews[]) => void>();
  return {
    isKept: () => keepers > 0 && !isFailing,
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    kept: {
      name: 'policy-draft',
      read: () => writeDraft(store.getState()),
      restore(value) {
        seen = readDraft(value);
        if (seen.base !== undefined) {
          setDraft(seen);
        }
      },
      takeIn(value) {
        const theirs = readDraft(value);
        const { draft, news } = mergeDrafts(seen, store.getState(), theirs);
        seen = theirs;
        if (!isSameJson(writeDraft(draft), writeDraft(store.getState()))) {
          isTakingIn = true;
          setDraft(draft);
          isTakingIn = false;
        }
        if (news.length > 0) {
          listeners.forEach((listener) => listener(news));
        }
      },
      written(value) {
        isFailing = false;
        seen = readDraft(value);
      },
      notWritten() {
        isFailing = true;
      },
      subscribe(listener) {
        keepers++;
        const stop = store.subscribe((state, before) => {
          if (
            !isTakingIn &&
            (state.base !== before.base || state.changes !== before.changes || state.rivals !== before.rivals)
          ) {
            listener();
          }
        });
        return () => {
          keepers--;
          stop();
        };
      },
    },
  };
}

function writeDraft({ base, changes, rivals }: DraftContent): JsonValue {
  if (base === undefined) {
    return null;
  }
  const { version, name, updated_at, rules, blocked_packages, blocked_maintainers } = base;
  const kept = { version, name, updated_at, rules, blocked_packages, blocked_maintainers };
  return { base: kept, changes, ...(rivals !== undefined && { rivals }) } as unknown as JsonValue;
}

/** A draft as `writeDraft` wrote it; one without changes when it is nothing of the kind. */
function readDraft(value: unknown): DraftContent {
  const { base, changes, rivals } = asObject(value) ?? {};
  const [policy, fields] = [readPolicy(base), asObject(changes)];
  if (policy === undefined || fields === undefined || Object.keys(fields).length === 0) {
    return NOTHING;
  }
  const disputed = Object.entries(asObject(rivals) ?? {}).filter(
    (entry): entry is [string, readonly unknown[]] =>
      Array.isArray(entry[1]) && Object.hasOwn(fields, entry[0]),
  );
  return {
    base: policy,
    changes: fields,
    rivals: disputed.length === 0 ? undefined : Object.fromEntries(disputed),
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
