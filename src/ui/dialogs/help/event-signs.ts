import type { Theme } from '../../theme.ts';
import { LATE_MARK, OPEN_MARK } from '../../panes/feed-parts.ts';
import { UNTIMED_MARK } from '../../panes/unreadable-time.ts';
import type { HelpRow } from './help-row.ts';

/** What the signs in the rows of the events and in the bars above them stand for, as a part of the help. */
export function eventSigns(theme: Theme): readonly HelpRow[] {
  const { crowds, rising } = theme;
  const list: readonly HelpRow[] = [
    { heading: 'Signs in the rows' },
    { keys: OPEN_MARK, text: 'a block that nobody has acknowledged' },
    { keys: theme.glyph('done'), text: 'a block that somebody has acknowledged' },
    { keys: LATE_MARK, text: 'came in late, after later events' },
    { keys: UNTIMED_MARK, text: 'what was sent is no time: the row stands where it was read' },
    { keys: `${theme.glyph('times')}3`, text: 'three events in a row that only repeat each other' },
    {},
  ];
  const bars: readonly HelpRow[] = [
    { heading: 'Signs in the bars above the rows' },
    { keys: [...crowds.block].join(' '), text: 'few blocks to many, compared with the other bars' },
    { keys: [...crowds.review].join(' '), text: 'few reviews to many' },
    {
      keys: rising.slice(1),
      text: 'all others of that time; the highest bar stands for as many as “most” says',
    },
    {
      keys: 'height',
      text: 'a block or a review takes a row of its own however few they are, so that none is missed: a low bar that holds one is drawn higher than it counts',
    },
    { keys: theme.glyph('here'), text: 'on the axis: where the cursor is' },
    { keys: theme.glyph('marked'), text: 'on the axis: the times of the rows on the screen' },
    { keys: theme.glyph('unread'), text: 'on the axis: not read yet' },
    {},
  ];
  return [...list, ...(theme.sideBySide ? bars : [])];
}
