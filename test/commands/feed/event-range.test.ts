import { beforeEach, describe, expect, it } from 'vitest';

import { chosenRange } from '../../../src/commands/feed/event-range.ts';
import { selectVisibleEvents, wantsOlderEvents } from '../../../src/stores/events/select-events.ts';
import { endOf } from '../../../src/stores/base/time-buckets.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
const MINUTE = 60_000;
let context: TestContext;

const view = () => context.stores.view.getState().events;
const dialog = () => openDialogOf(context, 'event-range');
const visible = () => selectVisibleEvents(context.stores).map(({ id }) => id);

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'events', columns: 108, pageSize: 10 });
  // One event a minute, the newest now.
  context.stores.events.apply(
    Array.from({ length: 61 }, (_, minute) =>
      sampleEvent(`m${minute}`, minute * 60, { subject: { ecosystem: 'npm', package: `p${minute}` } }),
    ),
    live,
  );
  context.stores.events.setState({ completeThrough: NOW, coveredSince: NOW - 60 * MINUTE });
});

describe('choosing a range', () => {
  it('begins with what the list shows, and the feed stands still', () => {
    run(context, 'events.choose-range');
    const { since, until } = chosenRange(dialog());
    expect(since).toBeLessThanOrEqual(NOW - 9 * MINUTE);
    expect(since).toBeGreaterThan(NOW - 11 * MINUTE);
    expect(until).toBeGreaterThan(NOW);
    expect(view()).toMatchObject({ follow: false, cursor: 'm0' });
  });

  it('moves one end after the other, and past the other one that one', () => {
    run(context, 'events.choose-range');
    const before = dialog();
    run(context, 'event-range.left');
    expect(dialog()).toMatchObject({ from: before.from - 1, to: before.to, end: 'from' });
    run(context, 'event-range.next-end');
    run(context, 'event-range.left');
    expect(dialog()).toMatchObject({ from: before.from - 1, to: before.to - 1, end: 'to' });
    run(context, 'event-range.first');
    expect(dialog()).toMatchObject({ from: 0, to: before.from - 1, end: 'from' });
    run(context, 'event-range.last');
    expect(dialog()).toMatchObject({ from: before.from - 1, to: before.buckets.count - 1, end: 'to' });
    run(context, 'event-range.right');
    expect(dialog().to).toBe(before.buckets.count - 1);
  });

  it('narrows the feed to it, and the first event in it is selected', () => {
    run(context, 'events.choose-range');
    run(context, 'event-range.next-end');
    run(context, 'event-range.page-left');
    const { since, until } = chosenRange(dialog());
    run(context, 'event-range.narrow');
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(view().range).toEqual({ since, until });
    const times = selectVisibleEvents(context.stores).map(({ time }) => time);
    expect(times.length).toBeGreaterThan(0);
    expect(times.every((time) => time >= since && time < until)).toBe(true);
    expect(view().cursor).toBe(visible()[0]);
  });

  it('zooms into what is chosen and out again, and what is chosen stays so', () => {
    run(context, 'events.choose-range');
    const [wide, chosen] = [dialog().buckets, chosenRange(dialog())];
    run(context, 'event-range.zoom-in');
    const narrow = dialog().buckets;
    expect(narrow.step).toBeLessThan(wide.step);
    expect(chosenRange(dialog())).toEqual(chosen);
    run(context, 'event-range.zoom-out');
    const { buckets } = dialog();
    expect(buckets.step).toBeGreaterThan(narrow.step);
    expect(buckets.since).toBeLessThanOrEqual(chosen.since);
    expect(endOf(buckets)).toBeGreaterThanOrEqual(chosen.until);
  });

  it('shows earlier and later times', () => {
    run(context, 'events.choose-range');
    const { since } = dialog().buckets;
    run(context, 'event-range.page-earlier');
    expect(dialog().buckets.since).toBeLessThan(since);
    run(context, 'event-range.page-later');
    expect(dialog().buckets.since).toBe(since);
  });

  it('can be left as it was', () => {
    run(context, 'events.choose-range');
    run(context, 'event-range.left');
    run(context, 'event-range.close');
    expect(view().range).toBeUndefined();
  });
});

describe('a range that was chosen', () => {
  beforeEach(() => {
    context.stores.view.setState(({ events }) => ({
      events: {
        ...events,
        range: { since: NOW - 30 * MINUTE, until: NOW - 20 * MINUTE },
        follow: false,
        frozenAt: 9,
      },
    }));
  });

  it('is taken back by Esc, by following, and in the dialog', () => {
    run(context, 'view.back');
    expect(view().range).toBeUndefined();
    context.stores.view.setState(({ events }) => ({
      events: { ...events, range: { since: 0, until: 1 } },
    }));
    run(context, 'events.follow');
    expect(view().range).toBeUndefined();
    run(context, 'events.choose-range');
    run(context, 'event-range.narrow');
    run(context, 'events.choose-range');
    run(context, 'event-range.clear');
    expect(view().range).toBeUndefined();
  });

  it('has a first row of its own', () => {
    run(context, 'list.last');
    run(context, 'list.first');
    expect(view().range).toBeDefined();
    expect(visible()[0]).toBe('m21');
  });

  it('asks for what happened before only as far as it reaches', () => {
    expect(wantsOlderEvents(context.stores)).toBe(false);
    context.stores.view.setState(({ events }) => ({
      events: { ...events, range: { since: NOW - 90 * MINUTE, until: NOW - 70 * MINUTE } },
    }));
    expect(visible()).toEqual([]);
    expect(wantsOlderEvents(context.stores)).toBe(true);
  });
});

describe('a dialog over the feed', () => {
  it('holds it for as long as it is open', () => {
    run(context, 'help.open');
    context.stores.events.apply([sampleEvent('new', -1)], live);
    expect(visible()[0]).toBe('m0');
    run(context, 'help.close');
    expect(view().follow).toBe(true);
    expect(visible()[0]).toBe('new');
  });

  it('does not make a feed go on that stood still before', () => {
    run(context, 'list.down');
    run(context, 'help.open');
    run(context, 'help.close');
    expect(view()).toMatchObject({ follow: false, cursor: 'm1' });
  });
});
