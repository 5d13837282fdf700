import type { StoreApi } from 'zustand/vanilla';

import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { isSameJson } from '../../lib/same-json.ts';
import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';
import { asObject } from './element-subject.ts';
import { mergeDrafts, type DraftNews } from './merge-drafts.ts';
import { changesByOthers, isSameContent } from './merge-policy.ts';
import { mergeWrites } from './merge-writes.ts';
import { withOwnWrites } from './own-writes.ts';
import type { DraftContent, OwnWrite, PolicyDraft } from './policy-draft.ts';
import { BLOCKED_LISTS, isBlockedList, valueOfField } from './policy-fields.ts';
import { whyNotAllowed } from './value-problems.ts';

export interface KeptDraft {
  readonly kept: KeptOnHost;
  readonly isKept: () => boolean;
  readonly onNews: (listener: (news: readonly DraftNews[]) => void) => () => void;
  /** Takes out of the draft writes that what it begins from has in it; other consoles may hold an older draft. */
  readonly setAside: (writes: readonly OwnWrite[]) => void;
}

const NOTHING: PolicyDraft = { base: undefined, changes: {}, writes: [] };

/** Writes that are over and reported to other consoles, which have read them long before there are so many. */
const MOST_SETTLED = 20;

/**
 * How a draft is kept on this host, with the policy that it began from, so that what others do meanwhile can be seen. All
 * consoles of a user share the one draft: what another one did to it is merged in, as `mergeDrafts` says. They inform each
 * other of what they write, so that none takes it for what others did. `stored` gives what this one has read last.
 */
