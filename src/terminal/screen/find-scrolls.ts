import type { CellRow, Frame } from './cell-row.ts';

/** Rows `top` through `bottom` move up by `count` rows, or down when it is negative. */
export interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly count: number;
}

/** Rows are compared in parts of so many columns, so that one may move beside another that stands still. */
const PART = 16;
/** Two are tried at most: it is seldom that the second saves more than the first. */
const MOST = 2;

const fingerprints = new WeakMap<CellRow, Int32Array>();

/**
 * Scrolls that might put at least so many cells where they belong, the most promising first. They are guesses from what
 * the parts of the rows hold: whether one saves bytes shows when it is tried.
 */
export function findScrolls(shown: Frame, next: Frame, leastCells: number): readonly Scroll[] {
  const leastParts = leastCells / PART;
  const old = shown.map(fingerprintOf);
  const wanted = next.map(fingerprintOf);
  return [...votesForCounts(old, wanted)]
    .filter(([, votes]) => votes >= leastParts)
    .sort(([, left], [, right]) => right - left)
    .slice(0, MOST)
    .map(([count]) => bestBlock(old, wanted, count, leastParts))
    .filter((scroll) => scroll !== undefined);
}

/**
 * The scroll that puts at least half of the changed rows, as objects, where they belong: so clear a case needs no trial.
 * Undefined when there is none.
 */
export function findPlainScroll(shown: Frame, next: Frame): Scroll | undefined {
  const rowOf = new Map<CellRow, number | undefined>();
  shown.forEach((row, index) => rowOf.set(row, rowOf.has(row) ? undefined : index));
  const moved = new Map<number, { rows: number; first: number; last: number }>();
  let changed = 0;
  next.forEach((row, index) => {
    const from = rowOf.get(row);
    if (row === shown[index]) {
      return;
    }
    changed++;
    if (from !== undefined) {
      const known = moved.get(from - index) ?? { rows: 0, first: index, last: index };
      moved.set(from - index, { ...known, rows: known.rows + 1, last: index });
    }
  });
  for (const [count, { rows, first, last }] of moved) {
    if (2 * rows >= changed) {
      return count > 0
        ? { top: first, bottom: last + count, count }
        : { top: first + count, bottom: last, count };
    }
  }
  return undefined;
}

/** One number for each part of the row; 0 for a part that is blank. */
function fingerprintOf(row: CellRow): Int32Array {
  let fingerprint = fingerprints.get(row);
  if (fingerprint === undefined) {
    fingerprint = makeFingerprint(row);
    fingerprints.set(row, fingerprint);
  }
  return fingerprint;
}

function makeFingerprint({ glyphs, attributes }: CellRow): Int32Array {
  const parts = new Int32Array(Math.ceil(glyphs.length / PART));
  for (let part = 0; part < parts.length; part++) {
    const end = Math.min(glyphs.length, (part + 1) * PART);
    let hash = 0;
    for (let column = part * PART; column < end; column++) {
      const code = (glyphs[column] as string).charCodeAt(0) | 0;
      const look = attributes[column] as number;
      const cell = code === 0x20 ? look << 16 : code ^ (look << 16);
      hash = cell === 0 ? Math.imul(hash, 31) : (Math.imul(hash, 31) + cell) | 0;
    }
    parts[part] = hash;
  }
  return parts;
}

/** For each count, how many parts are now where it would move them. */
function votesForCounts(old: readonly Int32Array[], wanted: readonly Int32Array[]): Map<number, number> {
  const votes = new Map<number, number>();
  const parts = wanted[0]?.length ?? 0;
  for (let part = 0; part < parts; part++) {
    const rowOf = new Map<number, number | undefined>();
    old.forEach((row, index) => {
      const hash = row[part] as number;
      // What stands in several rows identifies none.
      rowOf.set(hash, rowOf.has(hash) ? undefined : index);
    });
    wanted.forEach((row, index) => {
      const hash = row[part] as number;
      const from = hash === 0 ? undefined : rowOf.get(hash);
      if (from !== undefined && from !== index) {
        votes.set(from - index, (votes.get(from - index) ?? 0) + 1);
      }
    });
  }
  return votes;
}

/** The rows for which moving by that count gains the most parts over leaving them where they are. */
function bestBlock(
  old: readonly Int32Array[],
  wanted: readonly Int32Array[],
  count: number,
  leastParts: number,
): Scroll | undefined {
  let best = { gain: 0, first: 0, last: 0 };
  let sum = 0;
  let first = 0;
  for (let row = Math.max(0, -count); row < wanted.length && row + count < old.length; row++) {
    if (sum <= 0) {
      sum = 0;
      first = row;
    }
    sum += gainOf(old[row + count] as Int32Array, old[row] as Int32Array, wanted[row] as Int32Array);
    if (sum > best.gain) {
      best = { gain: sum, first, last: row };
    }
  }
  if (best.gain < leastParts) {
    return undefined;
  }
  return count > 0
    ? { top: best.first, bottom: best.last + count, count }
    : { top: best.first + count, bottom: best.last, count };
}

function gainOf(moved: Int32Array, standing: Int32Array, wanted: Int32Array): number {
  let gain = 0;
  for (let part = 0; part < wanted.length; part++) {
    gain += Number(moved[part] === wanted[part]) - Number(standing[part] === wanted[part]);
  }
  return gain;
}
