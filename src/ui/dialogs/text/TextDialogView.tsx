import { Box } from 'ink';

import { chordNames } from '../../../commands/keys/chord-names.ts';
import { editedSince } from '../../../commands/base/dialog-spec.ts';
import { cleanInput } from '../../../lib/text-cleaning.ts';
import type { TextDialog } from '../../../stores/view/dialog-states.ts';
import { foreign, own, ruleLine, type Line } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useConsole } from '../base/console-context.ts';
import { rowsBelowField, sentenceLines, textDialogLines } from './text-dialog-lines.ts';

/** A field at the bottom of the body, with what is decided above it and what is wrong with the text below. */
export function TextDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: TextDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { theme } = useConsole();
  const edited = editedSince(dialog.edited, cleanInput(dialog.initial));
  const { text } = edited;
  const { isRefused = false } = dialog;
  const { ascii } = theme;
  const rowsBelow = rowsBelowField(columns);
  const problem = text === '' && !isRefused ? undefined : dialog.findProblem(text);
  const remark = problem === undefined ? dialog.remark?.(text) : undefined;
  const below: readonly Line[] =
    problem === undefined
      ? [
          ...(remark === undefined
            ? []
            : sentenceLines(remark, 'warn', columns - 1, ascii).slice(0, rowsBelow - 1)),
          [
            own(` ${theme.keyOf('text.submit')}`, 'key'),
            own(` ${dialog.enterDoes}   `),
            own('Esc', 'key'),
            own(' cancels'),
            ...(dialog.step === undefined
              ? []
              : [own(`   ${chordNames(['up', 'down'], ascii)} + -`, 'key'), own(' step')]),
          ],
        ]
      : sentenceLines(problem, 'bad', columns - 1, ascii);
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(
            columns,
            theme,
            foreign(dialog.title, { style: dialog.dangerous ? 'bad' : 'heading', ascii: theme.ascii }),
          ),
          ...textDialogLines(dialog.lines, columns, theme),
        ]}
        columns={columns}
        theme={theme}
      />
      <TextField
        label={dialog.label}
        edited={edited}
        columns={columns}
        theme={theme}
        isName={dialog.isName?.(text) ?? false}
      />
      <Lines lines={below.slice(0, rowsBelow)} columns={columns} theme={theme} />
    </Box>
  );
}
