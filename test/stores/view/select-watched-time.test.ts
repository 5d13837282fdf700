import { expect, it } from 'vitest';

import { selectWatchedTime } from '../../../src/stores/view/select-watched-time.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

it('is that of the event under the cursor of what is seen, and none elsewhere', () => {
  const stores = createStores();
  stores.events.apply([sampleEvent('new', 1), sampleEvent('old', 60)], { at: NOW, fromHistory: true });
  const [newest, oldest] = ['new', 'old'].map((id) => stores.events.get(id)?.time);
  expect(newest).toBeGreaterThan(oldest ?? 0);
  stores.view.setState({ tab: 'events' });
  expect(selectWatchedTime(stores)).toBe(newest);
  updatePane(stores.view, 'events', { cursor: 'old' });
  expect(selectWatchedTime(stores)).toBe(oldest);
  updatePane(stores.view, 'overview', { cursor: 'event old' });
  stores.view.setState({ tab: 'overview' });
  expect(selectWatchedTime(stores)).toBe(oldest);
  stores.view.setState({ tab: 'policy' });
  expect(selectWatchedTime(stores)).toBeUndefined();
  const subject = { kind: 'package', name: 'left-pad' } as never;
  stores.view.setState(({ pages }) => ({
    pages: { ...pages, policy: [{ subject, cursor: 'event new' } as never] },
  }));
  expect(selectWatchedTime(stores)).toBe(newest);
});
