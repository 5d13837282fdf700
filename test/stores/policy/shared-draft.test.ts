import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fieldsStillPending } from '../../../src/commands/policy/own-writes.ts';
import type { Policy } from '../../../src/contract/policy.ts';
import { clearWritten } from '../../../src/stores/policy/clear-written.ts';
import type { OwnWrite, PolicyChanges } from '../../../src/stores/policy/policy-draft.ts';
import { withField } from '../../../src/stores/policy/policy-fields.ts';
import { selectAllPolicyFields, selectPolicyMerge } from '../../../src/stores/policy/select-policy.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { OwnPolicyWrites } from '../../../src/sync/writes/reconcile/own-policy-writes.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

/** What both consoles and everybody else have of one service and one file. */
interface Host {
  stored: Policy;
  version: number;
  file: unknown;
}

const LIST = 'blocked_packages';

function createHost(): Host {
  return {
    stored: samplePolicy({}, { blocked_packages: ['listed'], version: '7' }),
    version: 7,
    file: undefined,
  };
}

function putInto(host: Host, changes: PolicyChanges): void {
  host.version++;
  const stored = Object.entries(changes).reduce(
    (policy, [field, value]) => withField(policy, field, value),
    host.stored,
  );
  host.stored = { ...stored, version: String(host.version) } as Policy;
}

/** A console as far as the draft goes: what it reads, decides on, sends, and shares with the other one. */
function createConsole(host: Host) {
  const stores = createStores();
  const { kept } = stores.policyDraft;
  new OwnPolicyWrites(stores, new VirtualClock()).start();
  let isChanged = false;
  let isUrgent = false;
  const takeIn = () => host.file !== undefined && kept.takeIn?.(structuredClone(host.file));
  kept.subscribe((urgent = false) => {
    isChanged = true;
    isUrgent ||= urgent;
  });
  const keep = () => {
    if (isChanged) {
      takeIn();
      host.file = structuredClone(kept.read());
      kept.written?.(structuredClone(kept.read()));
      [isChanged, isUrgent] = [false, false];
    }
  };
  /** What is to be known at once is written before anything else happens. */
  const keepUrgent = () => isUrgent && keep();
  const read = () => {
    takeIn();
    stores.policy.setState({ data: host.stored });
    keepUrgent();
  };
  let reviewed: { readonly stored: Policy; readonly changes: PolicyChanges } | undefined;
  let sent:
    { readonly write: OwnWrite; readonly changes: PolicyChanges; verdict: 'open' | 'unknown' } | undefined;
  read();
  return {
    stores,
    keep,
    look: takeIn,
    read,
    change(field: string, value: unknown) {
      stores.policyDraft.change(stores.policy.getState().data ?? host.stored, field, value);
      keepUrgent();
    },
    revert: (field: string) => stores.policyDraft.revert(field),
    review() {
      const { changes, conflicts } = selectPolicyMerge(stores);
      const stored = stores.policy.getState().data;
      reviewed =
        conflicts.length === 0 && Object.keys(changes).length > 0 && stored !== undefined
          ? { stored, changes }
          : undefined;
    },
    /** Begins to write what was reviewed; it is carried out in time, late, or never. */
    send(beforeItIsRead = () => undefined as void) {
      if (reviewed === undefined || sent !== undefined) {
        return;
      }
      const { stored, changes } = reviewed;
      reviewed = undefined;
      const write = stores.policyDraft.send(stored, changes);
      keepUrgent();
      beforeItIsRead();
      read();
      if (host.stored.version !== stored.version) {
        stores.policyDraft.end(write, undefined);
        keepUrgent();
        return;
      }
      sent = { write, changes, verdict: 'open' };
    },
    get written() {
      return sent?.changes;
    },
    doubt() {
      if (sent?.verdict === 'open') {
        stores.policyDraft.end(sent.write, 'unknown');
        sent.verdict = 'unknown';
        keepUrgent();
      }
    },
    land() {
      if (sent === undefined) {
        return;
      }
      putInto(host, sent.changes);
      read();
      if (sent.verdict === 'open') {
        stores.policyDraft.end(sent.write, 'over');
        clearWritten(stores, sent.changes, host.stored);
      }
      sent = undefined;
      keepUrgent();
    },
    byOthers: () => selectPolicyMerge(stores).byOthers.map(({ field }) => field),
    conflicts: () => selectPolicyMerge(stores).conflicts,
    fields: () =>
      Object.fromEntries(
        selectAllPolicyFields(stores)
          .filter(({ draft }) => draft !== undefined)
          .map(({ id, stored, draft }) => [id, [stored, draft?.value]]),
      ),
  };
}

function share(...consoles: readonly ReturnType<typeof createConsole>[]): void {
  for (let round = 0; round < 3; round++) {
    consoles.forEach((each) => each.keep());
    consoles.forEach((each) => each.look());
  }
}

function twoWithADraft() {
  const host = createHost();
  const [a, b] = [createConsole(host), createConsole(host)];
  a.change('review_scorecard', 2);
  a.change(LIST, ['listed', 'mine']);
  share(a, b);
  return { host, a, b };
}

