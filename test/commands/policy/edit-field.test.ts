import { beforeEach, describe, expect, it } from 'vitest';

import { selectPolicyMerge } from '../../../src/stores/policy/select-policy.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import {
  changesOf,
  choose,
  createPolicyContext,
  noticeOf,
  select,
  store,
  typeInto,
} from './policy-context.ts';

let context: TestContext;
const changes = () => changesOf(context);

beforeEach(() => {
  context = createPolicyContext();
});

describe('editing a number', () => {
  it('begins with what is stored and refuses what the rule does not allow', () => {
    select(context, 'min_scorecard');
    run(context, 'policy.edit');
    expect(openDialogOf(context, 'text').initial).toBe('5');
    for (const bad of ['', ' ', 'ten', '11', '-1', '1e9', '0x5', 'NaN', 'Infinity', '5'.repeat(10_000)]) {
      expect([bad, typeInto(context, bad)]).toEqual([bad, 'It must be a number from 0 to 10.']);
    }
    expect(typeInto(context, '5,5')).toContain('a point stands before the fraction');
    expect(typeInto(context, '7.5')).toBeUndefined();
    expect(changes()).toEqual({ min_scorecard: 7.5 });
  });

  it('takes whole numbers only where the rule does', () => {
    select(context, 'max_known_vulnerabilities');
    run(context, 'policy.edit');
    expect(typeInto(context, '1.5')).toBe('It must be a whole number of 0 or more.');
  });

  it('goes in steps to whole numbers where the rule has no others, whatever is stored', () => {
    const days = 'review_on_new_package_days';
    for (const [command, becomes] of [
      ['policy.increase', 3],
      ['policy.decrease', 2],
    ] as const) {
      const odd = createPolicyContext();
      store(odd, samplePolicy({ [days]: 2.5 }));
      select(odd, days);
      run(odd, command);
      expect(changesOf(odd)).toEqual({ [days]: becomes });
    }
  });

  it('goes in steps from what is typed, within the range', () => {
    select(context, 'min_scorecard');
    run(context, 'policy.edit');
    const { step, lines } = openDialogOf(context, 'text');
    expect([step?.('7', 1), step?.('0.2', -1), step?.('9.8', 1), step?.('nine', 1)]).toEqual([
      '7.5',
      '0',
      '10',
      '5.5',
    ]);
    expect(lines.map(({ value }) => value)).toEqual([
      'Packages with a supply-chain scorecard below this are blocked',
      'a number from 0 to 10, points; stricter when higher',
      '0.5',
      '5',
    ]);
  });

  it('says how large a number may be that is too large to be kept exactly', () => {
    select(context, 'max_known_vulnerabilities');
    run(context, 'policy.edit');
    expect(typeInto(context, '99999999999999999999')).toBe(
      'It must be a whole number of 0 or more, and at most 9007199254740991.',
    );
  });

  it('goes in steps, within the range and without binary dust', () => {
    select(context, 'typosquat_threshold');
    run(context, 'policy.increase');
    expect(changes()).toEqual({ typosquat_threshold: 0.85 });
    for (let press = 0; press < 9; press++) {
      run(context, 'policy.increase');
    }
    expect(changes()).toEqual({ typosquat_threshold: 1 });
    for (let press = 0; press < 4; press++) {
      run(context, 'policy.decrease');
    }
    expect(changes()).toEqual({});
  });

  it('does not step what is no number', () => {
    select(context, 'require_provenance');
    run(context, 'policy.increase');
    expect(changes()).toEqual({});
    expect(noticeOf(context)).toContain('number');
  });

  it('is in conflict when somebody changed the rule while the field was open', () => {
    select(context, 'min_scorecard');
    run(context, 'policy.edit');
    store(context, samplePolicy({ min_scorecard: 6 }));
    typeInto(context, '7');
    expect(selectPolicyMerge(context.stores).conflicts).toMatchObject([
      { field: 'min_scorecard', base: 5, mine: 7, theirs: 6 },
    ]);
  });
});

