import stringWidth from 'string-width';
import { expect, test } from 'vitest';

import { graphemes } from '../../../src/lib/safe-text/graphemes.ts';
import { glyphOf, trustedCharacter } from '../../../src/terminal/screen/glyph.ts';

const characters = Array.from({ length: 0x10000 }, (_, code) => code)
  .map(trustedCharacter)
  .filter((character) => character !== undefined);

test('every character that is trusted is one grapheme of one column, as what measures text has it', () => {
  expect(characters.length).toBeGreaterThan(500);
  const wrong = characters.filter(
    (character) => stringWidth(character) !== 1 || [...graphemes.segment(character)].length !== 1,
  );
  expect(wrong).toEqual([]);
});

test('a character that is trusted reaches no further than its column', () => {
  expect(glyphOf('●')).toMatchObject({ width: 1, isTrusted: true, reach: 1 });
  expect(glyphOf('中')).toMatchObject({ width: 2, isTrusted: false });
});
