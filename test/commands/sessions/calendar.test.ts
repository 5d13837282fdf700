import { beforeEach, describe, expect, it, vi, afterEach } from 'vitest';

import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';

let context: TestContext;
const day = () => openDialogOf(context, 'calendar').date;
const filters = () => context.stores.view.getState().sessions;

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'sessions' });
});

describe('the calendar', () => {
  it('opens on today, or on the day that is shown', () => {
    run(context, 'sessions.choose-day');
    expect(day()).toBe('2026-03-02');
    run(context, 'calendar.up');
    run(context, 'calendar.show');
    run(context, 'sessions.choose-day');
    expect(day()).toBe('2026-03-01');
  });

  it('moves by day, week and month, never past today nor before the first day that is counted', () => {
    run(context, 'sessions.choose-day');
    run(context, 'calendar.down');
    expect(day()).toBe('2026-03-02');
    run(context, 'calendar.left');
    expect(day()).toBe('2026-02-23');
    run(context, 'calendar.previous-month');
    run(context, 'calendar.up');
    expect(day()).toBe('2026-01-22');
    run(context, 'calendar.right');
    run(context, 'calendar.down');
    run(context, 'calendar.next-month');
    expect(day()).toBe('2026-02-28');
    run(context, 'calendar.next-month');
    expect(day()).toBe('2026-03-02');
    for (let month = 0; month < 30; month++) {
      run(context, 'calendar.previous-month');
    }
    expect(day()).toBe('2025-02-25');
    run(context, 'calendar.end');
    expect(day()).toBe('2026-03-02');
  });

  it('shows the sessions of a day, and those of all days again', () => {
    run(context, 'sessions.choose-day');
    run(context, 'calendar.show');
    expect(filters()).toMatchObject({ date: '2026-03-02', dateZone: 'utc', cursor: undefined });
    expect(context.stores.view.getState().dialogs).toEqual([]);
    run(context, 'sessions.choose-day');
    run(context, 'calendar.all-days');
    expect(filters().date).toBeUndefined();
  });

  it('changes nothing when it is closed', () => {
    run(context, 'sessions.choose-day');
    run(context, 'calendar.up');
    run(context, 'calendar.close');
    expect(filters().date).toBeUndefined();
  });
});

describe('the calendar where times are local', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Asia/Tokyo'));
  afterEach(() => vi.unstubAllEnvs());

  it('begins with the day that it is there, and chooses days of there', async () => {
    await context.clock.advance(7 * 60 * 60 * 1000);
    context.stores.view.setState({ timeStyle: 'local' });
    run(context, 'sessions.choose-day');
    expect(day()).toBe('2026-03-03');
    run(context, 'calendar.show');
    expect(filters()).toMatchObject({ date: '2026-03-03', dateZone: 'local' });
  });
});
