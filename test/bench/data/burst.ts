import { eventSchema } from '../../../src/contract/event.ts';
import { parsePage } from '../../../src/contract/pagination.ts';
import { parseExactJson } from '../../../src/lib/exact-json.ts';
import { createEventsStore, type EventsStore } from '../../../src/stores/events/events-store.ts';
import { inMilliseconds, median, say, timed, timesAsMuch, worked } from './measure.ts';

const BURST = 10_000;
const ROUNDS = 15;
const FACTS = { at: 0, fromHistory: false };

/** Pages of the newest of some events, as the text of their bodies. */
function pagesOf(events: readonly object[], size: number): readonly string[] {
  const newest = events.slice(-BURST);
  return Array.from({ length: Math.ceil(newest.length / size) }, (_, page) =>
    JSON.stringify({
      events: newest.slice(page * size, (page + 1) * size),
      pagination: { limit: size, offset: page * size, total: BURST, has_more: true },
    }),
  );
}

/** What a page of events goes through between its text and the screen. */
export function takePage(store: EventsStore, text: string): void {
  store.apply(parsePage(parseExactJson(text), 'events', eventSchema).rows, FACTS);
}

/** What a burst costs beside the bare JSON.parse of the same bytes, in small and in large pages. */
export function measureBurst(events: readonly object[]): void {
  say(`a burst of ${BURST} events`, 'JSON.parse', 'and insert', 'ratio', 'longest page');
  for (const size of [100, 1000]) {
    const pages = pagesOf(events, size);
    const bare: number[] = [];
    const whole: number[] = [];
    const longest: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(worked(() => pages.forEach((page) => void JSON.parse(page))));
      const store = createEventsStore();
      whole.push(
        worked(() => longest.push(Math.max(...pages.map((page) => timed(() => takePage(store, page)))))),
      );
    }
    say(
      `  in pages of ${size}`,
      inMilliseconds(median(bare)),
      inMilliseconds(median(whole)),
      timesAsMuch(median(whole), median(bare)),
      inMilliseconds(median(longest)),
    );
  }
}
