import { expect, it } from 'vitest';

import { createStores } from '../../src/stores/stores.ts';
import { updatePane } from '../../src/stores/view/view-store.ts';
import { ModelEventServer } from '../helpers/model-event-server.ts';
import { createModelSync, SMALL_ORGANIZATION } from '../helpers/model-sync.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const MINUTE = 60_000;

it('an event under the cursor shows within a minute that it changed', async () => {
  const clock = new VirtualClock();
  const stores = createStores();
  const server = new ModelEventServer(clock);
  for (let index = 0; index < 900; index++) {
    server.add(`event-${index}`, { timestamp: clock.now() - 10 * MINUTE * index - 1 });
  }
  const { sync } = createModelSync({
    stores,
    clock,
    answer: (call) => ({
      takes: 100,
      ...(call.endpoint === 'listEvents' ? server.answer(call) : { body: SMALL_ORGANIZATION[call.endpoint] }),
    }),
  });
  stores.view.setState({ tab: 'events' });
  sync.start();
  await clock.advance(30_000);
  for (const id of ['event-150', 'event-20', 'event-100']) {
    updatePane(stores.view, 'events', { cursor: id });
    server.change(id, { outcome: 'changed' });
    await clock.advance(MINUTE);
    expect(stores.events.get(id)?.sent('outcome')).toBe('changed');
  }
  sync.stop();
});
