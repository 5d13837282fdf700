import { describe, expect, it } from 'vitest';

import { colourOf, INVERSE, UNDERLINED, BOLD, FAINT } from '../../src/terminal/screen/attributes.ts';
import { trustedCharacter } from '../../src/terminal/screen/glyph.ts';
import { createTheme, STYLES } from '../../src/ui/theme.ts';

/** Of the palette of 16 these are near the one or the other background. */
const VANISHING = [0, 7, 8, 15];

describe('a style', () => {
  const theme = createTheme({ colour: true, ascii: false });
  const plain = createTheme({ colour: false, ascii: false });

  it.each(STYLES)('%s can be read on a light background and on a dark one', (style) => {
    expect(VANISHING).not.toContain(colourOf(theme.attributesOf(style)));
  });

  it.each(STYLES)('%s is not yellow where the background is known to be light', (style) => {
    const light = createTheme({ colour: true, ascii: false, light: true });
    expect([3, 11, ...VANISHING]).not.toContain(colourOf(light.attributesOf(style)));
  });

  it.each(STYLES)('%s has no colour where none are wanted, and is told apart by the rest', (style) => {
    const without = plain.attributesOf(style);
    expect(colourOf(without)).toBeUndefined();
    expect(without & ~(BOLD | FAINT | UNDERLINED | INVERSE)).toBe(0);
  });

  it('of what is urgent is told from plain text without colours, too', () => {
    for (const style of ['block', 'bad', 'token', 'badge-bad', 'inverse'] as const) {
      expect(plain.attributesOf(style)).not.toBe(plain.attributesOf('plain'));
    }
  });
});

describe('a sign', () => {
  it('of charts and lists takes one column everywhere, so that no frame has to measure it', () => {
    const theme = createTheme({ colour: true, ascii: false });
    const { rising, filling, shades } = theme;
    const named = (
      ['block', 'review', 'newer', 'ascending', 'descending', 'mark', 'unread', 'done', 'policy'] as const
    ).map((name) => theme.glyph(name));
    const signs = [rising, filling, shades, ...named].join('');
    const untrusted = [...signs].filter(
      (sign) => sign > '~' && trustedCharacter(sign.charCodeAt(0)) !== sign,
    );
    expect(untrusted).toEqual([]);
  });
});