describe('a draft that two consoles share while one of them writes it', () => {
  it('begins from what was written where the other one changed a field meanwhile', () => {
    const { a, b } = twoWithADraft();
    a.review();
    b.change('review_scorecard', 2.5);
    a.send();
    a.land();
    share(a, b);
    for (const each of [a, b]) {
      each.read();
      expect(each.conflicts()).toEqual([]);
      expect(each.byOthers()).toEqual([]);
      expect(each.fields()).toEqual({ review_scorecard: [2, 2.5] });
    }
  });

  it('has nobody else’s doing in it where the other one changed another field meanwhile', () => {
    const { a, b } = twoWithADraft();
    a.review();
    a.send();
    b.change('max_known_vulnerabilities', 3);
    a.land();
    b.read();
    expect(b.byOthers()).toEqual([]);
    share(a, b);
    for (const each of [a, b]) {
      each.read();
      expect(each.byOthers()).toEqual([]);
      expect(Object.keys(each.fields())).toEqual(['max_known_vulnerabilities']);
    }
  });

  it('has nobody else’s doing in it where it was carried out late', () => {
    const { a, b } = twoWithADraft();
    a.review();
    a.send();
    a.doubt();
    b.change('min_scorecard', 6);
    share(a, b);
    a.land();
    b.read();
    share(a, b);
    for (const each of [a, b]) {
      expect(each.byOthers()).toEqual([]);
      expect(Object.keys(each.fields())).toEqual(['min_scorecard']);
    }
  });

  it('waits for nothing that was not sent because somebody else had changed the policy', () => {
    const { host, a, b } = twoWithADraft();
    const known = () => [a, b].map((each) => each.stores.policyDraft.getState().writes.length);
    a.review();
    putInto(host, { max_known_vulnerabilities: 2 });
    a.send(() => {
      b.look();
      expect(known()).toEqual([1, 1]);
    });
    b.look();
    expect(known()).toEqual([0, 0]);
    expect(fieldsStillPending(b)).toEqual([]);
  });

  it('takes what it has not read yet, and the other one has, for nobody’s doing', () => {
    const { host, a, b } = twoWithADraft();
    const before = host.stored;
    putInto(host, { max_known_vulnerabilities: 2 });
    a.read();
    // A command of the same user wrote it, as the journal says.
    const write: OwnWrite = { state: 'over', base: before, changes: { max_known_vulnerabilities: 2 } };
    a.stores.policyDraft.setState({ writes: [write] });
    a.stores.policyDraft.rebase(host.stored);
    share(a, b);
    expect([a.byOthers(), b.byOthers()]).toEqual([[], []]);
    b.read();
    expect(b.byOthers()).toEqual([]);
    putInto(host, { max_known_vulnerabilities: 5 });
    b.read();
    expect(b.byOthers()).toEqual(['max_known_vulnerabilities']);
  });

  it('says of a field that others changed after it was written that they did', () => {
    const { host, a, b } = twoWithADraft();
    a.review();
    a.send();
    b.change('max_known_vulnerabilities', 3);
    a.land();
    share(a, b);
    [a, b].forEach((each) => each.read());
    putInto(host, { review_scorecard: 6 });
    for (const each of [a, b]) {
      each.read();
      expect(each.byOthers()).toEqual(['review_scorecard']);
    }
  });

  it('takes nothing of a console that says nothing sensible of what it wrote', () => {
    const { host, a } = twoWithADraft();
    host.file = {
      writes: [7, {}, { id: 'w', state: 'done', base: {}, changes: {} }, { id: 'w', state: 'over' }],
    };
    a.look();
    expect(a.stores.policyDraft.getState().writes).toEqual([]);
  });
});

const RULES = ['min_scorecard', 'review_scorecard'] as const;
const OWN = [...RULES, LIST] as const;
const FOREIGN = ['max_known_vulnerabilities', 'review_on_new_package_days'] as const;

const act = fc.record({
  who: fc.constantFrom(0, 1),
  deed: fc.constantFrom(
    ...([
      'change',
      'change',
      'revert',
      'review',
      'send',
      'doubt',
      'land',
      'land',
      'keep',
      'look',
      'read',
    ] as const),
    'meddle' as const,
  ),
  field: fc.constantFrom(...OWN),
  theirs: fc.constantFrom(...FOREIGN),
});

it('tells as the doing of others exactly what others did, and keeps what was decided on last', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
      const host = createHost();
      const consoles = [createConsole(host), createConsole(host)] as const;
      const meddled = new Set<string>();
      const latest = new Map<string, number>();
      const landed = new Set<unknown>();
      let unique = 100;
      for (const { who, deed, field, theirs } of acts) {
        const one = consoles[who === 0 ? 0 : 1];
        unique++;
        if (deed === 'change') {
          one.change(field, field === LIST ? ['listed', `p${unique}`] : unique / 100);
          latest.set(field, unique / 100);
        } else if (deed === 'revert') {
          one.revert(field);
          latest.delete(field);
        } else if (deed === 'meddle') {
          putInto(host, { [theirs]: unique });
          meddled.add(theirs);
        } else {
          if (deed === 'land') {
            Object.values(one.written ?? {}).forEach((value) => landed.add(value));
          }
          one[deed]();
        }
        for (const each of consoles) {
          expect(each.byOthers().filter((name) => !meddled.has(name))).toEqual([]);
          expect(each.conflicts()).toEqual([]);
        }
      }
      share(...consoles);
      consoles.forEach((each) => each.read());
      share(...consoles);
      const [a, b] = consoles.map((each) => each.stores.policyDraft.getState());
      expect(a?.changes).toEqual(b?.changes);
      for (const field of RULES) {
        const value = a?.changes[field];
        expect(landed).not.toContain(value ?? 'none');
        if (latest.has(field)) {
          const had = [value, ...(a?.rivals?.[field] ?? []), ...landed];
          expect(had).toContain(latest.get(field));
        }
      }
    }),
    { numRuns: 300 },
  );
});
