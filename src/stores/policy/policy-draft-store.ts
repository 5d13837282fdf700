import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { keepDraft, type KeptDraft } from './kept-draft.ts';
import { isSameWrite, wasReadAfter } from './merge-writes.ts';
import { withOwnWrites } from './own-writes.ts';
import type { DraftContent, OwnWrite, PolicyChanges, PolicyDraft } from './policy-draft.ts';
import { valueOfField, withField } from './policy-fields.ts';
import type { KeptOnHost } from '../base/kept-on-host.ts';

export interface PolicyDraftStore extends StoreApi<PolicyDraft> {
  /**
   * Sets a field to a value that was decided on while the policy was `seen`; a value equal to the one it held then removes
   * the change. What others change in the field afterwards is a conflict, and no longer what they did before.
   */
  change(seen: Policy, field: string, value: unknown): void;
  /** Takes other changes in the place of all, decided on while the policy was `seen`. */
  replace(seen: Policy, changes: PolicyChanges): void;
  revert(field: string): void;
  discard(): void;
  /** Takes what own writes did to what is `stored` for what the draft began from. */
  rebase(stored: Policy): void;
  /** Forgets the changes that were written, unless they were changed again since. */
  settle(written: PolicyChanges): void;
  /** Notes that changes of what is `stored` are being sent. */
  send(stored: Policy, changes: PolicyChanges): OwnWrite;
  /** Notes what is known of a write that was sent: `undefined` when it did nothing. Gives what stands for it from now on. */
  end(write: OwnWrite, state: 'unknown' | 'over' | undefined): OwnWrite | undefined;
  readonly kept: KeptOnHost;
  /** Whether it will be there again after the next start. */
  readonly isKept: () => boolean;
  /** Calls `listener` with what another console of this host did to the draft that they share; the function returned ends it. */
  readonly onNews: KeptDraft['onNews'];
}

/** A draft without changes. `stored` gives what was read last, and `newId` a name of each write for the other consoles of this host: no two may be the same. */
export function createPolicyDraftStore(
  stored: () => Policy | undefined = () => undefined,
  newId: () => string = () => globalThis.crypto.randomUUID(),
): PolicyDraftStore {
  const store = createStore<PolicyDraft>(() => ({ base: undefined, changes: {}, writes: [] }));
  const setDraft = ({ base, changes, rivals }: DraftContent) =>
    store.setState({ base: Object.keys(changes).length === 0 ? undefined : base, changes, rivals });
  const keeping = keepDraft(store, setDraft, stored);
  /** What a new draft begins from has in it what came of writes that are over, unless it was read before that. */
  const begin = (seen: Policy) => {
    const { base, writes } = store.getState();
    const settled = writes.filter((write) => write.state === 'over' && wasReadAfter(seen, write));
    if (base === undefined && settled.length > 0) {
      keeping.setAside(settled);
    }
  };
  const keepOnly = (isKept: (field: string, value: unknown) => boolean) => {
    const { base, changes, rivals } = store.getState();
    const left = Object.entries(changes).filter(([field, value]) => isKept(field, value));
    const fields = left.map(([field]) => field);
    setDraft({ base, changes: Object.fromEntries(left), rivals: only(rivals, fields) });
  };
  const revert = (field: string) => keepOnly((name) => name !== field);
  return {
    ...store,
    ...keeping,
    revert,
    change(seen, field, value) {
      const stored = valueOfField(seen, field);
      if (isSameValue(stored, value)) {
        revert(field);
        return;
      }
      begin(seen);
      const { base, changes, rivals } = store.getState();
      setDraft({
        base: base === undefined ? seen : withField(base, field, stored),
        changes: { ...changes, [field]: value },
        rivals: only(
          rivals,
          Object.keys(changes).filter((name) => name !== field),
        ),
      });
    },
    replace(seen, changes) {
      begin(seen);
      const entries = Object.entries(changes);
      setDraft({
        base: seen,
        changes: Object.fromEntries(
          entries.filter(([field, value]) => !isSameValue(valueOfField(seen, field), value)),
        ),
      });
    },
    discard: () => setDraft({ base: undefined, changes: {} }),
    send(stored, changes) {
      const write: OwnWrite = { id: newId(), state: 'under-way', base: stored, changes };
      store.setState(({ writes }) => ({ writes: [...writes, write] }));
      return write;
    },
    end(write, state) {
      const ended = state === undefined ? undefined : { ...write, state };
      store.setState(({ writes }) => ({
        writes: writes.flatMap((each) => (isSameWrite(each, write) ? (ended ?? []) : each)),
      }));
      return ended;
    },
    rebase(stored) {
      const { base, changes, rivals, writes } = store.getState();
      const over = writes.filter(({ state }) => state === 'over');
      const explained = base && withOwnWrites(base, over, stored);
      if (explained !== base) {
        setDraft({ base: explained, changes, rivals });
      }
    },
    settle: (written) =>
      keepOnly(
        (field, value) => !Object.hasOwn(written, field) || !isSameValue(ownValue(written, field), value),
      ),
  };
}

/** What is left of the rivals of some fields; undefined when nothing is. */
function only(rivals: DraftContent['rivals'], fields: readonly string[]): DraftContent['rivals'] {
  const left = Object.entries(rivals ?? {}).filter(([field]) => fields.includes(field));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
