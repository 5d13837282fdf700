import { chordNames } from '../../../commands/keys/chord-names.ts';
import type { TextDialog } from '../../../stores/view/dialog-states.ts';
import { untrusted, trusted, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext, FieldView } from '../base/dialog-view.ts';
import { sentenceLines, textDialogLines } from './text-dialog-lines.ts';

/** A field with what is decided above it, and what is wrong with the text below. */
export const textView: FieldView<TextDialog> = {
  drawnAs: 'field',
  speech: { as: 'lines' },
  title: ({ title, dangerous }, { theme }) =>
    untrusted(title, { style: dangerous ? 'bad' : 'heading', ascii: theme.ascii }),
  above: ({ lines }, { theme }, { columns }) => textDialogLines(lines, columns, theme),
  label: ({ label }) => label,
  isName: ({ isName }, text) => isName?.(text) ?? false,
  below: linesBelow,
  rowsBelow: ({ columns }) => (columns >= 80 ? 2 : 3),
};

/** What is wrong with the text, or what its keys do, and what is to be known of it. */
function linesBelow(dialog: TextDialog, text: string, { theme }: DialogContext, size: Size): readonly Line[] {
  const { isRefused = false, step } = dialog;
  const { ascii } = theme;
  const columns = size.columns - 1;
  const problem = text === '' && !isRefused ? undefined : dialog.findProblem(text);
  if (problem !== undefined) {
    return sentenceLines(problem, 'bad', columns, ascii);
  }
  const remark = dialog.remark?.(text);
  return [
    ...(remark === undefined
      ? []
      : sentenceLines(remark, 'warn', columns, ascii).slice(0, textView.rowsBelow(size) - 1)),
    [
      trusted(` ${theme.keyOf('text.submit')}`, 'key'),
      trusted(` ${dialog.enterDoes}`),
      ...(step === undefined
        ? []
        : [trusted(`   ${chordNames(['up', 'down'], ascii)} + -`, 'key'), trusted(' step')]),
    ],
  ];
}
