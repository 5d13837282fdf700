import { own, type Colour, type Drawn, type TextStyle } from './styled-text.ts';

/** How an action ended, or that it has not. */
export type Ending =
  'confirmed' | 'unchanged' | 'contradicted' | 'unknown' | 'refused' | 'unfinished' | 'open' | 'not begun';

/** A word, a shape and a colour, since no meaning is carried by a colour alone. What is to be acted on is in capitals. */
const ENDINGS: Readonly<Record<Ending, readonly [shape: string, ascii: string, word: string, Colour]>> = {
  confirmed: ['✓', '+', 'confirmed', 'green'],
  unchanged: ['=', '=', 'unchanged', 'green'],
  contradicted: ['✖', 'X', 'CONTRADICTED', ['bold', 'red']],
  unknown: ['◇', '?', 'UNKNOWN', 'yellow'],
  refused: ['–', '-', 'REFUSED', 'yellow'],
  unfinished: ['⚑', '!', 'UNFINISHED', ['bold', 'red']],
  open: ['…', '~', 'open', 'dim'],
  'not begun': ['…', '~', 'not begun', 'dim'],
};

/** How an action ended as a shape and a word in its colour. */
export function endingText(ending: Ending, style: TextStyle): Drawn {
  const [shape, ascii, word, colour] = ENDINGS[ending];
  return own(`${style.ascii ? ascii : shape} ${word}`, style, colour);
}
