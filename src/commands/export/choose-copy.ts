import { largest } from '../../lib/long-lists.ts';
import { columnsOf } from '../../lib/cell-text.ts';
import type { CopyResult } from '../../lib/copy-result.ts';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownRecord, markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { findSecrets, withoutSecrets } from '../../lib/secret-patterns.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { named } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type AnyText } from '../../lib/untrusted.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import { notify, openDialog, openMenu, type CommandContext } from '../base/command.ts';
import { secretsRemark } from './find-secrets.ts';
import { DOCUMENT_FORMATS, type PaneRecords } from './record-document.ts';
import { recordWithoutSecrets, secretsInRecord } from './record-secrets.ts';
import type { CopiedValue } from './record-values.ts';

/** Something that can be copied. */
interface Copyable {
  /** As a menu and a message name it. */
  readonly name: string;
  /** What is copied, where a menu has room for it. */
  readonly value?: AnyText;
  readonly text: () => string;
}

/** Offers what can be copied of what a pane shows. */
export function copyRecords(context: CommandContext, records: PaneRecords): void {
  const copyables = copyablesOf(records);
  if (copyables.length === 0) {
    notify(context, 'There is nothing here to copy.');
  } else {
    const { count } = records.marked;
    const tooMany = `Copy what (the ${formatCount(count)} marked are too many for a clipboard: export them to a file)`;
    chooseCopy(context, copyables, count > MOST_COPIED ? tooMany : undefined);
  }
}

/** So many marked rows are copied at most: all of them are looked through before the menu opens. */
const MOST_COPIED = 100;

function copyablesOf({
  noun,
  nouns,
  current,
  values,
  marked,
  fields,
  table,
  document,
  mayHoldSecrets,
}: PaneRecords): readonly Copyable[] {
  const several = `${formatCount(marked.count)} marked ${marked.count === 1 ? noun : nouns}`;
  const inRecords = (
    records: readonly SourceRecord[],
    offers: (records: readonly SourceRecord[]) => Copyable[],
  ) => (mayHoldSecrets ? withAndWithoutSecrets(records, offers) : offers(records));
  return [
    ...copyablesOfValues(values),
    ...(current === undefined
      ? []
      : inRecords([current], ([record = current]) => [
          { name: `the ${noun} as JSON`, text: () => asciiJson(record) },
          { name: `the ${noun} as Markdown`, text: () => markdownRecord(record) },
        ])),
    ...(marked.count === 0 || marked.count > MOST_COPIED
      ? []
      : inRecords([...marked.all()], (records) => [
          { name: `${several} as JSON`, text: () => [...jsonLines.write(records)].join('') },
          ...[csvTable, csvForPrograms].map((format) => ({
            name: `${several} as ${format.title}`,
            text: () => [...format.write(records, fields, table)].join(''),
          })),
          { name: `${several} as Markdown`, text: () => [...markdownTable.write(records, fields)].join('') },
        ])),
    ...(document === undefined
      ? []
      : DOCUMENT_FORMATS.map(({ title, write }) => ({
          name: `the ${document.noun} as ${title}`,
          text: () => [...write(document)].join(''),
        }))),
  ];
}

/** What looks like a secret is left out unless the other way is chosen. */
function withAndWithoutSecrets(
  records: readonly SourceRecord[],
  offers: (records: readonly SourceRecord[]) => Copyable[],
): readonly Copyable[] {
  const kinds = [...new Set(records.flatMap(secretsInRecord))];
  if (kinds.length === 0) {
    return offers(records);
  }
  return [true, false].flatMap((isWithout) =>
    offers(isWithout ? records.map(recordWithoutSecrets) : records).map(({ name, text }) => ({
      name: `${name}${secretsRemark(kinds, isWithout)}`,
      text,
    })),
  );
}

/** Values as they can be copied, those without any left out. */
export function copyablesOfValues(values: readonly CopiedValue[]): readonly Copyable[] {
  return values.flatMap(({ label, value }) => {
    if (value === undefined || value === '') {
      return [];
    }
    const kinds = [...new Set(findSecrets(value).map(({ kind }) => kind))];
    const ways = kinds.length === 0 ? [false] : [true, false];
    return ways.map((isWithout) => {
      const text = asUntrusted(isWithout ? withoutSecrets(value) : value);
      const shown: AnyText = kinds.length === 0 || isWithout ? text : secretsRemark(kinds, false).slice(2);
      return { name: label, value: shown, text: () => wholeSafeString(text, 'cell') };
    });
  });
}

/** Names of values up to so long stand in one column. */
const WIDEST_NAME = 24;

/** Offers to copy one of several things, or to show it by itself for a terminal that takes no copies. */
export function chooseCopy(
  context: CommandContext,
  copyables: readonly Copyable[],
  title = 'Copy what',
): void {
  const shownNames = copyables.filter(({ value }) => value !== undefined).map(({ name }) => columnsOf(name));
  const width = Math.min(WIDEST_NAME, largest(shownNames, 0));
  const choices: readonly Choice[] = copyables.map(({ name, value }, index) => ({
    label:
      value === undefined
        ? prose(name)
        : quoting`${prose(name)}${' '.repeat(Math.max(0, width - columnsOf(name)))}  ${profileOf('any', name) === 'ident' ? named(value) : prose(value)}`,
    value: String(index),
  }));
  openMenu(context, {
    title,
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
  const { stores } = context;
  openMenu(context, {
    title: 'Show what',
    choices,
    initial: undefined,
    choose(value) {
      const chosen = copyables[Number(value)];
      if (chosen !== undefined) {
        openDialog(context, {
          kind: 'plain',
          title: 'Select it with the mouse',
          text: stores.view.getState().ascii ? inAscii(chosen.text()) : chosen.text(),
          top: 0,
        });
      }
    },
  });
}

/** Safe text for a terminal that shows nothing but ASCII: every other character by its number. */
function inAscii(text: string): string {
  return text.replaceAll(/[^\n -~]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

async function copy(context: CommandContext, copyable: Copyable | undefined): Promise<void> {
  if (copyable === undefined) {
    return;
  }
  const text = copyable.text();
  const result = await context.terminal.copy(text);
  const isCopied = result === 'asked' || result === 'in-tmux';
  notify(context, SENTENCES[result](formatBytes(Buffer.byteLength(text))), isCopied ? 'done' : 'bad');
}

const SENTENCES: Readonly<Record<CopyResult, (size: string) => string>> = {
  asked: (size) =>
    `Sent ${size} to the terminal's clipboard. If it does not take them, copying again can show them plainly.`,
  'in-tmux': (size) => `Copied ${size} to tmux's buffer, which passes them on to the clipboard where it may.`,
  'no-clipboard': () =>
    'This terminal has no clipboard. Export to a file, or copy again to have it shown plainly.',
  'too-long': (size) => `${size} are too long for a terminal's clipboard. Export them to a file.`,
};