export function keepDraft(
  store: StoreApi<PolicyDraft>,
  setDraft: (draft: DraftContent) => void,
  stored: () => Policy | undefined,
): KeptDraft {
  let keepers = 0;
  let isFailing = false;
  let isTakingIn = false;
  /** What is known to be in the file: what differs from it was done here, or in another console, since then. */
  let seen: PolicyDraft = NOTHING;
  let settled: readonly OwnWrite[] = [];
  const write = () => writeDraft(store.getState(), settled);
  const listeners = new Set<(news: readonly DraftNews[]) => void>();
  return {
    isKept: () => keepers > 0 && !isFailing,
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setAside(writes) {
      settled = [...settled, ...writes].slice(-MOST_SETTLED);
      store.setState((state) => ({ writes: state.writes.filter((each) => !writes.includes(each)) }));
    },
    kept: {
      name: 'policy-draft',
      read: write,
      isWhole(value) {
        if (value === null) {
          return true;
        }
        const { base, changes, rivals, writes } = asObject(value) ?? {};
        const read = readDraft(value);
        return (
          (base === undefined
            ? changes === undefined && writes !== undefined
            : read.base !== undefined ||
              Object.keys(asObject(changes) ?? { unreadable: true }).length === 0) &&
          Object.keys(asObject(rivals ?? {}) ?? { unreadable: true }).length ===
            Object.keys(read.rivals ?? {}).length &&
          (writes === undefined || (Array.isArray(writes) && writes.length === read.writes.length))
        );
      },
      whyUnusable(value) {
        const { base, changes, rivals = {} } = readDraft(value);
        const others = Object.entries(rivals).flatMap(([field, all]) =>
          all.map((rival) => [field, rival] as const),
        );
        const why = base && whyNotAllowed(base, [...Object.entries(changes), ...others]);
        return why === undefined ? undefined : `holds what no policy can: ${why}`;
      },
      restore(value) {
        const read = readDraft(value);
        // What became of the others is found out from the journal.
        const writes = read.base === undefined ? [] : read.writes.filter(({ state }) => state === 'over');
        seen = { ...read, writes };
        if (read.base !== undefined) {
          setDraft(read);
          store.setState({ writes });
        }
      },
      takeIn(value) {
        const mine = store.getState();
        const read = readDraft(value);
        isTakingIn = true;
        if (mine.base === undefined && read.base !== undefined && settled.length > 0) {
          // Theirs may have begun before these.
          store.setState({ writes: [...settled, ...mine.writes] });
          settled = [];
        }
        const writes = mergeWrites(seen.writes, store.getState().writes, read.writes, settled, stored());
        const { draft, news } = mergeDrafts(
          withSettled(seen, settled, mine),
          mine,
          withSettled(read, settled, mine),
          [...settled, ...writes],
        );
        seen = read;
        if (writes !== store.getState().writes) {
          store.setState({ writes });
        }
        if (!isSameJson(writeDraft({ ...draft, writes }), writeDraft({ ...mine, writes }))) {
          store.setState({ outdated: outdatedFields(stored(), mine, draft) });
          setDraft(draft);
        }
        isTakingIn = false;
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
          // One that did nothing is gone, which the others have to know as well.
          const isShared =
            state.writes !== before.writes &&
            [...before.writes, ...state.writes].some(({ id }) => id !== undefined);
          if (
            !isTakingIn &&
            (isShared ||
              state.base !== before.base ||
              state.changes !== before.changes ||
              state.rivals !== before.rivals)
          ) {
            listener(isShared);
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

/** What a draft has learned from another console that the policy, as it was read last, was read before. */
function outdatedFields(
  stored: Policy | undefined,
  { base, outdated }: PolicyDraft,
  { base: learned }: DraftContent,
): PolicyDraft['outdated'] {
  if (stored === undefined || base === undefined || learned === undefined) {
    return outdated;
  }
  const fields = changesByOthers(base, learned)
    .filter((change) => isSameContent(change.base, valueOfField(stored, change.field)))
    .map(({ field }) => field);
  return { stored, fields: [...(outdated?.stored === stored ? outdated.fields : []), ...fields] };
}

/** A draft of the file, begun from what this console's has in it by now of its own writes. */
function withSettled(
  draft: PolicyDraft,
  settled: readonly OwnWrite[],
  { base: known }: PolicyDraft,
): PolicyDraft {
  return draft.base === undefined || known === undefined
    ? draft
    : { ...draft, base: withOwnWrites(draft.base, settled, known) };
}

function writeDraft(
  { base, changes, rivals, writes }: PolicyDraft,
  settled: readonly OwnWrite[] = [],
): JsonValue {
  const shared = [...settled, ...writes].filter(({ id }) => id !== undefined);
  const kept = shared.length > 0 && { writes: shared.map(writeWrite) };
  if (base === undefined) {
    return (kept === false ? null : kept) as JsonValue;
  }
  return {
    base: writePolicy(base),
    changes,
    ...(rivals !== undefined && { rivals }),
    ...kept,
  } as unknown as JsonValue;
}

function writePolicy(policy: Policy) {
  const { version, name, updated_at, rules } = policy;
  const lists = BLOCKED_LISTS.map((list) => [list, valueOfField(policy, list)] as const);
  return { version, name, updated_at, rules, ...Object.fromEntries(lists) };
}

/** Of what was stored before a write, only the fields that it changed count. */
function writeWrite({ id, state, base, changes }: OwnWrite) {
  const { rules, ...about } = writePolicy(base);
  const fields = Object.keys(changes);
  const had = Object.entries(rules ?? {}).filter(([field]) => fields.includes(field));
  const lists = fields.filter(isBlockedList).map((list) => [list, valueOfField(base, list)] as const);
  const { version, updated_at } = about;
  return {
    id,
    state,
    base: { version, updated_at, rules: Object.fromEntries(had), ...Object.fromEntries(lists) },
    changes,
  };
}

/** A draft as `writeDraft` wrote it; one without changes when it is nothing of the kind. */
function readDraft(value: unknown): PolicyDraft {
  const { base, changes, rivals, writes: kept } = asObject(value) ?? {};
  const writes = Array.isArray(kept) ? (kept as readonly unknown[]).flatMap(readWrite) : [];
  const [policy, fields] = [readPolicy(base), asObject(changes)];
  if (policy === undefined || fields === undefined || Object.keys(fields).length === 0) {
    return { ...NOTHING, writes };
  }
  const disputed = Object.entries(asObject(rivals) ?? {}).filter(
    (entry): entry is [string, readonly unknown[]] =>
      Array.isArray(entry[1]) && Object.hasOwn(fields, entry[0]),
  );
  return {
    base: policy,
    changes: fields,
    rivals: disputed.length === 0 ? undefined : Object.fromEntries(disputed),
    writes,
  };
}

function readWrite(value: unknown): readonly OwnWrite[] {
  const { id, state, base, changes } = asObject(value) ?? {};
  const [policy, fields] = [readPolicy(base), asObject(changes)];
  return typeof id === 'string' &&
    (state === 'under-way' || state === 'unknown' || state === 'over') &&
    policy !== undefined &&
    fields !== undefined
    ? [{ id, state, base: policy, changes: fields }]
    : [];
}

/** A policy as `read` wrote it. What reads policies of the API is not loaded before the first frame. */
function readPolicy(value: unknown): Policy | undefined {
  const fields = asObject(value);
  const rules = asObject(fields?.['rules'] ?? {});
  if (fields === undefined || rules === undefined) {
    return undefined;
  }
  const text = (name: string) =>
    typeof ownValue(fields, name) === 'string' ? ownValue(fields, name) : undefined;
  const list = (name: string) =>
    Array.isArray(ownValue(fields, name)) ? (ownValue(fields, name) as unknown[]) : undefined;
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
