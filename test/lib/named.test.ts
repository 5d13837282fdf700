import { describe, expect, it } from 'vitest';

import { named, quotedText, withNamed } from '../../src/lib/named.ts';
import { asUntrusted, prose, quoting, type Sentence } from '../../src/lib/untrusted.ts';

describe('names that sentences quote', () => {
  it.each([
    ['ci-07', 'ci-07'],
    ['build-\u0430', 'build-\\u{430}'],
    ['a\u202eb', 'a<U+202E>b'],
    ['a\u0007', 'a^G'],
    [' a', '<SP>a'],
    // What only looks like a token is none.
    ['build-\\u{430}', 'build-\\u{5c}u{430}'],
  ])('%j reads %s', (name, shown) => {
    expect(named(name)).toBe(shown);
  });

  it('stand beside prose in its letters', () => {
    const parts = [
      { text: '\u0435vil', profile: 'ident' },
      { text: ', reason Kontoübernahme', profile: 'cell' },
    ] as const;
    expect(quotedText(parts)).toBe('\\u{435}vil, reason Kontoübernahme');
  });

  it('are found in a sentence that was written down before', () => {
    const sentence = 'Confirmed: build-\u0430 is suspended. Grund: für \u0430lle';
    expect(withNamed(sentence, ['build-\u0430', undefined, ''])).toBe(
      'Confirmed: build-\\u{430} is suspended. Grund: für \u0430lle',
    );
    // Nothing of a name acts on the text around it.
    expect(withNamed('a $& \u0430', ['\u0430', '$&'])).toBe('a $& \\u{430}');
  });

  it('have to be named, or said to be prose', () => {
    const host = asUntrusted('ci-07');
    const say = (text: Sentence): string => text;
    // @ts-expect-error: nobody said how it is shown.
    expect(say(host)).toBe('ci-07');
    // @ts-expect-error: nor here, where it may be it.
    expect(say(Math.random() > 2 ? 'none' : host)).toBe('ci-07');
    // @ts-expect-error: nor within a sentence.
    expect(quoting`Suspend ${host}?`).toBe('Suspend ci-07?');
    expect(say(quoting`Suspend ${named(host)}, ${12} of ${'them'}: ${prose(host)}`)).toBe(
      'Suspend ci-07, 12 of them: ci-07',
    );
  });
});
