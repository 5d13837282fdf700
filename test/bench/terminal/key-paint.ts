import { setTimeout as sleep } from 'node:timers/promises';

import type { Paint, PtyProgram } from './pty-program.ts';
import { mean, median, quantile } from './statistics.ts';

/** What pressing one key many times took: milliseconds to the last byte of its paint, and bytes. */
export interface KeyFigures {
  readonly p50: number;
  readonly p95: number;
  /** The median where each key does the same, and the mean where it does not. */
  readonly bytes: number;
}

/** The keys of a program for the same three things. */
export interface Keys {
  readonly down: string;
  readonly pageDown: string;
  /** Back to the first row. */
  readonly home: string;
  /** Opens what a filter or a search is typed into. */
  readonly openFilter: string;
  readonly filter: string;
  readonly closeFilter: string;
}

export interface KeyAmounts {
  readonly lines: number;
  readonly pages: number;
  readonly filters: number;
}

/** So many rows down every further ↓ scrolls, whatever the list has above and below it. */
const TO_THE_BOTTOM = 45;

/** Presses ↓ so many times at the bottom of the screen, where each scrolls by one row. */
export async function measureDown(program: PtyProgram, keys: Keys, lines: number): Promise<KeyFigures> {
  for (let row = 0; row < TO_THE_BOTTOM; row++) {
    program.write(keys.down);
    await sleep(15);
  }
  return figures(
    await pressAll(
      program,
      Array.from({ length: lines }, () => keys.down),
    ),
  );
}

/** Presses page down so many times, from the first row on, a few at a time so that short lists suffice. */
export async function measurePages(program: PtyProgram, keys: Keys, pages: number): Promise<KeyFigures> {
  const paints: Paint[] = [];
  while (paints.length < pages) {
    await program.press(keys.home);
    // The first one of them often moves the cursor alone, to the last row of the screen.
    const more = await pressAll(
      program,
      Array.from({ length: 5 }, () => keys.pageDown),
    );
    if (more.length === 0) {
      break;
    }
    paints.push(...more.slice(1));
  }
  return figures(paints);
}

/**
 * Types a filter key by key, so many times. Its bytes are the mean of all keys: in a list that narrows while a word is
 * typed, some keys change whole rows and others nothing but the word, so that a median would be either by chance.
 */
export async function measureFilter(program: PtyProgram, keys: Keys, times: number): Promise<KeyFigures> {
  const paints: Paint[] = [];
  for (let time = 0; time < times; time++) {
    await program.press(keys.openFilter);
    paints.push(...(await pressAll(program, [...keys.filter])));
    await program.press(keys.closeFilter);
  }
  return { ...figures(paints), bytes: mean(paints.map(({ bytes }) => bytes)) };
}

/** Presses keys one after the other, each a while after the paint of the one before. */
async function pressAll(program: PtyProgram, keys: readonly string[]): Promise<readonly Paint[]> {
  const paints: Paint[] = [];
  for (const [index, key] of keys.entries()) {
    // Never in step with what the program does at an interval of its own.
    await sleep(8 + ((index * 7) % 23));
    const paint = await program.press(key);
    if (paint !== undefined) {
      paints.push(paint);
    }
  }
  return paints;
}

function figures(paints: readonly Paint[]): KeyFigures {
  const times = paints.map(({ last }) => last);
  return {
    p50: median(times),
    p95: quantile(times, 0.95),
    bytes: median(paints.map(({ bytes }) => bytes)),
  };
}
