import type { Burst } from './burst.ts';
import type { Goal } from './goals.ts';
import type { HeldKey } from './held-key.ts';
import type { KeyFigures } from './key-paint.ts';
import type { TranscriptFigures } from './open-transcript.ts';
import type { Running } from './running.ts';
import type { SlowLink } from './slow-link.ts';
import type { Stall } from './stall.ts';
import type { StartFigures } from './start-up.ts';

export interface ThreeKeys {
  readonly down: KeyFigures;
  readonly page: KeyFigures;
  readonly filter: KeyFigures;
}

/** A peer on its own material; memory in bytes. */
export interface PeerFigures extends ThreeKeys {
  readonly memory: number;
}

/** The console over all its events. */
export interface ConsoleFigures extends ThreeKeys {
  readonly events: number;
  /** Milliseconds until all of them were read. */
  readonly loading: number;
  /** Typing something that changes what the list shows. */
  readonly narrowing: KeyFigures;
  readonly liveDown: KeyFigures;
  readonly live: Running;
  readonly night: Running;
  readonly held: HeldKey;
  readonly heldFast: HeldKey;
  readonly burst: Burst;
  readonly memory: number;
  readonly littleMemory: number;
}

/** All of one run. */
export interface Measured {
  readonly start: StartFigures;
  readonly peers: ReadonlyMap<string, PeerFigures>;
  readonly console: ConsoleFigures;
  /** lnav's resident memory with the events of the console; undefined when it is not installed. */
  readonly lnavMemory: number | undefined;
  readonly stall: Stall;
  readonly slowLinks: readonly SlowLink[];
  readonly transcript: TranscriptFigures;
}

/** What a link of 300 bytes a second may take for the first screen and for another tab, in seconds. */
const MOST_FIRST_SCREEN = 5;
const MOST_TAB = 8;

/** A terminal that takes nothing costs no more than this, in milliseconds. */
const MOST_PAUSE = 50;

/** "SIGTERM still ends it": before anybody would send SIGKILL. */
const MOST_END = 1000;

/** "No bytes but the clock": the time of day in a synchronized update, once a second. */
const CLOCK_BYTES = 60;

/** "0.0 % CPU", as one rounds it. */
const NO_CPU = 0.05;

/** The goal table of the speed page ("Where it must end up"), line by line. */
export function goalsOf({
  start,
  peers,
  console,
  lnavMemory,
  stall,
  slowLinks,
  transcript,
}: Measured): readonly Goal[] {
  const htop = peers.get('htop');
  const lnav = peers.get('lnav');
  const ratio = (ours: number | undefined, theirs: number | undefined) =>
    (ours ?? Number.NaN) / (theirs ?? Number.NaN);
  /** What was scaled by a figure of htop, whose p95 was 0.5 ms where the goals were set. */
  const mostP95 = 3 / 0.5;
  return [
    {
      what: 'key to paint p50, idle, of lnav',
      measured: ratio(console.down.p50, lnav?.down.p50),
      most: 1,
      unit: 'x',
    },
    {
      what: 'key to paint p50, live, of lnav',
      measured: ratio(console.liveDown.p50, lnav?.down.p50),
      most: 1,
      unit: 'x',
    },
    {
      what: 'key to paint p95, idle, of htop',
      measured: ratio(console.down.p95, htop?.down.p95),
      most: mostP95,
      unit: 'x',
    },
    {
      what: 'key to paint p95, live, of htop',
      measured: ratio(console.liveDown.p95, htop?.down.p95),
      most: mostP95,
      unit: 'x',
    },
    {
      what: 'bytes per ↓, of htop',
      measured: ratio(console.down.bytes, htop?.down.bytes),
      most: 0.9,
      unit: 'x',
    },
    {
      what: 'bytes per typed filter key, of htop',
      measured: ratio(console.filter.bytes, htop?.filter.bytes),
      most: 0.2,
      unit: 'x',
    },
    {
      what: 'bytes per page, of htop',
      measured: ratio(console.page.bytes, htop?.page.bytes),
      most: 1.1,
      unit: 'x',
    },
    { what: 'live at 20 events/s, bytes', measured: console.live.bytesPerSecond, most: 6000, unit: 'B/s' },
    { what: 'live at 20 events/s, CPU', measured: console.live.cpu * 100, most: 3, unit: '%' },
    {
      what: 'start to the first table painted, of bare Node',
      measured: ratio(start.table, start.bareNode),
      most: 2,
      unit: 'x',
    },
    {
      what: 'start to the whole interface, of bare Node',
      measured: ratio(start.whole, start.bareNode),
      most: 3,
      unit: 'x',
    },
    // How long it waits between two requests is its own decision, and only printed.
    {
      what: 'stalled terminal, time stood in a write',
      measured: stall.blocked ?? Number.NaN,
      most: MOST_PAUSE,
      unit: 'ms',
    },
    {
      what: 'stalled terminal, SIGTERM to the end',
      measured: stall.end ?? Number.POSITIVE_INFINITY,
      most: MOST_END,
      unit: 'ms',
    },
    ...slowLinks.flatMap(({ rate, firstScreen, tab }): readonly Goal[] => [
      {
        what: `first screen of 80x24 at ${rate} B/s`,
        measured: firstScreen,
        most: MOST_FIRST_SCREEN,
        unit: 's',
      },
      { what: `top of another tab of 80x24 at ${rate} B/s`, measured: tab, most: MOST_TAB, unit: 's' },
    ]),
    {
      what: 'memory with little data, of bare Node',
      measured: ratio(console.littleMemory, start.bareNodeMemory),
      most: 2,
      unit: 'x',
    },
    {
      what: `memory at ${console.events.toLocaleString('en')} events, of lnav`,
      measured: ratio(console.memory, lnavMemory),
      most: 2,
      unit: 'x',
    },
    {
      what: `first page of a ${transcript.megabytes.toFixed(0)} MB transcript, of less and the transfer`,
      measured: ratio(transcript.firstPage, 5 * (transcript.less ?? Number.NaN) + transcript.transfer),
      most: 1,
      unit: 'x',
    },
    {
      what: 'any jump in it, of a page key',
      measured: ratio(transcript.jump, console.page.p95),
      most: 1,
      unit: 'x',
    },
    {
      what: `a burst of ${console.burst.events.toLocaleString('en')} events, CPU of JSON.parse`,
      measured: ratio(console.burst.cpu, console.burst.parse),
      most: 3,
      unit: 'x',
    },
    { what: 'at night, CPU', measured: console.night.cpu * 100, most: NO_CPU, unit: '%' },
    { what: 'at night, bytes', measured: console.night.bytesPerSecond, most: CLOCK_BYTES, unit: 'B/s' },
  ];
}
