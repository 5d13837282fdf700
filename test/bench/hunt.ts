import type { Client } from '../../src/api/client.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { parseExactJson } from '../../src/lib/exact-json.ts';
import { HuntFindings } from '../../src/stores/hunt/hunt-findings.ts';
import { readHuntList } from '../../src/stores/hunt/list/read-list.ts';
import { ListMatcher } from '../../src/stores/hunt/list-matcher.ts';
import { readInParts } from '../../src/sync/follow/read-in-parts.ts';
import { FROM_THE_FIRST } from '../../src/sync/tail/window.ts';
import { inMilliseconds, say, timesAsMuch } from './data/measure.ts';
import { sampleEvents } from './data/sample-events.ts';

/**
 * What `vigil hunt` costs beside what the server takes: `npm run bench:hunt [EVENTS] [PACKAGES]`. The bytes of each page are
 * made and parsed once more, alone, in the same run: the ratio is of all reading to that.
 */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
const PACKAGES = Number(process.argv[3] ?? 5000);

/** Events that differ in more than id and time. */
const DISTINCT = 20_000;
/** Milliseconds between two events. */
const APART = 3000;
const LARGEST_PAGE = 1000;

const samples = sampleEvents(Math.min(DISTINCT, EVENTS));
const END = Math.floor(Date.now() / 1000) * 1000 - APART;
/** The time of an event by its place from the newest. */
const timeOf = (place: number) => END - place * APART;

/** The texts of the samples without their beginnings: each event has an id and a time of its own. */
const bodies = samples.map((sample) =>
  JSON.stringify({ ...sample, id: undefined, timestamp: undefined }).slice(1),
);
const textOf = (place: number) =>
  `{"id":"evt_${String(place).padStart(20, '0')}","timestamp":"${new Date(timeOf(place)).toISOString()}",${bodies[place % bodies.length]}`;

let made = 0;
let parsed = 0;
let bytes = 0;
let requests = 0;

/** A server with that many events, newest first, and exclusive bounds. */
function answer({
  since,
  until,
  limit = 50,
  offset = 0,
}: Readonly<Record<string, string | number | undefined>>): string {
  const first =
    until === undefined ? 0 : Math.max(0, Math.floor((END - Date.parse(String(until))) / APART) + 1);
  const end =
    since === undefined
      ? EVENTS
      : Math.max(first, Math.min(EVENTS, Math.ceil((END - Date.parse(String(since))) / APART)));
  const size = Math.min(LARGEST_PAGE, Number(limit));
  const from = Math.min(end, first + Number(offset));
  const to = Math.min(end, from + size);
  const rows = Array.from({ length: to - from }, (_, index) => textOf(from + index));
  return `{"events":[${rows.join(',')}],"pagination":{"limit":${size},"offset":${Number(offset)},"total":${end - first},"has_more":${to < end}}}`;
}

const client = {
  baseUrl: new URL('http://bench.example/api/v1'),
  isReadOnly: true,
  learned: {},
  setWritable: () => undefined,
  close: () => Promise.resolve(),
  call(_endpoint, call, read) {
    requests++;
    const begun = performance.now();
    const text = answer((call.query ?? {}) as Readonly<Record<string, string | number | undefined>>);
    const madeAt = performance.now();
    JSON.parse(text);
    const parsedAt = performance.now();
    made += madeAt - begun;
    parsed += parsedAt - madeAt;
    bytes += text.length;
    const facts = {
      status: 200,
      rateLimit: { limit: undefined, remaining: undefined, reset: undefined, retryAfter: undefined },
      serverDate: Math.floor(Date.now() / 1000) * 1000,
      bytes: text.length,
      milliseconds: 0,
    };
    return Promise.resolve({ value: read(parseExactJson(text)), facts });
  },
} as Client;

/** A lock file that has, beside packages that nobody installs, each package of the events in a version that some of them name. */
function lockFile(): string {
  const subjects = samples.map(
    (sample) => (sample as { subject: { package: string; version: string } }).subject,
  );
  const versions = new Map(subjects.map(({ package: name, version }) => [name, version]));
  const real = [...versions].slice(0, PACKAGES);
  const others = Array.from({ length: PACKAGES - real.length }, (_, index) => [`package-${index}`, '1.0.0']);
  const packages = [...real, ...others].map(([name, version]) => [`node_modules/${name}`, { version }]);
  return JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(packages) as unknown });
}

const readAt = performance.now();
const reading = readHuntList(lockFile());
if (!('list' in reading)) {
  throw new Error('The list is wrong.');
}
const matcher = new ListMatcher(reading.list);
say(
  `reading a lock file of ${reading.list.entries.length} packages`,
  inMilliseconds(performance.now() - readAt),
);

global.gc?.();
const before = process.memoryUsage().heapUsed;
const findings = new HuntFindings();
let events = 0;
let matching = 0;
let held = 0;
const begun = performance.now();
const { state, problem } = await readInParts(
  {
    client,
    clock: systemClock,
    random: Math.random,
    begin: { since: FROM_THE_FIRST * 1000 },
    until: undefined,
    mostAtOnce: 300_000,
    signal: new AbortController().signal,
    report: () => undefined,
    waiting: () => ({ for: 'pace' }),
    onWake: () => () => undefined,
    take(rows) {
      const at = performance.now();
      for (const { event, time, kind } of rows) {
        if (kind !== 'known') {
          events++;
          const match = matcher.match(event);
          if (match !== undefined) {
            findings.add(event, time, match);
          }
        }
      }
      matching += performance.now() - at;
      if (events === EVENTS && held === 0) {
        global.gc?.();
        held = (process.memoryUsage().heapUsed - before) / 2 ** 20;
      }
    },
  },
  90_000,
);
const whole = performance.now() - begun - made - parsed;
if (problem !== undefined || state.doubt !== undefined) {
  throw new Error(`The reading went wrong: ${state.doubt ?? 'it ended early'}`, { cause: problem });
}
say(
  `reading ${events} events in ${requests} pages, ${(bytes / 2 ** 20).toFixed(0)} MB`,
  inMilliseconds(whole),
);
say('  parsing the same bytes as JSON', inMilliseconds(parsed), timesAsMuch(whole, parsed));
say('  of it comparing with the list', inMilliseconds(matching), timesAsMuch(matching, parsed));
say(`  rows found`, String(findings.sorted(new Map()).length));
say(
  'memory that is held when all is read',
  `${held.toFixed(0)} MB`,
  `${((held * 2 ** 20) / events).toFixed(0)} B/event`,
);
