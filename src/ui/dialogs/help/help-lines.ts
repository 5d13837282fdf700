import { atMatches } from '../../../commands/app/help.ts';
import type { CommandContext } from '../../../commands/base/command.ts';
import type { HelpDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { foreign, lineColumns, own, wrapped, type Line } from '../../widgets/line.ts';
import { withMatches } from '../../widgets/matches.ts';
import type { HelpRow } from './help-row.ts';
import { helpMatches, helpRows, helpTopics } from './help-rows.ts';

const KEY_COLUMNS = 17;

/** The help as lines, and the dialog at what is found in it. */
interface HelpPicture {
  readonly lines: readonly Line[];
  readonly found: HelpDialog;
  /** The parts that it has, where they are shown one by one. */
  readonly topics: readonly string[] | undefined;
}

/** The help as lines, its sentences wrapped to the width, and what is searched for marked in them. */
export function helpLines(
  context: CommandContext,
  dialog: HelpDialog,
  columns: number,
  theme: Theme,
): HelpPicture {
  const { search, topic } = dialog;
  const rows = helpRows(context, theme, topic);
  const drawn = rows.map((row) => rowLines(row, columns - 1, theme));
  const isMatch = new Set(helpMatches(rows, search));
  let lines = 0;
  const firstLines = drawn.map(({ length }) => (lines += length) - length);
  const found = atMatches(
    dialog,
    firstLines.filter((_, row) => isMatch.has(row)),
  );
  return {
    lines: drawn.flatMap((parts, row) =>
      parts.map((line, part) => {
        const isCurrent = part === 0 && firstLines[row] === found.current;
        const mark = isCurrent ? own(theme.glyph('gutter'), 'accent') : own(' ');
        return [mark, ...(isMatch.has(row) ? withMatches(line, search) : line)];
      }),
    ),
    found,
    topics: topic === undefined ? undefined : helpTopics(context, theme),
  };
}

function rowLines(
  { heading, keys, text = '', reason }: HelpRow,
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  if (heading !== undefined) {
    return [[own(heading, 'heading')]];
  }
  if (keys === undefined) {
    return [[]];
  }
  const start = own(`  ${keys.padEnd(KEY_COLUMNS)} `, 'key');
  const indent = lineColumns([start]);
  const meaning: Line = [
    own(text, reason === undefined ? 'plain' : 'dim'),
    ...(reason === undefined ? [] : [own('  '), ...foreign(reason, { style: 'dim', ascii })]),
  ];
  return wrapped(meaning, columns - indent).map((line, part) => [
    part === 0 ? start : own(' '.repeat(indent)),
    ...line,
  ]);
}
