/** From one time up to another, in milliseconds; the second one is not in it. */
export interface TimeRange {
  readonly since: number;
  readonly until: number;
}

/** Stretches of time of the same length, one after the other. Times are milliseconds. */
export interface TimeBuckets {
  /** Where the first one begins. */
  readonly since: number;
  /** How long each is. */
  readonly step: number;
  readonly count: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Lengths that people reckon in, so near to each other that buckets of one of them leave little of their room empty. Most are
 * whole parts of longer ones, so that what was chosen stays so while one zooms.
 */
const STEPS: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 1.5, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45].map((minutes) => minutes * MINUTE),
  ...[1, 1.5, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR),
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30].map((days) => days * DAY),
];

/** Round lengths between which no gap is so wide that bars of either would leave much of a chart empty. */
const CLOSE_STEPS: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50].map((seconds) => seconds * SECOND),
  ...[1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50].map((minutes) => minutes * MINUTE),
  ...[1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20].map((hours) => hours * HOUR),
  ...[1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30].map((days) => days * DAY),
];

/** So much of the columns of a chart is used at least. */
const LEAST_USED = 0.8;

/**
 * The shortest buckets that people reckon in of which so many hold a range; they begin at whole ones. As many as there can
 * be are made, those that are left over before the range.
 */
export function bucketsOver(range: TimeRange, most: number): TimeBuckets {
  const { since, step, count: needed } = bucketsFor(range, most);
  const count = Math.max(1, most);
  return { since: since + (needed - count) * step, step, count };
}

/**
 * The shortest buckets of a round length of which so many hold a range, without any that are left over: bars of them, all
 * equally wide, use most of so many columns. They are the last ones where the range is too long for so many.
 */
export function bucketsWithin({ since: from, until }: TimeRange, most: number): TimeBuckets {
  const close = CLOSE_STEPS.find((step) => usesMost(Math.ceil((until - from) / step), most));
  const { since, step, count } =
    close === undefined ? bucketsFor({ since: from, until }, most) : bucketsOf(from, until, close);
  const left = Math.max(0, count - Math.max(1, most));
  return { since: since + left * step, step, count: count - left };
}

/** There is one bucket more where the range begins within one: it must not change what is chosen as the time goes on. */
function usesMost(buckets: number, columns: number): boolean {
  return Math.floor(columns / (buckets + 1)) * buckets >= LEAST_USED * columns;
}

function bucketsFor({ since, until }: TimeRange, most: number): TimeBuckets {
  const step = STEPS.find((length) => bucketsOf(since, until, length).count <= most);
  return bucketsOf(since, until, step ?? (STEPS.at(-1) as number));
}

function bucketsOf(since: number, until: number, step: number): TimeBuckets {
  const first = Math.floor(since / step) * step;
  return { since: first, step, count: Math.max(1, Math.ceil((until - first) / step)) };
}

/** Where the last of them ends. */
export function endOf({ since, step, count }: TimeBuckets): number {
  return since + step * count;
}

/** The bucket that a time is in, the first or the last one for times outside. */
export function bucketAt({ since, step, count }: TimeBuckets, time: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((time - since) / step)));
}
