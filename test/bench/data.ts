import { measureBurst } from './data/burst.ts';
import { measureFilters, measureFrames } from './data/frames.ts';
import { measureKeys } from './data/keys.ts';
import { measureLists } from './data/lists.ts';
import { measureMemory } from './data/memory.ts';
import { sampleEvents } from './data/sample-events.ts';

/**
 * What the data of the console costs: `npm run bench:data [EVENTS]`. The milliseconds differ from machine to machine and
 * from run to run; the ratios are of figures of the same run.
 */
const events = sampleEvents(Number(process.argv[2] ?? 200_000));

measureBurst(events);
measureFrames(events);
measureFilters(events);
await measureKeys(events);
measureLists();
await measureMemory(events);
