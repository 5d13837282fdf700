import { trusted, type Look, type Drawn, type TextStyle } from './styled-text.ts';

/** How an action ended, or that it has not. */
export type Ending =
  'confirmed' | 'unchanged' | 'contradicted' | 'unknown' | 'refused' | 'unfinished' | 'open' | 'not begun';

/** What is to be acted on stands out, and is in capitals, since no meaning is carried by a colour alone. */
const ENDINGS: Readonly<Record<Ending, readonly [shape: string, ascii: string, word: string, Look?]>> = {
  confirmed: ['✓', '+', 'confirmed'],
  unchanged: ['=', '=', 'unchanged'],
  contradicted: ['✖', 'X', 'CONTRADICTED', 'alarm'],
  unknown: ['◇', '?', 'UNKNOWN', 'warning'],
  refused: ['–', '-', 'REFUSED', 'warning'],
  unfinished: ['⚑', '!', 'UNFINISHED', 'alarm'],
  open: ['…', '~', 'open'],
  'not begun': ['…', '~', 'not begun'],
};

/** How an action ended as a shape and a word as it stands out. */
export function endingText(ending: Ending, style: TextStyle): Drawn {
  const [shape, ascii, word, look] = ENDINGS[ending];
  return trusted(`${style.ascii ? ascii : shape} ${word}`, style, look);
}
