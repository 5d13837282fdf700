import { beforeEach, describe, expect, it } from 'vitest';

import { updatePane } from '../../src/stores/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../helpers/command-context.ts';
import { samplePolicy } from '../helpers/sample-data.ts';
import { settle } from '../helpers/virtual-clock.ts';

let context: TestContext;

const changes = () => context.stores.policyDraft.getState().changes;
const notice = () => context.stores.view.getState().notice;

function select(field: string): void {
  updatePane(context.stores.view, 'policy', { cursor: field });
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'policy' });
  context.stores.policy.setState({ data: samplePolicy({ quarantine_hours: 3 }) });
});

describe('editing a number', () => {
  it('begins with what is stored and refuses what the rule does not allow', () => {
    select('min_scorecard');
    run(context, 'policy.edit');
    const dialog = openDialogOf(context, 'text');
    expect(dialog.initial).toBe('5');
    for (const bad of ['', ' ', 'ten', '11', '-1', '1e9', 'NaN', '5,5', 'Infinity']) {
      expect([bad, dialog.findProblem(bad)]).toEqual([bad, 'It must be a number from 0 to 10.']);
    }
    expect(dialog.findProblem('7.5')).toBeUndefined();
    dialog.submit('7.5');
    expect(changes()).toEqual({ min_scorecard: 7.5 });
  });

  it('takes whole numbers only where the rule does', () => {
    select('max_known_vulnerabilities');
    run(context, 'policy.edit');
    expect(openDialogOf(context, 'text').findProblem('1.5')).toBe('It must be a whole number of 0 or more.');
  });

  it('goes in steps, within the range and without binary dust', () => {
    select('typosquat_threshold');
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
    select('require_provenance');
    run(context, 'policy.increase');
    expect(changes()).toEqual({});
    expect(notice()?.text).toContain('number');
  });
});

describe('editing other rules', () => {
  it('turns a flag over, and back into no change', () => {
    select('require_provenance');
    run(context, 'policy.edit');
    expect(changes()).toEqual({ require_provenance: true });
    run(context, 'policy.edit');
    expect(changes()).toEqual({});
  });

  it('chooses from a menu', () => {
    select('typosquat_action');
    run(context, 'policy.edit');
    expect(openDialogOf(context, 'choice').initial).toBe('review');
    openDialogOf(context, 'choice').choose('block');
    expect(changes()).toEqual({ typosquat_action: 'block' });
  });

  it('refuses a rule that the specification does not have', () => {
    select('quarantine_hours');
    run(context, 'policy.edit');
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(notice()?.text).toContain('not in the specification');
  });

  it('takes a change back', () => {
    select('min_scorecard');
    run(context, 'policy.increase');
    run(context, 'policy.revert');
    expect(changes()).toEqual({});
  });
});

describe('editing a list', () => {
  const add = (text: string) => {
    run(context, 'list-editor.add');
    const dialog = openDialogOf(context, 'text');
    const problem = dialog.findProblem(text);
    run(context, 'text.close');
    if (problem === undefined) {
      dialog.submit(text);
    }
    return problem;
  };

  it('adds text where the elements are text, and removes the one under the cursor', () => {
    select('allowed_licenses');
    run(context, 'policy.edit');
    expect(add(' BSD-3-Clause ')).toBeUndefined();
    expect(changes()).toEqual({ allowed_licenses: ['MIT', 'Apache-2.0', 'BSD-3-Clause'] });
    expect(openDialogOf(context, 'list-editor').cursor).toBe(2);
    run(context, 'list-editor.up');
    run(context, 'list-editor.remove');
    expect(changes()).toEqual({ allowed_licenses: ['MIT', 'BSD-3-Clause'] });
  });

  it('gives a new element the shape of those that are there', () => {
    select('blocked_maintainers');
    run(context, 'policy.edit');
    add('eve');
    expect(changes()).toEqual({
      blocked_maintainers: [{ name: 'mallory', reason: 'stolen key' }, { name: 'eve' }],
    });
  });

  it('refuses nothing and what is there already', () => {
    select('blocked_maintainers');
    run(context, 'policy.edit');
    expect(add('  ')).toBe('Type what is to be added; commas stand between several.');
    expect(add('mallory')).toBe('It is in the list already.');
    expect(changes()).toEqual({});
  });

  it('can empty a list, and then does nothing more', () => {
    select('blocked_packages');
    run(context, 'policy.edit');
    run(context, 'list-editor.remove');
    run(context, 'list-editor.remove');
    expect(changes()).toEqual({ blocked_packages: [] });
    add('evil');
    expect(changes()).toEqual({});
  });

  it('keeps the cursor inside the list', () => {
    select('allowed_licenses');
    run(context, 'policy.edit');
    for (let press = 0; press < 5; press++) {
      run(context, 'list-editor.down');
    }
    expect(openDialogOf(context, 'list-editor').cursor).toBe(1);
    run(context, 'list-editor.remove');
    expect(openDialogOf(context, 'list-editor').cursor).toBe(0);
  });
});

describe('writing', () => {
  beforeEach(() => {
    select('min_scorecard');
    run(context, 'policy.increase');
  });

  it('is reviewed first, and forgets the draft once it is confirmed', async () => {
    run(context, 'policy.review');
    openDialogOf(context, 'policy-review');
    run(context, 'policy-review.write');
    await settle();
    expect(context.sync.policyRequests).toMatchObject([
      { base: { version: '7' }, changes: { min_scorecard: 5.5 } },
    ]);
    expect(changes()).toEqual({});
    expect(notice()?.tone).toBe('good');
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });

  it('keeps the draft when it was not confirmed', async () => {
    context.sync.verdict = { kind: 'contradicted', sentence: 'Contradicted: it is as it was.' };
    run(context, 'policy.review');
    run(context, 'policy-review.write');
    await settle();
    expect(changes()).toEqual({ min_scorecard: 5.5 });
    expect(notice()?.tone).toBe('bad');
  });

  it('sends nothing when the review is left', async () => {
    run(context, 'policy.review');
    run(context, 'policy-review.close');
    await settle();
    expect(context.sync.policyRequests).toEqual([]);
    expect(changes()).toEqual({ min_scorecard: 5.5 });
  });

  it('is refused with a reason when the console is read-only, while the draft may go on', () => {
    context.stores.view.setState({ mode: 'read-only' });
    run(context, 'policy.increase');
    run(context, 'policy.review');
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(notice()?.text).toContain('read-only');
    expect(changes()).toEqual({ min_scorecard: 6 });
  });

  it('is refused when nothing is changed', () => {
    run(context, 'policy.revert');
    run(context, 'policy.review');
    expect(notice()?.text).toBe('Nothing is changed yet.');
  });
});
