import { beforeEach, expect, it } from 'vitest';

import { findEntries, runEntry } from '../../../src/commands/app/palette.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { closeDialog, type Profiles } from '../../../src/commands/base/command.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';

type Going = Parameters<Profiles['goTo']>[1] & PromiseWithResolvers<void>;

let context: TestContext;
let going: (Going & { readonly name: string })[];
let whyNot: string | undefined;
let choices: Awaited<ReturnType<Profiles['list']>>['choices'];

beforeEach(() => {
  going = [];
  whyNot = undefined;
  choices = [
    { name: 'acme', words: 'Acme, one.example, read-only' },
    { name: 'b', words: 'two.example, changes allowed' },
  ];
  const profiles: Profiles = {
    names: ['acme', 'b'],
    shown: 'acme',
    list: () => Promise.resolve({ choices, file: '/home/anna/config.toml' }),
    whyNotNow: () => whyNot,
    goTo(name, waiting) {
      const settled = Promise.withResolvers<void>();
      going.push({ name, ...waiting, ...settled });
      return settled.promise;
    },
  };
  context = { ...createTestContext(), profiles };
  context.stores.view.setState({ title: 'Acme (one.example)' });
});

const notice = () => context.stores.view.getState().notice?.text;
const dialogs = () => context.stores.view.getState().dialogs;

async function choose(name: string): Promise<void> {
  run(context, 'profile.choose');
  await settle();
  const { choose } = openDialogOf(context, 'choice');
  closeDialog(context);
  void choose(name);
}

function typeName(typed: string): void {
  const [entry] = findEntries(context, COMMANDS, `profile ${typed}`);
  void (entry && runEntry(context, entry));
}

it('offers the profiles with their servers and modes, and the one that is shown as that', async () => {
  run(context, 'profile.choose');
  await settle();
  expect(openDialogOf(context, 'choice')).toMatchObject({
    initial: 'acme',
    choices: [
      { label: 'acme   Acme, one.example, read-only, shown now', value: 'acme' },
      { label: 'b      two.example, changes allowed', value: 'b' },
    ],
  });
});

it('says what to do where there is no other one', async () => {
  choices = choices.slice(0, 1);
  run(context, 'profile.choose');
  await settle();
  expect(dialogs()).toEqual([]);
  expect(notice()).toBe(
    'There is no other organization to go to. Add a profile to /home/anna/config.toml: [profiles.NAME] with base_url and api_key_command or api_key_file.',
  );
});

it('is found by the name of the profile, whether it is known or not', () => {
  const found = (search: string) =>
    findEntries(context, COMMANDS, search).map(({ command }) => [command.id, command.subject]);
  expect(found('profile')[0]).toEqual(['profile.choose', undefined]);
  expect(found('profile b')[0]).toEqual(['profile.go-to', 'b']);
  expect(found('profile new-one')[0]).toEqual(['profile.go-to', 'new-one']);
  typeName('b');
  expect(going.map(({ name }) => name)).toEqual(['b']);
});

it('waits with a dialog that says what for, and gives up with Esc', async () => {
  await choose('b');
  expect(openDialogOf(context, 'progress')).toMatchObject({
    title: 'Going to b',
    remark: 'Its settings and its key are being read.',
  });
  going[0]?.say('Waiting for api_key_command.');
  expect(openDialogOf(context, 'progress').remark).toBe('Waiting for api_key_command.');
  run(context, 'progress.close');
  expect([going[0]?.signal.aborted, dialogs()]).toEqual([true, []]);
  going[0]?.reject(new Error('aborted'));
  await settle();
  expect(notice()).toBe('Cancelled: this is still Acme (one.example).');
});

it('stays and says why where the other one cannot be gone to', async () => {
  await choose('b');
  going[0]?.reject(new Error('api_key_command of the profile b: pass ended with status 1.'));
  await settle();
  expect(dialogs()).toEqual([]);
  expect(notice()).toBe(
    'This is still Acme (one.example). api_key_command of the profile b: pass ended with status 1.',
  );
});

it('does not begin while something is under way, nor to go where it is', async () => {
  whyNot = 'Not now: suspending ci-07 has no answer yet.';
  await choose('b');
  expect(notice()).toBe(whyNot);
  typeName('acme');
  expect(notice()).toBe('Acme (one.example) is shown already.');
  expect([going, dialogs()]).toEqual([[], []]);
});
