import { createSearch } from '../../../lib/text-search.ts';
import type { PagerView } from '../../../stores/view-store.ts';
import {
  findMatches,
  type TranscriptLayout,
  type TranscriptLine,
} from '../../../stores/transcript-layout.ts';
import type { Style, Theme } from '../../theme.ts';
import { alreadySafe, own, restyled, withoutStart, type Line } from '../../widgets/line.ts';

const STYLES: Readonly<Record<TranscriptLine['kind'], Style>> = {
  heading: 'heading',
  user: 'accent',
  assistant: 'plain',
  tool: 'warn',
  other: 'dim',
  blank: 'plain',
};

/** The lines of a transcript that are on the screen, matches of the search marked. */
export function pagerBody(
  layout: TranscriptLayout,
  pager: PagerView,
  rows: number,
  theme: Theme,
): readonly Line[] {
  const matches = new Set(findMatches(layout, pager.search));
  return layout.lines.slice(pager.top, pager.top + rows).map((line, index) => {
    const here = pager.top + index;
    const gutter = here === pager.current ? own(theme.glyph('gutter').padEnd(2), 'accent') : own('  ');
    const text = matches.has(here)
      ? markMatches(line.text, pager.search, STYLES[line.kind], theme)
      : alreadySafe(line.text, STYLES[line.kind], theme.ascii);
    return [gutter, ...(pager.column > 0 ? withoutStart(text, pager.column) : text)];
  });
}

function markMatches(text: string, search: string, style: Style, { ascii }: Theme): Line {
  const line: Line[number][] = [];
  let start = 0;
  for (const match of text.matchAll(createSearch(search) ?? /$^/g)) {
    line.push(
      ...alreadySafe(text.slice(start, match.index), style, ascii),
      ...restyled(alreadySafe(match[0]), 'match'),
    );
    start = match.index + match[0].length;
  }
  return [...line, ...alreadySafe(text.slice(start), style, ascii)];
}

/** Where the reader is: line, of how many, and percent. */
export function pagerPosition(layout: TranscriptLayout, pager: PagerView, rows: number): string {
  const last = Math.min(layout.lines.length, pager.top + rows);
  const percent = layout.lines.length === 0 ? 100 : Math.round((100 * last) / layout.lines.length);
  return `line ${last} of ${layout.lines.length} (${percent}%)`;
}
