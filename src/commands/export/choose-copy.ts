import type { CopyResult } from '../../lib/copy-result.ts';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownRecord, markdownTable } from '../../lib/record-formats/markdown-table.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import type { Choice } from '../../stores/dialog.ts';
import { notify, openDialog, type CommandContext } from '../command.ts';
import { selectPaneRecords, type PaneRecords } from './pane-records.ts';

/** Something that can be copied. */
interface Copyable {
  /** As a menu and a message name it. */
  readonly name: string;
  readonly text: () => string;
}

/** Offers what can be copied of what the pane lists. */
export function copyFromPane(context: CommandContext): void {
  const records = selectPaneRecords(context);
  if (records?.current === undefined) {
    notify(context, 'There is nothing here to copy.');
  } else {
    chooseCopy(context, copyablesOf(records));
  }
}

function copyablesOf({ noun, nouns, current, values, marked, fields }: PaneRecords): readonly Copyable[] {
  const several = `${formatCount(marked.length)} marked ${marked.length === 1 ? noun : nouns}`;
  return [
    ...values.flatMap(({ label, value }) =>
      value === undefined || value === ''
        ? []
        : [{ name: `${label}  ${value}`, text: () => wholeSafeString(value, 'cell') }],
    ),
    ...(current === undefined
      ? []
      : [
          { name: `the ${noun} as JSON`, text: () => asciiJson(current) },
          { name: `the ${noun} as Markdown`, text: () => markdownRecord(current) },
        ]),
    ...(marked.length === 0
      ? []
      : [
          { name: `${several} as JSON`, text: () => [...jsonLines.write(marked)].join('') },
          { name: `${several} as CSV`, text: () => [...csvTable.write(marked)].join('') },
          { name: `${several} as Markdown`, text: () => [...markdownTable.write(marked, fields)].join('') },
        ]),
  ];
}

/** Offers to copy one of several things, or to show it by itself for a terminal that takes no copies. */
export function chooseCopy(context: CommandContext, copyables: readonly Copyable[]): void {
  const choices: readonly Choice[] = copyables.map(({ name }, index) => ({
    label: untrustedText`${name}`,
    value: String(index),
  }));
  openDialog(context, {
    kind: 'choice',
    title: 'Copy what',
    choices: [
      ...choices,
      { label: 'Show one of these plainly, to select it with the mouse', value: 'plain' },
    ],
    initial: undefined,
    choose(value) {
      if (value === 'plain') {
        choosePlain(context, copyables, choices);
      } else {
        void copy(context, copyables[Number(value)]);
      }
    },
  });
}

function choosePlain(
  context: CommandContext,
  copyables: readonly Copyable[],
  choices: readonly Choice[],
): void {
  openDialog(context, {
    kind: 'choice',
    title: 'Show what',
    choices,
    initial: undefined,
    choose(value) {
      const chosen = copyables[Number(value)];
      if (chosen !== undefined) {
        openDialog(context, {
          kind: 'plain',
          title: 'Select it with the mouse',
          text: chosen.text(),
          top: 0,
        });
      }
    },
  });
}

async function copy(context: CommandContext, copyable: Copyable | undefined): Promise<void> {
  if (copyable === undefined) {
    return;
  }
  const text = copyable.text();
  const result = await context.terminal.copy(text);
  const isCopied = result === 'asked' || result === 'in-tmux';
  notify(context, SENTENCES[result](formatBytes(Buffer.byteLength(text))), isCopied ? 'good' : 'bad');
}

const SENTENCES: Readonly<Record<CopyResult, (size: string) => string>> = {
  asked: (size) =>
    `Sent ${size} to the terminal's clipboard. If it does not take them, y can show them plainly.`,
  'in-tmux': (size) => `Copied ${size} to tmux's buffer, which passes them on to the clipboard where it may.`,
  'no-clipboard': () => 'This terminal has no clipboard. x writes a file, and y can show text plainly.',
  'too-long': (size) => `${size} are too long for a terminal's clipboard. x writes them to a file.`,
};
