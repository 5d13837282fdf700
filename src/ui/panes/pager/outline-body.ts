import { formatCount } from '../../../lib/format-number.ts';
import { formatClock } from '../../../lib/format-time.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { OutlineEntry } from '../../../stores/transcript/outline.ts';
import { selectOutline, type ShownOutline } from '../../../stores/transcript/select-outline.ts';
import type { Style, Theme } from '../../theme.ts';
import { untrusted, trusted, restyled, ruleLine, type Line } from '../../widgets/line.ts';
import { moveWindow } from '../../widgets/list-window.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { unshownRow } from '../unshown-row.ts';

const STYLES: Readonly<Record<OutlineEntry['kind'], Style>> = {
  prompt: 'accent',
  tools: 'plain',
  other: 'dim',
};

/** Draws the outline over the transcript; gives undefined while it is closed. */
export function createOutlinePainter(
  stores: Stores,
  theme: Theme,
): (rows: number, columns: number, now: number) => readonly Line[] | undefined {
  let window = { top: 0, cursor: 0, cursorId: undefined as string | undefined };
  return (rows, columns, now) => {
    const shown = selectOutline(stores);
    if (shown === undefined) {
      return undefined;
    }
    const { entries, cursor } = shown;
    const cursorId = entries[cursor]?.id;
    const length = entries.length;
    window = { ...moveWindow(window, { cursor, cursorId, length, rows: rows - 1 }), cursorId };
    const filter = stores.view.getState().pager?.outline?.filter ?? '';
    const body = entries.slice(window.top, window.top + rows - 1).map((entry) =>
      stores.faults.guard(
        'drawing an entry of an outline',
        () => entryLine(entry, entry.id === cursorId, shown, stores, now, theme),
        () => unshownRow(entry.id === cursorId, theme),
      ),
    );
    return [
      ruleLine(columns, theme, titleOf(shown, filter, theme)),
      ...(body.length > 0 ? body : [[trusted(`  ${emptyText(shown, stores)}`, 'dim')]]),
    ];
  };
}

function titleOf({ entries, all, measure }: ShownOutline, filter: string, { ascii }: Theme): Line {
  return filter === ''
    ? [trusted(`Outline: ${formatCount(all)} entries${measure} `, 'bold')]
    : [
        trusted(
          `Outline: ${formatCount(entries.length)} of ${formatCount(all)} entries${measure} with `,
          'bold',
        ),
        ...untrusted(filter, { style: 'accent', ascii }),
        trusted(' '),
      ];
}

function emptyText({ all, measure }: ShownOutline, stores: Stores): string {
  if (all === 0) {
    return `No prompt and no tool call is here. ${keyNameOf(stores, 'outline.close')} goes back to the text.`;
  }
  return stores.outlineFilter.filtering === undefined
    ? `No entry${measure} has these words. ${keyNameOf(stores, 'outline.close')} shows all again.`
    : 'Looking for entries with these words…';
}

function entryLine(
  entry: OutlineEntry,
  isSelected: boolean,
  { outline }: ShownOutline,
  stores: Stores,
  now: number,
  theme: Theme,
): Line {
  const time = outline.transcript.latestTime(entry.first);
  const when = time === undefined ? '' : formatClock(time, now, stores.view.getState().timeStyle);
  const number = `#${formatCount(entry.first + 1)}`;
  const written = outline.textOf(entry);
  const text = untrusted(theme.ascii ? written.replaceAll(' ×', ' x') : written, {
    profile: 'block',
    style: STYLES[entry.kind],
    ascii: theme.ascii,
  });
  return [
    isSelected ? trusted(theme.glyph('gutter'), 'accent') : trusted(' '),
    trusted(` ${when.padStart(9)}  `, 'dim'),
    trusted(`${number.padStart(8)}  `, 'dim'),
    trusted(entry.kind === 'prompt' ? '' : '  '),
    ...(isSelected ? restyled(text, 'bold') : text),
  ];
}
