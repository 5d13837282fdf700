import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chooseForms, fitParts, leftOut, part, shorter } from '../../../src/ui/widgets/fitted-parts.ts';
import { lineColumns, trusted } from '../../../src/ui/widgets/line.ts';

const separator = trusted(' | ');
const word = (text: string) => [trusted(text)];

function text(...parameters: Parameters<typeof fitParts>): string {
  return fitParts(...parameters)
    .map((span) => span.text)
    .join('');
}

describe('parts of a line', () => {
  const parts = [
    part(word('age 4s')),
    part(word('complete through 09:00'), shorter(2, word('through 09:00')), leftOut(1)),
    part(word('12 came late'), shorter(3, word('12 late')), leftOut(3)),
    part([]),
  ];

  it.each([
    [60, 'age 4s | complete through 09:00 | 12 came late'],
    [45, 'age 4s | complete through 09:00 | 12 late'],
    [34, 'age 4s | complete through 09:00'],
    [25, 'age 4s | through 09:00'],
    [21, 'age 4s'],
    [3, 'age 4s'],
  ])('give way on %d columns, the least important first and always whole', (columns, shown) => {
    expect(text(parts, columns, { separator })).toBe(shown);
  });

  it('say where to find more once something important is left out, and only then', () => {
    const more = { separator, more: word('! more'), missedThrough: 1 };
    expect(text(parts, 34, more)).toBe('age 4s | complete through 09:00');
    expect(text(parts, 21, more)).toBe('age 4s | ! more');
  });

  it('say more in few words rather than less in many, where their ranks are so', () => {
    const terse = [
      part(word('no connection to the server'), shorter(2, word('no connection')), leftOut(1)),
      part(word('3 missing'), leftOut(1)),
    ];
    expect(text(terse, 30, { separator })).toBe('no connection | 3 missing');
  });

  it('fit unless all have given way as far as they can, and each shows one of its forms', () => {
    const aStep = fc
      .tuple(fc.nat(4), fc.string({ maxLength: 12, unit: 'grapheme-ascii' }))
      .map(([rank, form]) => shorter(rank, form === '' ? [] : word(form)));
    const aPart = fc
      .tuple(
        fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }),
        fc.array(aStep, { maxLength: 3 }),
      )
      .map(([form, steps]) => part(word(form), ...steps));
    fc.assert(
      fc.property(fc.array(aPart, { maxLength: 6 }), fc.integer({ min: 1, max: 80 }), (some, columns) => {
        const { lines } = chooseForms(some, { columns, gap: 3 });
        const shown = lines.filter((line) => line.length > 0);
        const width = shown.reduce((sum, line) => sum + lineColumns(line) + 3, -3);
        const isAtEnd = lines.every(
          (line, index) =>
            line.length === 0 || line === (some[index]!.steps.at(-1)?.form ?? some[index]!.form),
        );
        expect(width <= columns || isAtEnd).toBe(true);
        lines.forEach((line, index) => {
          const { form, steps } = some[index]!;
          expect([form, ...steps.map((step) => step.form)]).toContain(line);
        });
      }),
    );
  });

  it('never leave one out while one of a higher rank is shown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 60 }),
        (ranks, columns) => {
          const { lines } = chooseForms(
            ranks.map((rank) => part(word('twelve chars'), leftOut(rank))),
            { columns, gap: 3 },
          );
          const highest = Math.max(-1, ...ranks.filter((_, index) => lines[index]!.length > 0));
          expect(ranks.every((rank, index) => lines[index]!.length > 0 || rank >= highest)).toBe(true);
        },
      ),
    );
  });
});
