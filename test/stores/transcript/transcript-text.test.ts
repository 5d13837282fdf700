import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../../src/lib/cell-text.ts';
import { Faults } from '../../../src/stores/connection/faults.ts';
import { MessageLayouts } from '../../../src/stores/transcript/message-layouts.ts';
import type { Place } from '../../../src/stores/transcript/pager-view.ts';
import { TranscriptText } from '../../../src/stores/transcript/transcript-text.ts';
import { transcriptOf } from '../../helpers/transcripts.ts';

const COLUMNS = 24;

const message = fc.record(
  {
    type: fc.constantFrom('user', 'assistant', 'tool_use', 'telemetry'),
    content: fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom('a line\n\nand another', 'one two three '.repeat(9), '汉字'.repeat(30), '\u202e'),
      fc.constant([
        { type: 'text', text: 'a block' },
        { type: 'tool_use', name: 'Read', input: { path: 'x' } },
      ]),
    ),
  },
  { requiredKeys: ['type'] },
);

const texts = fc
  .record({
    messages: fc.array(message, { minLength: 1, maxLength: 12 }),
    tools: fc.constantFrom('off' as const, 'short' as const, 'full' as const),
    raw: fc.boolean(),
    wrap: fc.boolean(),
    folds: fc.array(fc.tuple(fc.nat({ max: 11 }), fc.boolean())),
  })
  .map(({ messages, tools, raw, wrap, folds }) => {
    const options = { columns: COLUMNS, wrap, raw, ascii: false };
    const layouts = new MessageLayouts(transcriptOf({ messages }), options, new Faults());
    return { text: new TranscriptText(layouts, { tools, raw, folds: new Map(folds) }), wrap };
  });

/** Every line, one after the other. */
function allPlaces(text: TranscriptText): readonly Place[] {
  return Array.from({ length: text.count }, (_, index) =>
    Array.from({ length: text.height(index) }, (_line, line) => ({ message: index, line })),
  ).flat();
}

describe('a transcript as lines', () => {
  it('shows on a page what follows a line, whichever it is', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 30 }), ({ text }, start, rows) => {
        const all = allPlaces(text);
        const from = all.length === 0 ? 0 : start % all.length;
        const shown = text.page(all[from] ?? { message: 0, line: 0 }, rows).map(({ place }) => place);
        expect(shown).toEqual(all.slice(from, from + rows));
      }),
    );
  });

  it('moves as many lines as it is told, and never past an end', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: -60, max: 60 }), ({ text }, start, lines) => {
        const all = allPlaces(text);
        fc.pre(all.length > 0);
        const from = start % all.length;
        const wanted = Math.max(0, Math.min(all.length - 1, from + lines));
        expect(text.moved(all[from] as Place, lines)).toEqual(all[wanted]);
      }),
    );
  });

  it('numbers its lines once they are counted, and finds them by their numbers', () => {
    fc.assert(
      fc.property(texts, ({ text }) => {
        while (text.counts.counted < text.count) {
          text.counts.countNext();
        }
        const all = allPlaces(text);
        expect(text.counts.lines).toBe(all.length);
        expect(all.map((place) => text.counts.numberOf(place))).toEqual(all.map((_, index) => index));
        expect(all.map((_, index) => text.counts.placeOf(index))).toEqual(all);
      }),
    );
  });

  it('breaks no line wider than the screen, and loses nothing of it but the space at a break', () => {
    fc.assert(
      fc.property(texts, ({ text, wrap }) => {
        for (const { line, layout } of text.page({ message: 0, line: 0 }, 1000)) {
          if (line.kind === 'body') {
            expect(layout.texts[line.source]?.slice(line.start, line.start + line.text.length)).toBe(
              line.text,
            );
            expect(!wrap || columnsOf(line.text) <= COLUMNS).toBe(true);
          }
        }
      }),
    );
  });

  it('ends its last page with the last line', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), ({ text }, rows) => {
        const all = allPlaces(text);
        fc.pre(all.length > 0);
        expect(text.lastTop(rows)).toEqual(all[Math.max(0, all.length - rows)]);
      }),
    );
  });
});
