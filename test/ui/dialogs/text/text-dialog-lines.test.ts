import { expect, it } from 'vitest';

import { textDialogLines } from '../../../../src/ui/dialogs/text/text-dialog-lines.ts';
import { createTheme } from '../../../../src/ui/theme.ts';

it('leaves room between a label and its value, however long the label is', () => {
  const theme = createTheme({ colour: false, ascii: true });
  for (const label of ['element', '500 elements', '12,000 elements']) {
    const value = 'p-0, '.repeat(60);
    const lines = textDialogLines([{ label, value }], 60, theme);
    const rows = lines.map((line) => line.map(({ text }) => text).join(''));
    expect(rows[0]).toMatch(new RegExp(`^ ${label} +(! )?p-0`));
    expect(rows.every((row) => row.length < 60)).toBe(true);
  }
});
