import { PassThrough } from 'node:stream';

import { Box, Text, render } from 'ink';
import { describe, expect, it } from 'vitest';

import {
  BOLD,
  FAINT,
  INVERSE,
  PLAIN,
  UNDERLINED,
  inColour,
} from '../../../src/terminal/screen/attributes.ts';
import { frameText } from '../../../src/terminal/screen/cell-row.ts';
import { InkFrameReader } from '../../../src/terminal/screen/ink-frame-reader.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { XTERM_COLOURS } from '../../fixtures/terminal-palettes.ts';

function attributesOf(line: string): readonly number[] {
  const [row] = new InkFrameReader().read(line, 4, 1);
  return row?.attributes ?? [];
}

describe('a frame of Ink', () => {
  it('becomes rows with the look that Ink gave them', () => {
    const theme = createTheme({ colour: true, ascii: false, colours: XTERM_COLOURS });
    let frame = '';
    const stdout = Object.assign(new PassThrough(), { columns: 8, rows: 2 });
    stdout.on('data', (chunk: Buffer) => (frame = chunk.toString()));
    const ink = render(
      <Box flexDirection="column">
        <Text>
          {theme.paint('no', 'bad')} {theme.paint('漢', 'inverse')}
        </Text>
        <Text>{theme.paint('ok', 'dim')}</Text>
      </Box>,
      {
        stdout: stdout as unknown as NodeJS.WriteStream,
        debug: true,
        patchConsole: false,
        interactive: true,
      },
    );
    const dropped = { count: 0 };
    const rows = new InkFrameReader(dropped).read(frame, 6, 2);
    ink.unmount();
    const alert = BOLD | inColour(9);
    expect(frameText(rows)).toEqual(['no 漢', 'ok']);
    expect(rows[0]?.attributes).toEqual([alert, alert, PLAIN, INVERSE, INVERSE, PLAIN]);
    expect(rows[1]?.attributes.slice(0, 3)).toEqual([FAINT, FAINT, PLAIN]);
    expect(dropped.count).toBe(0);
  });

  it.each([
    ['\u001b[1;31mab\u001b[22;39mcd', [BOLD | inColour(1), BOLD | inColour(1), 0, 0]],
    ['\u001b[97ma\u001b[;7mb\u001b[27mc\u001b[mde', [inColour(15), INVERSE, 0, 0]],
    ['\u001b[2;4ma\u001b[24mb\u001b[0mcd', [FAINT | UNDERLINED, FAINT, 0, 0]],
  ])('obeys the parameters that a cell can have: %j', (line, attributes) => {
    expect(attributesOf(line)).toEqual(attributes);
  });

  it.each([
    ['concealed text', '\u001b[8mab', 'ab', 1],
    ['black on black', '\u001b[30;40mab', 'ab', 1],
    ['a colour of 256, whose numbers are no parameters of their own', '\u001b[38;5;1mab', 'ab', 1],
    ['a colour of 24 bits', '\u001b[48;2;1;7;4mab', 'ab', 1],
    ['a colour with colons', '\u001b[38:5:1mab', 'ab', 1],
    ['clearing the screen', 'a\u001b[2Jb', 'ab', 1],
    ['a private mode', 'a\u001b[?1049lb', 'ab', 1],
    ['a link', '\u001b]8;;https://a.example\u0007ab\u001b]8;;\u001b\\', 'ab', 2],
    ['a device control string', 'a\u001bPq#0\u001b\\b', 'ab', 1],
    ['a string without an end, which hides nothing', 'a\u001b]0;BLOCK', 'a]0;BLOCK', 1],
    ['a string inside of another', 'a\u001b]8;;\u001b]52;c;eA==\u0007b', 'a]8;;b', 2],
    ['half a sequence', 'a\u001b[3', 'a[3', 1],
    ['a reset of the terminal', 'a\u001bcb', 'acb', 1],
    ['carriage return, backspace and bell', 'a\r\b\u0007b', 'ab', 3],
    ['C1 controls', 'a\u009b2Jb', 'a2Jb', 1],
  ])('leaves out %s, and counts it', (_, line, shown, count) => {
    const dropped = { count: 0 };
    const rows = new InkFrameReader(dropped).read(line, 12, 1);
    expect(frameText(rows)).toEqual([shown]);
    expect(dropped.count).toBe(count);
    const looks = new Set(rows.flatMap((row) => row.attributes));
    expect([...looks].every((look) => look === PLAIN || look === inColour(0))).toBe(true);
  });

  it('gives the same row for a line that was there before, wherever it is now', () => {
    const reader = new InkFrameReader();
    const [first, second] = reader.read('one\ntwo', 10, 2);
    const again = reader.read('new\none\ntwo', 10, 3);
    expect(again[1]).toBe(first);
    expect(again[2]).toBe(second);
    expect(reader.read('one', 11, 1)[0]?.glyphs).toHaveLength(11);
  });

  it('has the rows and columns asked for, whatever Ink drew', () => {
    const rows = new InkFrameReader().read('a long line\nb\nc', 4, 2);
    expect(frameText(rows)).toEqual(['a lo', 'b']);
    expect(new InkFrameReader().read('a', 4, 3).map((row) => row.glyphs.length)).toEqual([4, 4, 4]);
  });
});