describe('editing other rules', () => {
  it('turns a flag over, and back into no change', () => {
    select(context, 'require_provenance');
    run(context, 'policy.edit');
    expect(changes()).toEqual({ require_provenance: true });
    run(context, 'policy.edit');
    expect(changes()).toEqual({});
  });

  it('chooses from a menu', () => {
    select(context, 'typosquat_action');
    run(context, 'policy.edit');
    expect(openDialogOf(context, 'choice').initial).toBe('review');
    choose(context, 'block');
    expect(changes()).toEqual({ typosquat_action: 'block' });
  });

  it('refuses a rule that the specification does not have', () => {
    select(context, 'quarantine_hours');
    run(context, 'policy.edit');
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(noticeOf(context)).toContain('not in the specification');
  });
});

describe('taking changes back', () => {
  beforeEach(() => {
    select(context, 'min_scorecard');
    run(context, 'policy.increase');
    select(context, 'review_scorecard');
    run(context, 'policy.increase');
  });

  it('takes back that of the field under the cursor', () => {
    run(context, 'policy.revert');
    expect(changes()).toEqual({ min_scorecard: 5.5 });
  });

  it('takes back all of them once that was confirmed', () => {
    run(context, 'policy.revert-all');
    expect(openDialogOf(context, 'confirm').lines.map(({ value }) => value)).toEqual([
      'min_scorecard',
      'review_scorecard',
    ]);
    run(context, 'confirm.yes');
    expect(changes()).toEqual({});
  });
});

describe('a rule that somebody else changed too', () => {
  beforeEach(() => {
    select(context, 'min_scorecard');
    run(context, 'policy.increase');
    run(context, 'policy.increase');
    store(context, samplePolicy({ min_scorecard: 7, review_scorecard: 8 }));
  });

  it('does not go in steps before that is settled', () => {
    run(context, 'policy.increase');
    expect(noticeOf(context)).toContain('Enter settles that first');
    expect(selectPolicyMerge(context.stores).conflicts).toHaveLength(1);
  });

  it('is mine when I keep it, over what is stored now', () => {
    run(context, 'policy.edit');
    choose(context, 'mine');
    expect(selectPolicyMerge(context.stores)).toMatchObject({ changes: { min_scorecard: 6 }, conflicts: [] });
  });

  it('is no change any more when I take theirs', () => {
    run(context, 'policy.edit');
    choose(context, 'theirs');
    expect(selectPolicyMerge(context.stores)).toMatchObject({ changes: {}, conflicts: [] });
  });

  it('can be edited instead, from what I had', () => {
    run(context, 'policy.edit');
    choose(context, 'edit');
    expect(openDialogOf(context, 'text').initial).toBe('6');
    typeInto(context, '9');
    expect(selectPolicyMerge(context.stores)).toMatchObject({ changes: { min_scorecard: 9 }, conflicts: [] });
  });
});

it('refuses to change a list of which not all could be read', () => {
  const cut = createPolicyContext(samplePolicy({}, { blocked_packages: ['evil', 'x'.repeat(100_000)] }));
  select(cut, 'blocked_packages');
  run(cut, 'policy.edit');
  expect(changesOf(cut)).toEqual({});
  expect(cut.stores.view.getState().dialogs).toEqual([]);
  expect(noticeOf(cut)).toContain(
    'blocked_packages is not changed: what is stored there is too large to be read whole',
  );
});

it.each(['policy.increase', 'policy.edit'])(
  'refuses to change what is stored and not understood: %s',
  (command) => {
    const unread = createPolicyContext(samplePolicy({ min_scorecard: '5' }));
    select(unread, 'min_scorecard');
    run(unread, command);
    expect(changesOf(unread)).toEqual({});
    expect(unread.stores.view.getState().dialogs).toEqual([]);
    expect(noticeOf(unread)).toContain(
      'min_scorecard is not changed: what is stored there cannot be read as a number',
    );
  },
);
