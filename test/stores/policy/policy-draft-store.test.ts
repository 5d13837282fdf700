import { describe, expect, it } from 'vitest';

import type { Policy } from '../../../src/contract/policy.ts';
import { mergePolicy } from '../../../src/stores/policy/merge-policy.ts';
import { createPolicyDraftStore } from '../../../src/stores/policy/policy-draft-store.ts';
import { selectPolicyFields } from '../../../src/stores/policy/select-policy.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

describe('the draft of a policy', () => {
  it('keeps of each field what it held when it was decided on, whatever is read meanwhile', () => {
    const draft = createPolicyDraftStore();
    const began = samplePolicy();
    draft.change(began, 'min_scorecard', 7);
    draft.change(samplePolicy({ min_scorecard: 1, review_scorecard: 2 }), 'review_scorecard', 8);
    const { base, changes } = draft.getState();
    expect(changes).toEqual({ min_scorecard: 7, review_scorecard: 8 });
    expect(base?.rules).toEqual({ ...began.rules, review_scorecard: 2 });
  });

  it('takes other changes in the place of all, without those that change nothing', () => {
    const draft = createPolicyDraftStore();
    draft.change(samplePolicy(), 'min_scorecard', 7);
    draft.replace(samplePolicy(), { min_scorecard: 5, review_scorecard: 8 });
    expect(draft.getState().changes).toEqual({ review_scorecard: 8 });
  });

  it('forgets what was written, unless it was changed again since', () => {
    const draft = createPolicyDraftStore();
    draft.replace(samplePolicy(), { min_scorecard: 7, review_scorecard: 8 });
    draft.settle({ min_scorecard: 7, review_scorecard: 9 });
    expect(draft.getState().changes).toEqual({ review_scorecard: 8 });
  });

  it('is no change when a field gets the value that is stored', () => {
    const draft = createPolicyDraftStore();
    draft.change(samplePolicy(), 'min_scorecard', 7);
    draft.change(samplePolicy(), 'min_scorecard', 5);
    expect(draft.getState()).toEqual({ base: undefined, changes: {}, writes: [] });
    draft.change(samplePolicy(), 'blocked_packages', ['evil']);
    expect(draft.getState().base).toBeUndefined();
  });

  it('counts a list that is absent as empty', () => {
    const draft = createPolicyDraftStore();
    draft.change(samplePolicy({}, { blocked_packages: undefined }), 'blocked_packages', []);
    expect(draft.getState().base).toBeUndefined();
  });

  it('takes one change back and keeps the others', () => {
    const draft = createPolicyDraftStore();
    draft.change(samplePolicy(), 'min_scorecard', 7);
    draft.change(samplePolicy(), 'blocked_maintainers', []);
    draft.revert('min_scorecard');
    expect(draft.getState().changes).toEqual({ blocked_maintainers: [] });
    expect(draft.getState().base).toBeDefined();
    draft.revert('blocked_maintainers');
    expect(draft.getState().base).toBeUndefined();
  });

  it('is forgotten whole', () => {
    const draft = createPolicyDraftStore();
    draft.change(samplePolicy(), 'min_scorecard', 7);
    draft.discard();
    expect(draft.getState()).toEqual({ base: undefined, changes: {}, writes: [] });
  });
});

describe('a draft that is kept', () => {
  it('is there again, with what it was decided on', () => {
    const [before, after] = [createPolicyDraftStore(), createPolicyDraftStore()];
    before.change(samplePolicy(), 'blocked_packages', ['evil']);
    before.change(samplePolicy(), 'min_scorecard', 7);
    after.kept.restore(JSON.parse(JSON.stringify(before.kept.read())));
    expect(after.getState().changes).toEqual(before.getState().changes);
    expect(mergePolicy(after.getState().base as Policy, {}, samplePolicy()).byOthers).toEqual([]);
  });

  it('is nothing once it was taken back', () => {
    const [before, after] = [createPolicyDraftStore(), createPolicyDraftStore()];
    before.change(samplePolicy(), 'min_scorecard', 7);
    before.discard();
    after.kept.restore(JSON.parse(JSON.stringify(before.kept.read())));
    expect(after.getState()).toEqual({ base: undefined, changes: {}, writes: [] });
  });

  it.each([undefined, null, 7, 'draft', [], {}, { base: {}, changes: [] }, { base: [], changes: {} }])(
    'takes nothing from %j',
    (value) => {
      const draft = createPolicyDraftStore();
      draft.kept.restore(value);
      expect(draft.getState()).toEqual({ base: undefined, changes: {}, writes: [] });
    },
  );

  it('says so while somebody keeps it', () => {
    const draft = createPolicyDraftStore();
    expect(draft.isKept()).toBe(false);
    const stop = draft.kept.subscribe(() => undefined);
    expect(draft.isKept()).toBe(true);
    stop();
    expect(draft.isKept()).toBe(false);
  });
});

describe('the fields of the policy', () => {
  it('are the ten rules, those that the specification does not have, and the two lists', () => {
    const stores = createStores();
    stores.policy.setState({ data: samplePolicy({ quarantine_hours: 3 }) });
    const fields = selectPolicyFields(stores);
    expect(fields).toHaveLength(13);
    expect(fields.slice(10).map(({ id }) => id)).toEqual([
      'quarantine_hours',
      'blocked_packages',
      'blocked_maintainers',
    ]);
    expect(fields[10]).toMatchObject({ rule: undefined, stored: 3, draft: undefined });
  });

  it('carry what the draft makes of them', () => {
    const stores = createStores();
    const policy = samplePolicy();
    stores.policy.setState({ data: policy });
    stores.policyDraft.change(policy, 'min_scorecard', 7);
    expect(selectPolicyFields(stores)[0]).toMatchObject({ stored: 5, draft: { value: 7 } });
  });

  it('are none before there is a policy, and the same list until something changes', () => {
    const stores = createStores();
    expect(selectPolicyFields(stores)).toEqual([]);
    stores.policy.setState({ data: samplePolicy() });
    const before = selectPolicyFields(stores);
    stores.policy.setState({ receivedAt: 5 });
    expect(selectPolicyFields(stores)).toBe(before);
  });
});
