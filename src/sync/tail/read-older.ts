import { append } from '../../lib/long-lists.ts';
import { Slice } from './slice.ts';
import type { SliceOutcome, SliceReader } from './slice-reader.ts';
import { widthFor } from './window-width.ts';
import { FROM_THE_FIRST, reachingBackTo } from './window.ts';

/** The first window that is tried when nothing says how wide it should be, in seconds. */
const FIRST_WIDTH = 3600;

/** Each next one is so many times as wide at most, however little was found in the one before. */
const MUCH_WIDER = 16;

const NEARLY = 0.7;

/** What was read of the past. */
export interface OlderEvents {
  /** The second from which on everything is known now; FROM_THE_FIRST when there is nothing before. */
  readonly since: number;
  /** Parts of it in which events lack that could not be had. */
  readonly lacking: readonly Slice[];
}

/**
 * Reads events that are older than `floor`, in whole closed windows, until at least `wanted` were found or there are no
 * more. Times are seconds; `overlap` is that of SliceReader.step. Throws when a request fails; events that were read stay
 * known.
 */
export async function readOlder(
  reader: SliceReader,
  floor: number,
  wanted: number,
  overlap: number,
  signal: AbortSignal,
): Promise<OlderEvents> {
  const everything = older(FROM_THE_FIRST, floor);
  const first = await reader.step(everything, overlap, signal);
  if (first.kind === 'complete') {
    return { since: FROM_THE_FIRST, lacking: [] };
  }
  const enough = Math.min(wanted, everything.total ?? wanted);
  const reckoned = widthFor(wanted, everything.lastPage, everything.total, floor);
  for (let width = reckoned ?? FIRST_WIDTH; ;) {
    const since = reachingBackTo(floor - width);
    const slice = older(since, floor);
    const outcome = await reader.step(slice, overlap, signal);
    // A window that holds nearly as many as were wanted is better than another request.
    if (since === FROM_THE_FIRST || (slice.total ?? enough) >= enough * NEARLY) {
      return { since, lacking: await finish(reader, slice, outcome, overlap, signal) };
    }
    // As wide as it would have to be if events came as often all the time.
    const times = (1.1 * enough) / Math.max(1, slice.total ?? 1);
    width = Math.ceil(width * Math.min(MUCH_WIDER, Math.max(2, times)));
  }
}

/** Reads on until a slice is complete; returns the parts that cannot be completed. */
async function finish(
  reader: SliceReader,
  slice: Slice,
  outcome: SliceOutcome,
  overlap: number,
  signal: AbortSignal,
): Promise<readonly Slice[]> {
  const lacking: Slice[] = [];
  const waiting = [slice];
  for (let came = outcome; ;) {
    const read = came.kind === 'more' ? undefined : waiting.pop();
    if (came.kind === 'parts') {
      append(waiting, [...came.slices].reverse());
    } else if (came.kind === 'gap' && read !== undefined && !read.isNarrowed) {
      lacking.push(read.part(read.window));
    }
    const next = waiting.at(-1);
    if (next === undefined) {
      return lacking;
    }
    came = await reader.step(next, overlap, signal);
  }
}

function older(since: number, floor: number): Slice {
  return new Slice({ since, until: floor + 1 }, 'history', 'older events');
}
