import { append } from '../../lib/long-lists.ts';
import { restyled, sliceLine, type Line } from './line.ts';

/** The line with every place marked in which a text occurs, whatever its case; a place may lie across styles. */
export function withMatches(line: Line, search: string): Line {
  const text = line
    .map((part) => part.text)
    .join('')
    .toLowerCase();
  const wanted = search.toLowerCase();
  const shown: Line[number][] = [];
  let end = 0;
  for (let start = wanted === '' ? -1 : text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, end)) {
    append(shown, sliceLine(line, end, start));
    end = start + wanted.length;
    append(shown, restyled(sliceLine(line, start, end), 'match'));
  }
  return [...shown, ...sliceLine(line, end, text.length)];
}
