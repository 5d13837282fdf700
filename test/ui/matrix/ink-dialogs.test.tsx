import { beforeAll, describe, expect, it } from 'vitest';

import { XTERM_COLOURS } from '../../fixtures/terminal-palettes.ts';
import { createTheme, STYLES } from '../../../src/ui/theme.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { EndlessSlices } from './endless-slices.ts';
import { SCREENS, type Screen } from './screens.ts';
import { SITUATIONS } from './situations.ts';
import { DIALOG_SIZES, isRoomy, LOOKS, problemsOf } from './sound-frame.ts';

const DIALOGS: readonly Screen[] = SCREENS.filter(({ byInk }) => byInk === true);
/** What a dialog looks like depends on what there is to choose, and not on how good the data is. */
const TRIED = ['with nothing there', 'with old data of a failing server', 'with hostile text'];

beforeAll(async () => {
  // What is loaded when it is first needed would come too late for the first look.
  await import('../../../src/commands/lists/copy-shown.ts');
  await import('../../../src/commands/lists/export-shown.ts');
  await import('../../../src/commands/pager/choose-copy.ts');
  await import('../../../src/commands/pager/choose-export.ts');
});

describe.each(SITUATIONS.filter(({ name }) => TRIED.includes(name)))('$name', (situation) => {
  it.each(LOOKS)('dialogs with fields and menus are sound at every size $name', async (look) => {
    const slices = new EndlessSlices();
    const context = situation.create({ slices });
    const { view, policyDraft } = context.stores;
    const screen = await renderConsole(context, { ...look, columns: 160, rows: 45 });
    const start = view.getState();
    const problems: string[] = [];
    const theme = createTheme({ ...look, colours: XTERM_COLOURS });
    const styles = new Set(STYLES.map((style) => theme.attributesOf(style)));
    for (const dialog of DIALOGS) {
      await screen.resize(160, 45);
      dialog.open(context);
      for (const size of DIALOG_SIZES) {
        await screen.resize(size.columns, size.rows);
        slices.runAll();
        await screen.draw();
        const found = [
          ...problemsOf(screen.lines, size, look.ascii),
          // Of how these can be read there are tests.
          ...screen.frame.flatMap(({ attributes, glyphs }) =>
            attributes.flatMap((drawn, column) =>
              styles.has(drawn) ? [] : [`${glyphs[column]} looks like no style: ${drawn}`],
            ),
          ),
          ...(screen.dropped > 0 ? [`${screen.dropped} dropped`] : []),
          ...(isRoomy(size) && view.getState().dialogs.length > 0 ? problemsOfDialog(screen.lines) : []),
        ];
        problems.push(
          ...found.map((problem) => `${dialog.name} at ${size.columns}x${size.rows}: ${problem}`),
        );
      }
      policyDraft.discard();
      view.setState(start, true);
    }
    expect(problems).toEqual([]);
  });
});

/** A dialog says how to leave it, by itself or in the row of keys. */
function problemsOfDialog(lines: readonly string[]): readonly string[] {
  const hints = lines.at(-1) ?? '';
  const isSaid = /Esc|quit/.test(hints) || lines.some((line) => / Esc cancels/.test(line));
  return isSaid ? [] : [`no way out: ${lines.join('\n')}`];
}
