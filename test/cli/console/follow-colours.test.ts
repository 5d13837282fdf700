import { expect, it } from 'vitest';

import { followColours } from '../../../src/cli/console/follow-colours.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createLineEncoder } from '../../../src/ui/widgets/line-cells.ts';
import { trusted } from '../../../src/ui/widgets/line.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { inColour, INVERSE } from '../../../src/terminal/screen/attributes.ts';

const WHITE = ']11;rgb:ffff/ffff/ffff';
const BLACK = ']11;rgb:0000/0000/0000';
const END = '[?1;2c';

/** What the theme makes of a match, before and after the terminal answers: yellow on dark, magenta on light. */
function follow(background: 'light' | 'dark' | undefined, hint: boolean, ...replies: readonly string[]) {
  const theme = createTheme({ colour: true, ascii: false, light: hint });
  let take: ((reply: string) => void) | undefined;
  let changes = 0;
  const colours = followColours({
    theme,
    background,
    input: {
      awaitReplies: (listener) => {
        take = listener;
        return () => (take = undefined);
      },
    },
    clock: new VirtualClock(),
    send: () => undefined,
    onChange: () => changes++,
  });
  const encode = createLineEncoder(theme, { count: 0 });
  const line = [trusted('m', 'match')];
  encode(line, 1);
  colours.ask();
  for (const reply of replies) {
    take?.(reply);
  }
  return { changes, match: encode(line, 1).attributes[0] };
}

const ON_DARK = INVERSE | inColour(3);
const ON_LIGHT = INVERSE | inColour(5);

it.each([
  ['a light background', undefined, false, WHITE, { changes: 1, match: ON_LIGHT }],
  [
    'a dark background where it was thought to be light',
    undefined,
    true,
    BLACK,
    { changes: 1, match: ON_DARK },
  ],
  ['a light background that somebody says is dark', 'dark', false, WHITE, { changes: 0, match: ON_DARK }],
  ['a dark background that somebody says is light', 'light', true, BLACK, { changes: 0, match: ON_LIGHT }],
] as const)('once the terminal reports %s, what was drawn before looks so', (_, said, hint, reply, seen) => {
  expect(follow(said, hint, reply, END)).toMatchObject(seen);
});

it('draws nothing anew where the terminal reports nothing, or what was thought', () => {
  expect(follow(undefined, false, END).changes).toBe(0);
  expect(follow('light', true, WHITE, END).changes).toBe(0);
});
