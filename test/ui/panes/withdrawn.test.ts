import { expect, it } from 'vitest';

import { seededRandom } from '../../../src/server/base/random.ts';
import { statusWords } from '../../../src/stores/events/feed-status.ts';
import { selectFeedStatus } from '../../../src/stores/events/select-feed-status.ts';
import { createStores } from '../../../src/stores/stores.ts';
import type { Tab } from '../../../src/stores/base/tab.ts';
import { createPanes } from '../../../src/ui/app/panes.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { FailingOrganization } from '../../helpers/failing-organization.ts';
import type { FakeAnswer } from '../../helpers/fake-client.ts';
import { createModelSync } from '../../helpers/model-sync.ts';
import { NOW } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const SIZE = { columns: 120, rows: 30 };
const TABS = ['overview', 'events', 'agents', 'sessions', 'llm', 'policy'] as const satisfies readonly Tab[];
const theme = createTheme({ colour: false, ascii: false });

/** A console on one pane of a server that takes so many requests a minute; a frame shows the time in whole seconds. */
function start(tab: Tab, limit: number) {
  const clock = new VirtualClock(NOW + 300);
  const stores = createStores();
  const server = new FailingOrganization({ clock, seed: 1, failing: 0, limit });
  const { sync } = createModelSync({ stores, clock, random: seededRandom(2), answer: server.answer });
  stores.view.setState({ tab, terminalDelay: 0 });
  const panes = createPanes({ stores, clock, theme });
  const second = () => Math.floor(clock.now() / SECOND) * SECOND;
  sync.start();
  return {
    server,
    clock,
    sync,
    standing: () => statusWords(selectFeedStatus(stores, second())).word,
    footer: () => (panes[tab](SIZE, second()).lines.at(-1) ?? []).map(({ text }) => text).join(''),
  };
}

const HANGS: FakeAnswer = { problem: 'timeout', takes: 15_000 };
const FAILS: FakeAnswer = { status: 500 };

it.each(TABS.flatMap((tab) => [60, 300, 600].map((limit) => [tab, limit] as const)))(
  'the feed on %s is live while a server of %d a minute answers, and nothing is ten seconds later',
  async (tab, limit) => {
    const { clock, server, sync, standing, footer } = start(tab, limit);
    await clock.advance(30 * SECOND);
    for (let second = 0; second < 40; second++) {
      await clock.advance(SECOND);
      expect(standing()).toBe('live');
    }
    server.instead = () => (limit === 300 ? FAILS : HANGS);
    await clock.advance(10 * SECOND);
    for (let second = 0; second < 6; second++) {
      expect(`${standing()}, ${footer()}`).not.toMatch(/live|fresh/);
      await clock.advance(SECOND);
    }
    sync.stop();
  },
);
