import { describe, expect, it } from 'vitest';

import { setScreenSize } from '../../../src/commands/base/screen.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import { frameText } from '../../../src/terminal/screen/cell-row.ts';
import type { RejectedCells } from '../../../src/terminal/screen/rejected-cells.ts';
import { SurfaceBoard } from '../../../src/ui/app/surface-board.ts';
import { createShellFrame } from '../../../src/ui/app/shell-frame.ts';
import type { ShellRow } from '../../../src/ui/app/shell-painter.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createLineEncoder } from '../../../src/ui/widgets/line-cells.ts';
import type { Size } from '../../../src/ui/widgets/line.ts';
import { EndlessSlices } from './endless-slices.ts';
import { SCREENS, type Screen } from './screens.ts';
import { SITUATIONS, type Situation } from './situations.ts';
import { isRoomy, LOOKS, problemsOf, rowsWithoutOutcome, SIZES } from './sound-frame.ts';

/** Paints one screen in one situation at every size in every look, and tells what is wrong with the frames. */
function createGallery(situation: Situation) {
  const slices = new EndlessSlices();
  const context = situation.create({ slices });
  const { view } = context.stores;
  const start = view.getState();
  const looks = LOOKS.map(({ name, colour, ascii }) => {
    const theme = createTheme({ colour, ascii });
    const dropped: RejectedCells = { count: 0 };
    return {
      name,
      ascii,
      dropped,
      paint: createShellFrame(
        { commands: context, theme, shownDialog: new ShownDialog() },
        new SurfaceBoard(),
      ),
      encode: createLineEncoder(theme, dropped),
    };
  });
  return (screen: Screen): readonly string[] => {
    const problems: string[] = [];
    for (const { name, ascii, dropped, paint, encode } of looks) {
      view.setState(start, true);
      setScreenSize(context, 160, 45);
      view.setState({ ascii });
      screen.open(context);
      for (const size of SIZES) {
        setScreenSize(context, size.columns, size.rows);
        paint();
        slices.runAll();
        const painted = paint().rows;
        const frame = painted.map((row) => encode(row ?? [], size.columns));
        const lines = frameText(frame);
        const found = [
          ...problemsOf(lines, size, ascii),
          ...(dropped.count > 0 ? [`${dropped.count} dropped`] : []),
          ...(isRoomy(size)
            ? [
                ...problemsOfLines(painted, lines, size, situation.isUntrusted !== true),
                ...problemsHere(screen, situation, lines),
              ]
            : []),
        ];
        problems.push(...found.map((problem) => `${size.columns}x${size.rows} ${name}: ${problem}`));
      }
    }
    return problems;
  };
}

/** Lines that are cut where nothing tells so, and those of our own that are cut although they give way to nothing. */
function problemsOfLines(
  painted: readonly ShellRow[],
  lines: readonly string[],
  { columns }: Size,
  isOursAlone: boolean,
): readonly string[] {
  return painted.flatMap((row = [], index) => {
    const text = row
      .map((piece) => piece.text)
      .join('')
      .trimEnd();
    const isFixed = index < 2 || index === painted.length - 1;
    return columnsOf(text) <= columns || (!(isFixed && isOursAlone) && /[…~]$/.test(lines[index] ?? ''))
      ? []
      : [`wider than the screen: ${text}`];
  });
}

function problemsHere(
  screen: Screen,
  { told, isUntrusted }: Situation,
  lines: readonly string[],
): readonly string[] {
  const text = lines.join('\n');
  // A cause is somebody else's sentence, and may be cut behind a word.
  const ends = [lines[2] ?? '', lines.at(-2) ?? ''].filter((line) => !/permitted|failed/.test(line));
  return [
    ...(screen.isPane === true && isUntrusted !== true
      ? ends.filter((line) => /[…~]$/.test(line)).map((line) => `cut at its end: ${line}`)
      : []),
    ...(screen.listsEvents === true ? rowsWithoutOutcome(lines).map((line) => `no outcome: ${line}`) : []),
    ...(screen.isPane === true && told !== undefined && !told.test(text) ? [`nothing says ${told}`] : []),
  ];
}

describe.each(SITUATIONS)('$name', (situation) => {
  const problemsOn = createGallery(situation);

  it.each(SCREENS.filter(({ byInk }) => byInk !== true))('$name is sound at every size', (screen) => {
    expect(problemsOn(screen)).toEqual([]);
  });
});
