import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

import { KnownEvents } from '../../../src/sync/tail/known-events.ts';
import { parseTime } from '../../../src/lib/format-time.ts';
import { createEventsStore } from '../../../src/stores/events/events-store.ts';
import { takePage } from './burst.ts';

/** A process of its own: holds the events of a file, one a line, and says what memory it takes then. */
const [file, mode] = process.argv.slice(2);
const PAGE = 500;

const store = createEventsStore();
const known = new KnownEvents();

async function holdAll(path: string): Promise<void> {
  let page: string[] = [];
  const take = () => {
    takePage(store, `{"events":[${page.join(',')}]}`);
    page = [];
  };
  for await (const line of createInterface({ input: createReadStream(path) })) {
    page.push(line);
    if (page.length === PAGE) {
      take();
    }
  }
  take();
  if (mode === 'tail') {
    for (const { id, event } of store.getState().rows) {
      known.add(id, parseTime(event.timestamp));
    }
  }
}

if (file !== undefined && mode !== 'empty') {
  await holdAll(file);
}
for (let round = 0; round < 3; round++) {
  globalThis.gc?.();
}
const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
process.stdout.write(
  JSON.stringify({ rss, heapUsed, arrayBuffers, events: store.getState().rows.length, known: known.size }),
);
