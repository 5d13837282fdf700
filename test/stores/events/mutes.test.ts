import fc from 'fast-check';
import { expect, describe, it } from 'vitest';

import { updatePane } from '../../../src/stores/view/view-store.ts';
import { muteProblem } from '../../../src/stores/events/event-mutes.ts';
import { createMutesStore } from '../../../src/stores/events/mutes.ts';
import { selectHiddenByMutes, selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const HOUR = 3_600_000;
const live = { at: NOW, fromHistory: false };

describe('mutes on this host', () => {
  const mute = { text: 'host:ci-*', at: NOW, until: NOW + HOUR };

  it('end by the clock, and by somebody', () => {
    const store = createMutesStore();
    store.mute(mute);
    store.mute({ ...mute, text: 'lodash' });
    const { active } = store.getState();
    store.endDue(NOW + HOUR - 1);
    expect(store.getState().active).toBe(active);
    store.end('lodash', NOW + 1);
    expect(store.getState().active).toEqual([mute]);
    store.endDue(NOW + HOUR);
    expect(store.getState().active).toEqual([]);
  });

  it('are the same in two consoles, whichever took in the other first', () => {
    const [left, right] = [createMutesStore(), createMutesStore()];
    left.mute(mute);
    right.kept.takeIn?.(left.kept.read());
    expect(right.getState().active).toEqual([mute]);
    right.end(mute.text, NOW + 5);
    left.kept.takeIn?.(right.kept.read());
    expect(left.getState().active).toEqual([]);
    expect(left.kept.merge?.(left.kept.read(), right.kept.read())).toEqual(left.kept.read());
  });

  it('are taken from a file only as they can be made', () => {
    const store = createMutesStore();
    const odd = [
      [mute.text, NOW, NOW + HOUR],
      ['', NOW, NOW + HOUR],
      ['outcome:blocked', NOW, NOW + HOUR],
      ['a', NOW, NOW + 8 * 24 * HOUR],
      ['b', NOW, Infinity],
      'c',
    ];
    expect(store.kept.isWhole?.(odd)).toBe(false);
    store.kept.restore(odd);
    expect(store.getState().active).toEqual([mute]);
    expect(store.kept.isWhole?.(store.kept.read())).toBe(true);
  });

  it.each([
    ['', 'Type what to mute'],
    ['since:1h lodash', 'Leave times out'],
    ['time:10:00..11:00', 'Leave times out'],
    ['outcome:blocked', 'no value of outcome'],
  ])('are refused for %j', (text, sentence) => {
    expect(muteProblem(text)).toContain(sentence);
  });
});

describe('the feed under mutes', () => {
  it('shows or counts every event that passes, once, whatever comes in whatever order', () => {
    const event = fc.record({
      id: fc.integer({ min: 0, max: 30 }),
      outcome: fc.constantFrom('allow', 'block', 'review'),
      name: fc.constantFrom('left-pad', 'lodash', 'kvprobe'),
    });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('apply' as const), events: fc.array(event, { maxLength: 6 }) }),
      fc.record({
        kind: fc.constant('mute' as const),
        text: fc.constantFrom('package:left-pad', 'outcome:block', 'lodash'),
      }),
      fc.record({
        kind: fc.constant('end' as const),
        text: fc.constantFrom('package:left-pad', 'outcome:block', 'lodash'),
      }),
      fc.record({
        kind: fc.constant('filter' as const),
        text: fc.constantFrom('', 'outcome:block', '-package:kvprobe'),
      }),
      fc.record({ kind: fc.constant('follow' as const), follow: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const slices = new ManualSlices();
        const { stores } = createTestContext({ slices });
        stores.events.setState({ coveredSince: 0 });
        let now = NOW;
        for (const each of steps) {
          now++;
          const { frozenAt } = stores.view.getState().events;
          if (each.kind === 'apply') {
            stores.events.apply(
              each.events.map(({ id, outcome, name }) =>
                sampleEvent(`e${id}`, id, { outcome, subject: { package: name } }),
              ),
              live,
            );
          } else if (each.kind === 'mute') {
            stores.mutes.mute({ text: each.text, at: now, until: now + HOUR });
          } else if (each.kind === 'end') {
            stores.mutes.end(each.text, now);
          } else if (each.kind === 'filter') {
            updatePane(stores.view, 'events', { text: each.text });
          } else {
            const batch = each.follow ? frozenAt : stores.events.getState().batch;
            updatePane(stores.view, 'events', { follow: each.follow, frozenAt: batch });
          }
          selectVisibleEvents(stores);
          slices.runAll();
        }
        updatePane(stores.view, 'events', { follow: true });
        selectVisibleEvents(stores);
        slices.runAll();
        const shown = [...selectVisibleEvents(stores)].map(({ id }) => id);
        const hidden = selectHiddenByMutes(stores);
        const { text } = stores.view.getState().events;
        const { active } = stores.mutes.getState();
        const passes = (
          row: { event: { outcome?: unknown; subject?: { package?: unknown } | undefined } },
          query: string,
        ) =>
          query === '' ||
          (query === 'outcome:block' && row.event.outcome === 'block') ||
          (query === '-package:kvprobe' && row.event.subject?.package !== 'kvprobe') ||
          (query === 'package:left-pad' && row.event.subject?.package === 'left-pad') ||
          (query === 'lodash' && row.event.subject?.package === 'lodash');
        const all = [...stores.events.getState().rows].filter((row) => passes(row, text));
        const muted = all.filter((row) => active.some((mute) => passes(row, mute.text)));
        expect(shown).toEqual(all.filter((row) => !muted.includes(row)).map(({ id }) => id));
        expect(hidden.map(({ mute }) => mute)).toEqual(active);
        expect(hidden.reduce((sum, { count }) => sum + count, 0)).toBe(muted.length);
        expect(hidden.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(
          muted.filter(({ event: { outcome } }) => outcome === 'block').length,
        );
      }),
    );
  });
});
