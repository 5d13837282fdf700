import { beforeEach, describe, expect, it } from 'vitest';

import { expireUnlock } from '../../../src/commands/base/write-access.ts';
import { readOnlyReason } from '../../../src/commands/base/read-only.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';

let context: TestContext;

const view = () => context.stores.view.getState();
const MINUTE = 60_000;

function unlock(minutes: string): void {
  run(context, 'mode.unlock');
  void openDialogOf(context, 'choice').choose(minutes);
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ mode: 'read-only' });
});

describe('unlocking', () => {
  it.each(['5', '15', '60'])('allows changes for %s minutes after a y, and tells the client', (minutes) => {
    unlock(minutes);
    openDialogOf(context, 'confirm');
    expect(view().mode).toBe('read-only');
    expect(context.sync.writable).toEqual([]);
    run(context, 'confirm.yes');
    const until = context.clock.now() + Number(minutes) * MINUTE;
    expect(view()).toMatchObject({ mode: 'write', access: { until } });
    expect(context.sync.writable).toEqual([until]);
    expect(readOnlyReason(context)).toBeUndefined();
  });

  it('changes nothing without the y, nor when it is thought better of', () => {
    unlock('15');
    run(context, 'confirm.close');
    unlock('stay');
    expect(view().mode).toBe('read-only');
    expect(context.sync.writable).toEqual([]);
  });

  it('ends by itself, and nothing may be changed from that moment on', async () => {
    unlock('5');
    run(context, 'confirm.yes');
    await context.clock.advance(5 * MINUTE - 1);
    expireUnlock(context);
    expect(view().mode).toBe('write');
    await context.clock.advance(1);
    expect(readOnlyReason(context)).toContain('read-only');
    expireUnlock(context);
    expect(view()).toMatchObject({ mode: 'read-only', access: { until: undefined } });
    expect(view().notice?.text).toContain('The time for changes is over');
    expect(context.sync.writable.at(-1)).toBeUndefined();
  });

  it('gives a new time while the old one runs', async () => {
    unlock('5');
    run(context, 'confirm.yes');
    await context.clock.advance(4 * MINUTE);
    unlock('15');
    run(context, 'confirm.yes');
    expect(view().access.until).toBe(context.clock.now() + 15 * MINUTE);
  });

  it.each(['--read-only', 'read_only = true of the profile acme'])(
    'is refused by %s, which it names',
    (setting) => {
      context.stores.view.setState(({ access }) => ({ access: { ...access, forbiddenBy: setting } }));
      run(context, 'mode.unlock');
      expect(view().dialogs).toEqual([]);
      expect(view().notice?.text).toContain(setting);
      expect(readOnlyReason(context)).toContain(setting);
    },
  );

  it('is not needed where changes are allowed as long as the console runs', () => {
    context.stores.view.setState({ mode: 'write' });
    run(context, 'mode.unlock');
    expect(view().dialogs).toEqual([]);
    expect(view().notice?.text).toContain('allowed already');
  });

  it('makes the demo the demo again', () => {
    context.stores.view.setState(({ access }) => ({ access: { ...access, openMode: 'demo' } }));
    unlock('5');
    run(context, 'confirm.yes');
    expect(view().mode).toBe('demo');
  });
});

describe('locking', () => {
  it('ends at once what was allowed', () => {
    unlock('60');
    run(context, 'confirm.yes');
    run(context, 'mode.lock');
    expect(view()).toMatchObject({ mode: 'read-only', access: { until: undefined } });
    expect(context.sync.writable.at(-1)).toBeUndefined();
    run(context, 'mode.lock');
    expect(view().notice?.text).toContain('already');
  });
});
