import { formatAmount } from './goals.ts';
import type { Measured, ThreeKeys } from './measured.ts';
import type { KeyFigures } from './key-paint.ts';
import { tableLines } from './table.ts';

const MEGABYTE = 1e6;

/** What was measured, as the table of the speed page and some lines about what does not fit into it. */
export function reportLines({
  start,
  peers,
  console,
  lnavMemory,
  stall,
  slowLinks,
  transcript,
}: Measured): readonly string[] {
  const head = [
    'program',
    '↓ p50 / p95 ms',
    'live ↓ p50 / p95',
    'bytes ↓',
    'page p50 ms',
    'bytes page',
    'filter p50 ms',
    'bytes filter',
    'memory MB',
    'start ms',
  ];
  const row = (
    name: string,
    keys: ThreeKeys,
    live: string,
    memory: number,
    startTime: number | undefined,
  ) => [
    name,
    times(keys.down),
    live,
    formatAmount(keys.down.bytes),
    formatAmount(keys.page.p50),
    formatAmount(keys.page.bytes),
    formatAmount(keys.filter.p50),
    formatAmount(keys.filter.bytes),
    formatAmount(memory / MEGABYTE),
    startTime === undefined ? '' : formatAmount(startTime),
  ];
  const of = (ours: number | undefined, theirs: number) =>
    `${ms(ours)} (${formatAmount((ours ?? Number.NaN) / theirs)}x)`;
  return [
    ...tableLines([
      head,
      ...[...peers].map(([name, peer]) => row(name, peer, '', peer.memory, start.peers.get(name))),
      row(`vigil, ${console.events} events`, console, times(console.liveDown), console.memory, start.table),
    ]),
    '',
    `start, bare Node ${ms(start.bareNode)}: first bytes ${of(start.firstBytes, start.bareNode)}, first table ${of(start.table, start.bareNode)}, whole interface ${of(start.whole, start.bareNode)}, first events ${of(start.events, start.bareNode)}`,
    `memory: bare Node ${mb(start.bareNodeMemory)}, vigil with little data ${mb(console.littleMemory)}, with ${console.events} events ${mb(console.memory)}, lnav with the same ${mb(lnavMemory)}`,
    `reading all events: ${ms(console.loading)}; typing what narrows the list, as what is typed in htop does: ${times(console.narrowing)} ms, ${formatAmount(console.narrowing.bytes)} bytes (${formatAmount(console.narrowing.bytes / (peers.get('htop')?.filter.bytes ?? Number.NaN))}x)`,
    `live at 20 events/s: CPU ${percent(console.live.cpu)}, ${formatAmount(console.live.bytesPerSecond)} B/s; nothing happens: CPU ${percent(console.night.cpu)}, ${formatAmount(console.night.bytesPerSecond)} B/s`,
    `held ↓ at 30/s: ${console.held.paints} paints for ${console.held.pressed}, lag ${ms(console.held.lag)}; as fast as it goes: ${console.heldFast.paints} paints for ${console.heldFast.pressed}, lag ${ms(console.heldFast.lag)}`,
    `stalled for 8 s: stood in a write for ${ms(stall.blocked)}, next request at most ${ms(stall.pauseWhile)} after an answer (${ms(stall.pauseBefore)} before), SIGTERM ends it in ${ms(stall.end)}`,
    ...slowLinks.map(
      ({ rate, firstScreen, tab, keys, queue }) =>
        `80x24 at ${rate} B/s: first screen ${formatAmount(firstScreen)} s, top of another tab ${formatAmount(tab)} s, a key behind twenty others ${formatAmount(keys)} s, at most ${queue} bytes wait`,
    ),
    `transcript of ${formatAmount(transcript.megabytes)} MB: first page ${ms(transcript.firstPage)}, then its end ${ms(transcript.jump)}; transfer ${ms(transcript.transfer)}, less ${ms(transcript.less)}`,
    `burst of ${console.burst.events} events: CPU ${ms(console.burst.cpu)}, JSON.parse alone ${ms(console.burst.parse)}`,
  ];
}

function times({ p50, p95 }: KeyFigures): string {
  return `${formatAmount(p50)} / ${formatAmount(p95)}`;
}

function ms(value: number | undefined): string {
  return value === undefined ? 'never' : `${formatAmount(value)} ms`;
}

function mb(bytes: number | undefined): string {
  return bytes === undefined ? '-' : `${formatAmount(bytes / MEGABYTE)} MB`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
