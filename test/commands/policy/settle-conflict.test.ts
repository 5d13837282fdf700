import { beforeEach, describe, expect, it } from 'vitest';

import { conflictBeingSettled, noteConflicts } from '../../../src/commands/policy/settle-conflict.ts';
import { selectPolicyMerge } from '../../../src/stores/policy/select-policy.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { changesOf, createPolicyContext, noticeOf, select, store, typeInto } from './policy-context.ts';

/** Of three packages, both changed the first two, each in their way; the third is theirs alone, and a fourth mine. */
const BEFORE = [{ name: 'left', reason: 'old' }, { name: 'right', reason: 'old' }, 'plain'];
const MINE = [{ name: 'left', reason: 'mine' }, 'plain', 'my-own'];
const THEIRS = [{ name: 'left', reason: 'theirs' }, { name: 'right', reason: 'theirs' }, 'their-own'];

let context: TestContext;
const dialogs = () => context.stores.view.getState().dialogs;
const press = (...ids: readonly string[]) => {
  for (const id of ids) {
    run(context, `policy-conflict.${id}`);
  }
};
const storeList = (blocked: readonly unknown[]) =>
  store(context, samplePolicy({}, { blocked_packages: blocked }));
const merged = () => selectPolicyMerge(context.stores);

beforeEach(() => {
  context = createPolicyContext(samplePolicy({}, { blocked_packages: BEFORE }));
  context.stores.policyDraft.replace(samplePolicy({}, { blocked_packages: BEFORE }), {
    blocked_packages: MINE,
  });
  storeList(THEIRS);
  select(context, 'blocked_packages');
  run(context, 'policy.edit');
});

it('settles each element by itself, and keeps all else of both sides', () => {
  press('mine', 'theirs', 'settle');
  expect(merged().conflicts).toEqual([]);
  expect(merged().changes).toEqual({
    blocked_packages: [
      'their-own',
      'my-own',
      { name: 'left', reason: 'mine' },
      { name: 'right', reason: 'theirs' },
    ],
  });
  expect(dialogs()).toEqual([]);
});

it('refuses to go on before all are settled, and changes nothing then', () => {
  press('theirs', 'settle');
  expect(noticeOf(context)).toContain('1 of 2 not settled yet');
  expect(merged().conflicts).toHaveLength(1);
  run(context, 'policy-conflict.close');
  expect(changesOf(context)).toEqual({ blocked_packages: MINE });
});

it('takes theirs of all, which leaves what is mine alone', () => {
  press('all-theirs', 'settle');
  expect(merged().changes).toEqual({ blocked_packages: ['their-own', 'my-own', THEIRS[0], THEIRS[1]] });
});

it('takes what one is edited into, and refuses what is no element', () => {
  press('edit');
  expect(openDialogOf(context, 'text').initial).toBe('{"name":"left","reason":"mine"}');
  expect(typeInto(context, '{"reason":"nameless"}')).toContain('an object with a name');
  expect(typeInto(context, '{"name":"their-own"}')).toBe('Another element of the list is about the same.');
  expect(typeInto(context, '{"name":"left","reason":"both"}')).toBeUndefined();
  press('mine', 'settle');
  expect(merged().changes['blocked_packages']).toEqual([
    'their-own',
    'my-own',
    { name: 'left', reason: 'both' },
  ]);
});

describe('when they change it once more meanwhile', () => {
  it('asks anew about what they changed, and about nothing else', () => {
    press('all-mine');
    storeList([{ name: 'left', reason: 'theirs anew' }, ...THEIRS.slice(1)]);
    expect(conflictBeingSettled(context)?.disputed.map(({ decision }) => decision?.side)).toEqual([
      undefined,
      'mine',
    ]);
    press('settle');
    expect(noticeOf(context)).toContain('1 of 2 not settled yet');
  });

  it('decides nothing at once that was not on the screen yet', () => {
    const draw = () => {
      const open = conflictBeingSettled(context);
      if (open !== undefined) {
        noteConflicts(context, open);
      }
    };
    storeList(BEFORE);
    draw();
    storeList(THEIRS);
    press('all-mine');
    expect(noticeOf(context)).toContain('2 of 2 came or changed just now');
    press('settle');
    expect(noticeOf(context)).toContain('2 of 2 not settled yet');
    draw();
    press('all-mine', 'settle');
    expect(dialogs()).toEqual([]);
  });

  it('takes no edit of what they had before', () => {
    press('edit');
    storeList([{ name: 'left', reason: 'theirs anew' }, ...THEIRS.slice(1)]);
    typeInto(context, '{"name":"left","reason":"both"}');
    expect(noticeOf(context)).toContain('They changed it again');
    expect(conflictBeingSettled(context)?.disputed[0]?.decision).toBeUndefined();
  });

  it('closes when nothing is left to be settled', () => {
    storeList(BEFORE);
    press('settle');
    expect(dialogs()).toEqual([]);
    expect(merged()).toMatchObject({ changes: { blocked_packages: MINE }, conflicts: [] });
  });
});

it('is never settled by what was typed into the list while it came up', () => {
  run(context, 'policy-conflict.close');
  context.stores.policyDraft.discard();
  storeList(BEFORE);
  run(context, 'policy.edit');
  run(context, 'list-editor.remove');
  run(context, 'list-editor.add');
  storeList(THEIRS);
  typeInto(context, '{"name":"late"}');
  expect(merged().conflicts).toMatchObject([
    { mine: [{ name: 'right', reason: 'old' }, 'plain', { name: 'late' }] },
  ]);
  run(context, 'list-editor.remove');
  openDialogOf(context, 'policy-conflict');
});

it.each(['add', 'edit', 'remove', 'restore'])('comes before a change of the list: %s', (id) => {
  run(context, 'policy-conflict.close');
  context.stores.policyDraft.discard();
  storeList(BEFORE);
  run(context, 'policy.edit');
  run(context, 'list-editor.remove');
  const draft = changesOf(context);
  storeList(THEIRS);
  run(context, `list-editor.${id}`);
  openDialogOf(context, 'policy-conflict');
  expect(changesOf(context)).toEqual(draft);
});
