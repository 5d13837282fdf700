import { beforeEach, expect, it } from 'vitest';

import { notify } from '../../../../src/commands/base/command.ts';
import {
  countAgain,
  noteMessage,
  noteIgnored,
  notifyTogether,
} from '../../../../src/commands/base/notices.ts';
import { NewMessages } from '../../../../src/ui/app/speech/new-messages.ts';
import { createTestContext, type TestContext } from '../../../helpers/command-context.ts';

let context: TestContext;
let messages: NewMessages;
const told = () => messages.take().map(({ text }) => text);

beforeEach(() => {
  context = createTestContext();
  messages = new NewMessages(context.stores);
});

it('tells each message once, in the order in which they came, those that wait on a screen too', () => {
  notify(context, 'Confirmed: one is suspended.', 'good');
  notify(context, 'Confirmed: two is suspended.', 'good');
  expect(told()).toEqual(['Confirmed: one is suspended.', 'Confirmed: two is suspended.']);
  expect(told()).toEqual([]);
});

it('tells the same words again when they come again', () => {
  notify(context, 'Copied.', 'done');
  expect(told()).toEqual(['Copied.']);
  notify(context, 'Copied.', 'done');
  expect(told()).toEqual(['Copied.']);
});

it('tells nothing of what is shown whole elsewhere, or was taken the place of', () => {
  noteMessage(context, 'Confirmed: in a dialog.', 'good', 'a run');
  notify(context, 'first', 'plain');
  notify(context, 'second', 'plain');
  expect(told()).toEqual(['second']);
});

it('tells of several problems the first, with how many there are', () => {
  notifyTogether(context, ['This does not count.', 'Nor does that.']);
  expect(told()).toEqual(['2 settings do not count; :messages lists them. This does not count.']);
});

it('tells that keys were ignored once, and again after one has counted', () => {
  noteIgnored(context, 'Ignored: a paste.');
  expect(told()).toEqual(['Ignored: a paste.']);
  noteIgnored(context, 'Ignored: a paste.');
  expect(told()).toEqual([]);
  countAgain(context);
  expect(told()).toEqual([]);
  noteIgnored(context, 'Ignored: a paste.');
  expect(told()).toEqual(['Ignored: a paste.']);
});
