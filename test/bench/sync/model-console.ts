import type { Client } from '../../../src/api/client.ts';
import type { Feed } from '../../../src/sync/feeds/feed.ts';
import { createGovernor, type Governor, type UserConsoles } from '../../../src/sync/governor/governor.ts';
import { Scheduler } from '../../../src/sync/feeds/scheduler.ts';
import type { VirtualClock } from '../../helpers/virtual-clock.ts';
import { createModelClient } from './model-client.ts';
import type { QuotaServer } from './quota-server.ts';
import { RESOURCES, type Resource, type Staleness } from './resources.ts';

export interface ModelConsoleOptions {
  readonly clock: VirtualClock;
  readonly server: QuotaServer;
  readonly random: () => number;
  /** What is counted as read. */
  readonly staleness: Staleness;
  /** What it knows of those of its user; nothing when left out. */
  readonly consoles?: UserConsoles | undefined;
  /** Called after each resource that was read, with its name. */
  readonly onRead?: (name: string) => void;
  /** Called after each request, with its status. */
  readonly onAnswer?: (status: number) => void;
}

/** The console's own governor and scheduler. All resources compete by weight: none has a target that binds. */
export interface ModelConsole {
  readonly governor: Governor;
  /** What sends for the person. */
  readonly person: Client;
  readonly start: () => void;
  /** Asks for nothing until it is started again. */
  readonly pause: () => void;
  readonly stop: () => void;
}

const NEVER = Number.POSITIVE_INFINITY;

/** A console without screens or stores, on a virtual clock. */
export function createModelConsole(options: ModelConsoleOptions): ModelConsole {
  const { clock, server, random, staleness, consoles, onAnswer, onRead } = options;
  const governor = createGovernor({ clock, random, consoles, onChange: () => scheduler.replan() });
  const client = createModelClient(clock, server, random, (exchange) => {
    governor.note(exchange);
    onAnswer?.(exchange.facts?.status ?? 0);
  });
  const paced = governor.pace(client, 'feed');
  const scheduler = new Scheduler({
    governor,
    feeds: RESOURCES.map((resource): Feed => ({
      name: resource.name,
      weight: resource.weight,
      isLive: resource.name === 'events',
      cost: () => resource.cost,
      targets: { focused: 0.5, visible: NEVER, hidden: NEVER },
      focusedIn: [],
      visibleIn: [],
      async read() {
        await readResource(resource, paced, clock, staleness);
        onRead?.(resource.name);
      },
      fail: () => undefined,
    })),
    activeTab: () => 'overview',
    random,
    schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
  });
  return {
    governor,
    person: governor.pace(client, 'person-write'),
    start: () => scheduler.start(),
    pause: () => scheduler.stop(),
    stop() {
      scheduler.stop();
      void governor.close();
    },
  };
}

/** Reads all pages of a resource, and counts it as old as the first of them. */
export async function readResource(
  { name, cost }: Resource,
  client: Client,
  clock: VirtualClock,
  staleness: Staleness,
): Promise<void> {
  let dataAt: number | undefined;
  for (let page = 0; page < cost; page++) {
    const { value } = await client.call(
      'listEvents',
      { query: { package: name, offset: page } },
      (body) => (body as { readonly servedAt: number }).servedAt,
    );
    dataAt ??= value;
  }
  staleness.receive(name, dataAt ?? clock.now(), clock.now());
}
