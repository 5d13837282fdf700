import { describe, expect, it } from 'vitest';

import type { Frame } from '../../../src/terminal/screen/cell-row.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { feedFrame, type FeedView } from './sample-feed.ts';

const SCREEN = { columns: 160, rows: 45 } as const;
const VIEW: FeedView = { ...SCREEN, newest: 5000, first: 5000, selected: 5 };

/** Bytes that it takes to show each of the frames after the first. */
function bytesFor(...frames: readonly Frame[]): readonly number[] {
  const sizes: number[] = [];
  const output = { write: (bytes: Uint8Array) => sizes.push(bytes.length) && bytes.length };
  const writer = new ScreenWriter({ output, clock: new VirtualClock(), ...SCREEN });
  writer.start();
  return frames
    .map((frame) => {
      sizes.length = 0;
      writer.show(frame);
      return sizes.reduce((sum, size) => sum + size, 0);
    })
    .slice(1);
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('on a screen of 160 columns and 45 rows', () => {
  it('moving the mark in the gutter and an inverse cell by a row takes at most 120 bytes', () => {
    const frames = [5, 6, 7, 8, 20].map((selected) => feedFrame({ ...VIEW, selected }));
    expect(Math.max(...bytesFor(...frames))).toBeLessThanOrEqual(120);
  });

  it('a key typed into a filter takes at most 36 bytes', () => {
    const frames = ['', 'l', 'lo', 'lod', 'lo'].map((filter) => feedFrame({ ...VIEW, filter }));
    expect(Math.max(...bytesFor(...frames))).toBeLessThanOrEqual(36);
  });

  it('a page of a table takes at most 3,400 bytes', () => {
    const frames = [0, 40, 80, 120].map((older) => feedFrame({ ...VIEW, first: 5000 - older }));
    expect(Math.max(...bytesFor(...frames))).toBeLessThanOrEqual(3400);
  });

  it('scrolling the list by a row takes at most 320 bytes, up and down', () => {
    const frames = [0, 1, 2, 1, 0].map((older) => feedFrame({ ...VIEW, first: 5000 - older }));
    expect(Math.max(...bytesFor(...frames))).toBeLessThanOrEqual(320);
  });

  it.each([4, 10])('20 new rows at the top take at most 4,000 bytes in %d batches', (batches) => {
    const frames = Array.from({ length: batches + 1 }, (_, batch) => {
      const newest = 5000 + Math.floor((batch * 20) / batches);
      return feedFrame({ ...VIEW, newest, first: newest });
    });
    expect(total(bytesFor(...frames))).toBeLessThanOrEqual(4000);
  });

  it('new rows beside a detail that stands still take at most 2,100 bytes a batch', () => {
    const frames = [0, 5, 10, 15, 20].map((more) =>
      feedFrame({ ...VIEW, newest: 5000 + more, first: 5000 + more, hasDetail: true }),
    );
    expect(Math.max(...bytesFor(...frames))).toBeLessThanOrEqual(2100);
  });

  it('a frame of the same cells takes none', () => {
    expect(bytesFor(feedFrame(VIEW), feedFrame(VIEW))).toEqual([0]);
  });
});
