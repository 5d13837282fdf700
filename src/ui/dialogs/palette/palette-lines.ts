import { chordNames } from '../../../commands/keys/chord-names.ts';
import { keymapOf } from '../../../commands/app/keymap-in-force.ts';
import type { PaletteEntry } from '../../../commands/app/palette.ts';
import { tabTitle } from '../../../commands/lists/list-sources.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { Style, Theme } from '../../theme.ts';
import { fit, untrusted, identifier, lineColumns, trusted, type Line } from '../../widgets/line.ts';

const KEY_COLUMNS = 12;
/** The longest subject that is not cut. */
const SUBJECT_COLUMNS = 40;
/** From so many columns on, the id of a command stands behind its title. */
const WITH_ID = 110;

/** A command as the palette lists it: its keys, its title with the letters that were searched for, and where it counts. */
export function paletteLine(
  { command, tab, reason, found }: PaletteEntry,
  {
    selected,
    columns,
    theme,
    stores,
  }: {
    readonly selected: boolean;
    readonly columns: number;
    readonly theme: Theme;
    readonly stores: Stores;
  },
): Line {
  const { ascii } = theme;
  const keys = chordNames(keymapOf(stores).chordsOf(command), ascii);
  const place = tab === undefined ? '' : `in ${tabTitle(tab)}`;
  const end: Line =
    columns < WITH_ID
      ? [trusted(place, 'dim')]
      : [trusted(place.padEnd(14), 'dim'), trusted(command.id.padEnd(30), 'dim')];
  const style = reason === undefined ? (selected ? 'bold' : 'plain') : 'dim';
  const title: Line = [
    ...withLetters(command.title, found, style),
    ...(command.subject === undefined
      ? []
      : [trusted(' '), ...identifier(command.subject, SUBJECT_COLUMNS, { style: 'accent', ascii })]),
    ...(reason === undefined ? [] : [trusted('  '), ...untrusted(reason, { style: 'warn', ascii })]),
  ];
  return [
    selected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
    ...fit([trusted(keys, 'key')], KEY_COLUMNS, theme),
    trusted(' '),
    ...fit(title, columns - KEY_COLUMNS - lineColumns(end) - 4, theme),
    trusted(' '),
    ...end,
  ];
}

/** The same as it is said: what it does, and its keys or why it cannot be done. */
export function saidEntry(
  { command, reason }: PaletteEntry,
  { stores, ascii }: { readonly stores: Stores; readonly ascii: boolean },
): Line {
  const keys = chordNames(keymapOf(stores).chordsOf(command), ascii);
  return [
    trusted(command.title),
    ...(command.subject === undefined
      ? []
      : [trusted(' '), ...identifier(command.subject, SUBJECT_COLUMNS, { ascii })]),
    trusted(keys === '' ? '' : `, ${keys}`),
    ...(reason === undefined ? [] : [trusted('. Not now: '), ...untrusted(reason, { ascii })]),
  ];
}

/** A title with some of its letters marked; they are counted in UTF-16 units, of which our titles have one a letter. */
function withLetters(title: string, found: readonly number[], style: Style): Line {
  const isFound = new Set(found);
  return Array.from(title, (letter, index) => trusted(letter, isFound.has(index) ? 'letter' : style));
}

/** What there is no room for in the row under the cursor: why it cannot be done, or what it is called where keys are bound. */
export function paletteFoot(entry: PaletteEntry | undefined, columns: number, { ascii }: Theme): Line {
  if (entry?.reason !== undefined) {
    return [trusted(' Not now: ', 'warn'), ...untrusted(entry.reason, { ascii })];
  }
  return entry === undefined || columns >= WITH_ID ? [] : [trusted(`  ${entry.command.id}`, 'dim')];
}
