import { append, largest } from '../../lib/long-lists.ts';
import { isDefinite, isForbidden, isKeyRefused } from '../retry/failure.ts';
import type { Slice } from './slice.ts';
import type { SliceOutcome, SliceReader } from './slice-reader.ts';
import type { Window } from './window.ts';

/** A window of which some events could not be had. */
export interface Gap extends Window {
  readonly missing: number;
}

interface OpenGap extends Gap {
  readonly slice: Slice;
  readonly tries: number;
  readonly retryAt: number;
}

const FIRST_RETRY = 60_000;
const LONGEST_RETRY = 10 * 60_000;

/** Slices that are still to be read, the newest first, and the gaps that were left. */
export class Backlog {
  #slices: Slice[] = [];
  #gaps: OpenGap[] = [];
  #tries = new Map<Slice, number>();

  get isEmpty(): boolean {
    return this.#slices.length === 0;
  }

  get gaps(): readonly Gap[] {
    return this.#gaps.map(({ since, until, missing }) => ({ since, until, missing }));
  }

  /** About how many events are known to be still to come, where the server's counts are trusted. */
  toCome({ known, bounds, trust }: SliceReader): number {
    if (!trust.isTrusted) {
      return 0;
    }
    const lacking = this.#slices
      .filter((slice) => !slice.isNarrowed)
      .reduce((sum, slice) => sum + slice.lacking(slice.counted(known, bounds)), 0);
    return Math.round(lacking);
  }

  /** The second up to which parts of the newest windows are still to be read; undefined when there are none. */
  get headEnd(): number | undefined {
    const ends = this.#slices.flatMap(({ isOfHead, window: { until } }) => (isOfHead ? (until ?? []) : []));
    return ends.length === 0 ? undefined : largest(ends);
  }

  /** How many events are known to lack within a window. */
  missingIn(window: Window): number {
    return this.#gaps.filter((gap) => overlaps(gap, window)).reduce((sum, { missing }) => sum + missing, 0);
  }

  push(slice: Slice): void {
    this.#slices.push(slice);
  }

  /** Gives up what lies after that second: the newest window, which is read anew, has it all. */
  dropAfter(second: number): void {
    this.#slices = this.#slices
      .filter(({ window }) => window.since <= second)
      .map((slice) => {
        const { since, until = 0 } = slice.window;
        const isCut = !slice.isNarrowed && until > second + 2;
        return isCut ? slice.part({ since, until: second + 2 }) : slice;
      });
    this.#gaps = this.#gaps.filter(({ since }) => since <= second);
  }

  /** Puts gaps back whose time has come to be tried again. */
  reopenGaps(now: number): void {
    for (const gap of this.#gaps.filter(({ retryAt }) => retryAt <= now)) {
      const slice = gap.slice.again();
      this.#tries.set(slice, gap.tries);
      this.#slices.push(slice);
      // It stays on the list, so that it stays visible, until the slice is read.
      this.#gaps = this.#gaps.map((other) =>
        other === gap ? { ...gap, slice, retryAt: Number.POSITIVE_INFINITY } : other,
      );
    }
  }

  /** Has what was missing by counts that are not trusted any more read again, and reports it no more. */
  forgetGaps(): void {
    append(
      this.#slices,
      this.#gaps.map(({ slice }) => slice.again()),
    );
    this.#gaps = [];
  }

  /** Makes one request for the newest slice; the outcome has already been taken in. Throws when the request fails. */
  async step(
    reader: SliceReader,
    overlap: number,
    now: number,
    signal: AbortSignal,
  ): Promise<SliceOutcome | undefined> {
    const slice = this.#slices.at(-1);
    if (slice === undefined) {
      return undefined;
    }
    const outcome = await reader.step(slice, overlap, signal).catch((error: unknown): SliceOutcome => {
      if (!isDefinite(error) || isKeyRefused(error) || isForbidden(error)) {
        throw error;
      }
      // A request that this server never takes must not hold up all others.
      const lacking = Math.ceil(slice.lacking(slice.counted(reader.known, reader.bounds)));
      return { kind: 'gap', missing: Math.max(1, lacking) };
    });
    if (outcome.kind === 'more') {
      return outcome;
    }
    this.#slices = this.#slices.filter((other) => other !== slice);
    const tries = this.#tries.get(slice) ?? 0;
    this.#tries.delete(slice);
    if (outcome.kind === 'parts') {
      append(this.#slices, [...outcome.slices].reverse());
      for (const part of outcome.slices) {
        this.#tries.set(part, tries);
      }
    }
    this.#gaps = this.#gaps.filter((gap) => gap.slice !== slice);
    if (outcome.kind === 'gap' && !slice.isNarrowed) {
      this.leaveGap(slice, outcome.missing, now, tries);
    }
    return outcome;
  }

  /** Keeps a window in which so many events lack, to be tried again later; what lacks by other gaps is not counted twice. */
  leaveGap(slice: Slice, missing: number, now: number, tries = 0): void {
    const others = this.#gaps.filter((gap) => shareSeconds(gap, slice.window));
    const more = missing - others.reduce((sum, gap) => sum + gap.missing, 0);
    if (more > 0) {
      const retryAt = now + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries);
      this.#gaps.push({ ...slice.window, missing: more, slice, tries: tries + 1, retryAt });
    }
  }
}

/** Whether whole seconds are in both: the parts of a window have their bounds in common, and no more. */
function shareSeconds(left: Window, right: Window): boolean {
  return (
    left.since + 1 < (right.until ?? Number.POSITIVE_INFINITY) &&
    right.since + 1 < (left.until ?? Number.POSITIVE_INFINITY)
  );
}

function overlaps(left: Window, right: Window): boolean {
  return (
    left.since < (right.until ?? Number.POSITIVE_INFINITY) &&
    right.since < (left.until ?? Number.POSITIVE_INFINITY)
  );
}
