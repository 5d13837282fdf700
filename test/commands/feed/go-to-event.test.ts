import { beforeEach, describe, expect, it } from 'vitest';

import { goToEvent } from '../../../src/commands/feed/go-to-event.ts';
import { selectServerFilters, selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;
const view = () => context.stores.view.getState();
const visible = () => selectVisibleEvents(context.stores).map(({ id }) => id);

beforeEach(() => {
  context = createFilledContext();
  context.stores.events.apply([sampleEvent('old', 86_400)], { at: NOW, fromHistory: true });
  context.stores.events.setState({ coveredSince: NOW - 3_600_000 });
});

describe('going to an event', () => {
  it('shows the whole feed around one that is within what is loaded', () => {
    goToEvent(context, { id: 'event-05' });
    expect(view().events).toMatchObject({ cursor: 'event-05', follow: false, range: undefined });
    expect(view().notice?.text).toBe('The feed stands still here, at the event.');
  });

  it('asks for the times around one that is older, and shows it once they are here', () => {
    goToEvent(context, { id: 'old' });
    expect(view().notice?.text).toContain('older than what is loaded');
    expect(visible()).toEqual([]);
    const [asked] = selectServerFilters(context.stores);
    const until = asked?.until ?? expect.fail('the times have an end');
    expect(until).toBeGreaterThan(NOW - 86_400_000);
    expect(until).toBeLessThan(NOW - 80_000_000);
    const coverage = [{ filter: {}, since: NOW - 90_000_000, until, incomplete: 0 }];
    context.stores.events.setState({ coverage });
    expect(visible()).toEqual(['old']);
    expect(view().events.cursor).toBe('old');
  });
});
