import { describe, expect, it } from 'vitest';

import { Transcript } from '../../../src/contract/transcript/transcript.ts';
import type { JsonObject } from '../../../src/contract/tolerant.ts';
import { createFinder, readSought, type Sought } from '../../../src/lib/text-finder.ts';
import { hitIn } from '../../../src/stores/search/search-hit.ts';
import { searchMessage } from '../../../src/stores/transcript/message-search.ts';
import { TranscriptSearch } from '../../../src/stores/transcript/transcript-search.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { sampleSession } from '../../helpers/sample-data.ts';

const MB = 1_000_000;
/** So much of a text at most is decoded between two keys. */
const AT_ONCE = 600_000;

/** A transcript of one message, and how many characters were decoded since it was asked last. */
function oneMessage(content: string) {
  const transcript = new Transcript();
  let decoded = 0;
  transcript.begin({
    redact(text) {
      decoded += text.length;
      return text.replaceAll('sk_live_of_mine', 'sk_live_…');
    },
    expectedBytes: undefined,
  });
  transcript.add(Buffer.from(JSON.stringify({ messages: [{ type: 'user', content }] })));
  transcript.finish((body) => body as JsonObject);
  return {
    transcript,
    takeDecoded: () => {
      const now = decoded;
      decoded = 0;
      return now;
    },
  };
}

function sought(typed: string): Sought {
  const asked = typed === 'secrets' ? { kind: 'secrets' as const } : readSought(typed);
  if (asked instanceof Error) {
    throw asked;
  }
  return asked;
}

const filler = (length: number) =>
  'all of it is said twice, all of it. '.repeat(Math.ceil(length / 36)).slice(0, length);

describe('a message of many MB', () => {
  it.each(['needle', '/ne+dle/', 'secrets'])(
    'is decoded and looked through in slices, between which a key counts: %s',
    (typed) => {
      const found = typed === 'secrets' ? 'AKIAABCDEFGHIJKLMNOP' : 'needle';
      const { transcript, takeDecoded } = oneMessage(`${filler(6 * MB)}${found} ${filler(1000)}`);
      takeDecoded();
      const looking = searchMessage(transcript, 0, false, createFinder(sought(typed))!);
      let [steps, step] = [0, looking.next()];
      for (; step.done !== true; steps++, step = looking.next()) {
        expect(takeDecoded()).toBeLessThan(AT_ONCE);
      }
      expect(steps).toBeGreaterThan(10);
      expect(step.value?.matches).toBe(1);
      const { excerpt } = hitIn(sampleSession('s', 1), 0, step.value!);
      expect(excerpt.map(({ text }) => text).join('')).toMatch(
        typed === 'secrets' ? /^….{48}AKIA… all of it.*…$/ : /^….{48}needle all of it.*…$/,
      );
    },
  );

  it('is looked through in slices in the pager, too, however large it is', () => {
    const { transcript, takeDecoded } = oneMessage(`${filler(6 * MB)}needle${filler(MB)}needle`);
    takeDecoded();
    const slices = new ManualSlices();
    const search = new TranscriptSearch(slices);
    search.look(transcript, {
      search: 'needle',
      searchKind: 'words',
      searchDirection: -1,
      searchFrom: 0,
      raw: false,
    });
    let turns = 0;
    for (; !search.isDone; turns++) {
      expect(takeDecoded()).toBeLessThan(AT_ONCE);
      expect(search.looked).toBe(0);
      slices.run();
    }
    expect(turns).toBeGreaterThan(10);
    expect([search.total, search.matchesIn(0), search.looked]).toEqual([2, 2, 1]);
  });

  it('comes in parts that are the text as it was sent, whatever lies where one ends', () => {
    for (const shift of [0, 1, 2, 3]) {
      const { transcript } = oneMessage(`${'a'.repeat(shift)}${'名😀é'.repeat(100_000)}`);
      const parts = [...transcript.textParts(0)];
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.join('') === transcript.textOf(0)).toBe(true);
    }
  });

  it('has the key of the console taken out wherever a part ends', () => {
    for (let place = 131_072 - 60; place < 131_072; place += 5) {
      const { transcript } = oneMessage(`${filler(place)}sk_live_of_mine${filler(150_000)}`);
      const text = [...transcript.textParts(0)].join('');
      expect(text.includes('sk_live_of_mine'), String(place)).toBe(false);
      expect(text.length).toBe(transcript.textOf(0).length);
    }
  });
});

describe('a text in parts', () => {
  it.each(['needle', '/needle/', 'secrets'])(
    'has each place once, wherever a part or a piece ends: %s',
    (typed) => {
      const found = typed === 'secrets' ? 'AKIAABCDEFGHIJKLMNOP' : 'needle';
      const finder = createFinder(sought(typed))!;
      const places = [0, 32_760, 32_768, 65_530, 262_140, 524_280, 524_288 - 3, 786_432, 1_048_570];
      const pieces = places.flatMap((place, at) => [
        filler(place - (places[at - 1] ?? -30) - 30).replaceAll('.', ' '),
        ` ${found} `.padEnd(30),
      ]);
      const text = pieces.join('');
      const expected = Array.from(text.matchAll(new RegExp(found, 'g')), ({ index }) => index);
      expect(expected.length).toBeGreaterThan(7);
      for (const size of [text.length, 1000, 77_777]) {
        const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        const pieceFound = [...finder.findInPieces(parts)];
        const starts = pieceFound.flatMap((piece) => piece.places.map(({ start }) => start));
        expect(starts).toEqual(expected);
        for (const { around, from } of pieceFound) {
          expect(around === text.slice(from, from + around.length)).toBe(true);
        }
      }
    },
  );
});
