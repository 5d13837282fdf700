import { beforeEach, describe, expect, it, vi } from 'vitest';

import { dismissNotice, expireNotice, notify, notifyTogether } from '../../../src/commands/base/notices.ts';
import { createTestContext, run, type TestContext } from '../../helpers/command-context.ts';

let context: TestContext;
const view = () => context.stores.view.getState();
const shown = () => view().notice?.text;

beforeEach(() => {
  context = createTestContext();
});

describe('messages', () => {
  it('that are plain give way to the next one at once', () => {
    notify(context, 'Times in UTC');
    notify(context, 'Times as ages');
    expect(shown()).toBe('Times as ages');
    notify(context, 'Suspended ci-07', 'good');
    expect(shown()).toBe('Suspended ci-07');
  });

  it('are told in the zone of the screen', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    const [start] = new Date(context.clock.now()).toISOString().split('T');
    context.stores.view.setState({ timeStyle: 'local' });
    notify(context, `Confirmed late: it was unknown at ${start} 09:00:00Z.`, 'good');
    expect(shown()).toBe('Confirmed late: it was unknown at 14:30:00+05:30.');
    vi.unstubAllEnvs();
  });

  it('of what became of a change wait for each other, and none is lost', async () => {
    notify(context, 'Suspended ci-07', 'good');
    notify(context, 'ci-08 could not be suspended', 'bad');
    notify(context, 'Suspended ci-09', 'good');
    expect(shown()).toBe('Suspended ci-07');
    const seen = [shown()];
    for (let second = 0; second < 60; second++) {
      await context.clock.advance(1000);
      expireNotice(context);
      seen.push(shown());
    }
    expect([...new Set(seen)]).toEqual([
      'Suspended ci-07',
      'ci-08 could not be suspended',
      'Suspended ci-09',
      undefined,
    ]);
  });

  it('of what a key did give way to the next one, and wait for what became of a change no longer than it stays', async () => {
    notify(context, 'Copied 3 rows', 'done');
    notify(context, 'Wrote rows.csv', 'done');
    expect(shown()).toBe('Wrote rows.csv');
    notify(context, 'Suspended ci-07', 'good');
    expect(shown()).toBe('Suspended ci-07');
    notify(context, 'Copied 4 rows', 'done');
    notify(context, 'Copied 5 rows', 'done');
    await context.clock.advance(2499);
    expireNotice(context);
    expect(shown()).toBe('Suspended ci-07');
    await context.clock.advance(1);
    expireNotice(context);
    expect(shown()).toBe('Copied 5 rows');
    expect(view().waiting).toEqual([]);
    expect(view().messages.map(({ text }) => text)).toEqual([
      'Copied 5 rows',
      'Copied 4 rows',
      'Suspended ci-07',
      'Wrote rows.csv',
      'Copied 3 rows',
    ]);
  });

  it('of the same topic take the place of what is true no longer', () => {
    notify(context, 'Nothing was sent', 'bad', 'policy');
    notify(context, 'Suspended ci-07', 'good');
    notify(context, 'Not yet', 'bad', 'policy');
    expect(shown()).toBe('Not yet');
    notify(context, 'Confirmed', 'good', 'policy');
    expect(shown()).toBe('Confirmed');
    expect(view().waiting.map(({ text }) => text)).toEqual(['Suspended ci-07']);
    expect(view().messages).toHaveLength(4);
  });

  it('that are plain wait behind what became of a change, the last one alone', async () => {
    notify(context, 'Suspended ci-07', 'good');
    notify(context, 'Reading again');
    notify(context, 'Times as ages');
    expect(shown()).toBe('Suspended ci-07');
    expect(view().waiting.map(({ text }) => text)).toEqual(['Times as ages']);
    await context.clock.advance(2500);
    dismissNotice(context);
    expect(shown()).toBe('Times as ages');
  });

  it('that must be read stay although a key is pressed or a dialog opens', async () => {
    notify(context, 'ci-08 could not be suspended', 'bad');
    dismissNotice(context);
    run(context, 'help.open');
    expect(shown()).toBe('ci-08 could not be suspended');
    await context.clock.advance(2500);
    dismissNotice(context);
    expect(shown()).toBeUndefined();
  });

  it('can be read again, the last fifty, the newest first', () => {
    for (let number = 0; number < 60; number++) {
      notify(context, `Message ${number}`);
    }
    expect(view().messages).toHaveLength(50);
    expect(view().messages[0]).toMatchObject({ text: 'Message 59', tone: 'plain', at: context.clock.now() });
  });

  it('of several problems are told in one, and all can be read', () => {
    notifyTogether(context, ['First.', 'Second.', 'Third.']);
    expect(shown()).toBe('3 settings do not count; :messages lists them. First.');
    expect(view().messages.map(({ text }) => text)).toEqual(expect.arrayContaining(['Second.', 'Third.']));
    expect(view().waiting).toEqual([]);
  });
});
