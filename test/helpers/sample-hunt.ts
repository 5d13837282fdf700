import { BEFORE_ALL_TIMES } from '../../src/lib/format-time.ts';
import { asUntrusted } from '../../src/lib/untrusted.ts';
import { UNREAD_PAST, type PastReading } from '../../src/stores/hunt/hunt-store.ts';
import { readHunt } from '../../src/commands/hunt/read-hunt.ts';
import type { Stores } from '../../src/stores/stores.ts';

/** What is said of the list of a hunt in a test. */
interface HuntFields {
  readonly file?: string;
  readonly past?: Partial<PastReading>;
  /** Events of the feed before that time are none of the hunt. */
  readonly from?: number;
}

/** Hunts for a list in the events that are stored, with none before them. */
export function storeHunt(
  { stores: { hunt, liveHunt, events } }: { readonly stores: Stores },
  list: string,
  { file = '/home/ada/worm.csv', past, from = BEFORE_ALL_TIMES }: HuntFields = {},
): void {
  const reading = readHunt(list);
  if ('problems' in reading) {
    throw new Error(reading.problems.map(({ sentence }) => sentence).join());
  }
  const number = (hunt.getState().hunt?.number ?? 0) + 1;
  hunt.setState({
    hunt: { ...reading, file: asUntrusted(file), number, past: { ...UNREAD_PAST, phase: 'done', ...past } },
  });
  liveHunt.begin(reading.matcher, from, events.getState().rows);
}
