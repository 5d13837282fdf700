import { append } from '../../lib/long-lists.ts';
import { wholeGraphemes } from '../../lib/safe-text/graphemes.ts';
import { createSearch } from '../../lib/text-search.ts';
import { restyled, sliceLine, type Line } from './line.ts';

/** The line with every place marked in which a text occurs, whatever its case; a place may lie across styles. */
export function withMatches(line: Line, search: string): Line {
  const pattern = createSearch(search);
  if (pattern === undefined) {
    return line;
  }
  const text = line.map((part) => part.text).join('');
  const shown: Line[number][] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    const { from, to } = wholeGraphemes(text, index, index + found.length);
    append(shown, sliceLine(line, end, from));
    append(shown, restyled(sliceLine(line, Math.max(end, from), to), 'match'));
    end = Math.max(end, to);
  }
  return [...shown, ...sliceLine(line, end, text.length)];
}
