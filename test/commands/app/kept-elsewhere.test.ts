import { expect, it } from 'vitest';

import type { KeptPlace } from '../../../src/commands/base/command.ts';
import { reportKeptElsewhere } from '../../../src/commands/app/kept-elsewhere.ts';
import { createTestContext, run } from '../../helpers/command-context.ts';
import { eventually } from '../../helpers/eventually.ts';
import { operationsFrom, TEST_IDENTITY } from '../../helpers/journal-entries.ts';

const PLACE: KeptPlace = {
  name: 'the key 000000000001',
  path: '/state/a',
  holds: '3 acknowledged blocks',
  mutes: [],
};

function contextWith(places: readonly KeptPlace[], problems: readonly string[] = []) {
  const taken: KeptPlace[] = [];
  const context = {
    ...createTestContext(),
    keptElsewhere: {
      list: () => Promise.resolve(places),
      problems: () => Promise.resolve(problems),
      takeOver: (place: KeptPlace) => {
        taken.push(place);
        return Promise.resolve();
      },
    },
  };
  const { view } = context.stores;
  return {
    context,
    taken,
    dialog: () => view.getState().dialogs.at(-1),
    told: () => view.getState().notice?.text,
  };
}

it('says which key is new here, what is kept under which other one, and how it is taken over', () => {
  const { context, told } = contextWith([]);
  reportKeptElsewhere(context, [], '000000000002');
  expect(told()).toBeUndefined();
  reportKeptElsewhere(context, [PLACE], '000000000002');
  expect(told()).toBe(
    'Nothing is kept for this key yet. What the key 000000000001 kept is not used; :take over adds it if this is the same organization: 3 acknowledged blocks. This key is 000000000002.',
  );
});

it('takes over only what was chosen, after a question', async () => {
  const { context, taken, dialog, told } = contextWith([PLACE]);
  run(context, 'kept.take-over');
  await eventually(() => expect(dialog()).toMatchObject({ kind: 'choice' }));
  const choice = dialog();
  if (choice?.kind === 'choice') {
    void choice.choose('0');
  }
  expect(taken).toEqual([]);
  const question = dialog();
  expect(question).toMatchObject({ kind: 'confirm' });
  if (question?.kind === 'confirm') {
    void question.confirm();
  }
  await eventually(() => expect(told()).toContain('Taken over'));
  expect(taken).toEqual([PLACE]);
});

it('names in its question the mutes that come with it', async () => {
  const until = Date.parse('2026-03-02T14:30:00Z');
  const { context, dialog } = contextWith([{ ...PLACE, mutes: [{ text: 'host:ci-* "a b"', until }] }]);
  run(context, 'kept.take-over');
  await eventually(() => expect(dialog()).toMatchObject({ kind: 'choice' }));
  const choice = dialog();
  if (choice?.kind === 'choice') {
    void choice.choose('0');
  }
  const question = dialog();
  expect(question?.kind === 'confirm' ? question.lines : []).toContainEqual({
    label: 'mute',
    value: 'host:ci-* "a b" until 2026-03-02 14:30:00Z',
  });
});

it('says so where there is nothing', async () => {
  const { context, told } = contextWith([]);
  run(context, 'kept.take-over');
  await eventually(() => expect(told()).toContain('Nothing is kept on this host under another key'));
});

it('says what there is elsewhere that cannot be taken over', async () => {
  const problem = '/state/acme/state.json cannot be understood and is left as it is.';
  const { context, told } = contextWith([], [problem]);
  reportKeptElsewhere(context, [], '000000000002', [problem]);
  expect(told()).toBe(
    `Nothing is kept for this key yet, and :take over cannot use all that there is elsewhere: ${problem}`,
  );
  const asked = contextWith([], [problem]);
  run(asked.context, 'kept.take-over');
  await eventually(() => expect(asked.told()).toBe(`Nothing can be taken over: ${problem}`));
});

it('says which changes of the key that was taken over from have no verdict', async () => {
  const { context, dialog } = contextWith([
    { ...PLACE, of: { baseUrl: TEST_IDENTITY.base_url, key: TEST_IDENTITY.key } },
  ]);
  const operations = operationsFrom(
    { operation: 'left' },
    { operation: 'done' },
    { operation: 'done', step: 'verdict', verdict: 'confirmed' },
    { operation: 'of another path', base_url: `${TEST_IDENTITY.base_url}/other` },
    { operation: 'of another key', key: '000000000003' },
  );
  context.sync.readJournal = () => Promise.resolve({ operations, damaged: 0 });
  run(context, 'kept.take-over');
  await eventually(() => expect(dialog()).toMatchObject({ kind: 'choice' }));
  const choice = dialog();
  if (choice?.kind === 'choice') {
    void choice.choose('0');
  }
  const question = dialog();
  if (question?.kind === 'confirm') {
    void question.confirm();
  }
  const { view } = context.stores;
  await eventually(() =>
    expect(view.getState().waiting.map(({ text }) => text)).toEqual([
      '1 change that was made with the key 0123456789ab has no verdict; with this key vigil does not look for one. See :journal for what was to be changed, and look at the present state yourself.',
    ]),
  );
});
