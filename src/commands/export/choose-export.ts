import { formatCount } from '../../lib/format-number.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import { recordInColumns } from '../../lib/record-formats/record-columns.ts';
import type { RecordTable } from '../../lib/record-formats/record-format.ts';
import type { RecordFormat, SourceRecord, SourceRecords } from '../../lib/record-formats/record-format.ts';
import { measureForms, measureOf, type Completeness } from '../../stores/base/completeness.ts';
import { notify, openMenu, type CommandContext } from '../base/command.ts';
import { piecesOf } from './choose-format.ts';
import { WITHOUT_SECRETS, warnAndWrite } from './find-secrets.ts';
import { DOCUMENT_FORMATS, type PaneRecords, type RecordDocument } from './record-document.ts';
import { recordWithoutSecrets, secretsInRecord } from './record-secrets.ts';
import { askForPath, timeInName } from './write-file.ts';

const FORMATS: readonly RecordFormat[] = [jsonLines, csvTable, csvForPrograms, markdownTable];

/** A table with a column for each field that occurs, where the usual one has those of the command line. */
const EVERY_FIELD: RecordFormat = {
  ...csvTable,
  title: 'CSV with every field',
  write: (records, fields) => csvTable.write(records, fields),
};

/** Rows that are written to a file. */
interface Selection {
  /** As a menu and a message name them: `1,204 events`. */
  readonly name: string;
  /** In the name of the file. */
  readonly nouns: string;
  readonly count: number;
  /** How much of what there is it holds. */
  readonly counted: Completeness;
  readonly notes: readonly string[];
  readonly fields: readonly string[] | undefined;
  /** The columns of a table, which stand for all fields. */
  readonly table?: RecordTable | undefined;
  /** What is no table has these columns alone, too. */
  readonly isOnlyTable?: true;
  readonly records: SourceRecords;
}

/** Something that can be written in one way. */
interface Offer {
  readonly name: string;
  readonly nouns: string;
  readonly count: number;
  readonly counted: Completeness;
  readonly notes: readonly string[];
  readonly title: string;
  readonly remark?: string | undefined;
  readonly note?: string | undefined;
  readonly extension: string;
  /** What may hold secrets; undefined when nothing does. */
  readonly records: SourceRecords | undefined;
  /** What they return, if anything, is how much less they were than was offered. */
  readonly pieces: (leavesSecretsOut: boolean) => Iterable<string, unknown>;
}

/** Offers to write what a pane shows to a file. */
export function exportRecords(context: CommandContext, records: PaneRecords): void {
  const offers = offersOf(records);
  if (offers.length === 0) {
    notify(context, 'There is nothing here to export.');
  } else {
    chooseExport(context, offers);
  }
}

function selectionsOf(records: PaneRecords): readonly Selection[] {
  const {
    noun,
    nouns,
    count,
    counted,
    countedEach = 'all',
    reach = '',
    notes = [],
    fields,
    table,
    shown,
    current,
    marked,
    all,
    lists,
  } = records;
  const named = (number: number) => `${formatCount(number)} ${number === 1 ? noun : nouns}`;
  const rows = { nouns, fields, table, notes };
  return [
    ...(marked.count === 0
      ? []
      : [
          {
            ...rows,
            name: `${named(marked.count)} that are marked${measureOf(countedEach)}`,
            count: marked.count,
            counted: countedEach,
            records: again(marked.all),
          },
        ]),
    ...(count > 1
      ? [
          {
            ...rows,
            name: `${counted === 'all' ? 'all ' : ''}${named(count)} that are listed${reach}${measureOf(counted)}`,
            count,
            counted,
            records: again(all),
          },
          ...(shown === undefined
            ? []
            : [
                {
                  nouns,
                  notes,
                  fields: shown.columns.map(({ name }) => name),
                  table: shown,
                  isOnlyTable: true,
                  name: `${counted === 'all' ? 'all ' : ''}${named(count)} that are listed${reach}${measureOf(counted)}, the ${formatCount(shown.columns.length)} ${shown.columns.length === 1 ? 'field' : 'fields'} shown`,
                  count,
                  counted,
                  records: mapped(all, shown.recordOf),
                } as const,
              ]),
        ]
      : []),
    ...(current === undefined
      ? []
      : [
          {
            ...rows,
            name: `this ${noun}${measureOf(countedEach)}`,
            count: 1,
            counted: countedEach,
            records: [current],
          },
        ]),
    ...(lists ?? []).map((list) => ({
      name: `${formatCount(list.count)} ${list.count === 1 ? list.noun : list.nouns}${measureOf(list.counted)}`,
      nouns: list.nouns,
      count: list.count,
      counted: list.counted,
      notes: list.notes ?? [],
      fields: list.fields,
      records: again(list.all),
    })),
  ];
}

function again(all: () => Iterable<SourceRecord>): SourceRecords {
  return { [Symbol.iterator]: () => all()[Symbol.iterator]() };
}

function mapped(
  all: () => Iterable<SourceRecord>,
  recordOf: (record: SourceRecord) => SourceRecord,
): SourceRecords {
  return again(function* () {
    for (const record of all()) {
      yield recordOf(record);
    }
  });
}

function offersOf(records: PaneRecords): readonly Offer[] {
  const { document, mayHoldSecrets } = records;
  return [
    ...(document === undefined
      ? []
      : DOCUMENT_FORMATS.map(({ title, extension, write }) => ({
          name: `the ${document.noun}${measureForms(document.counted).at(-1)}`,
          counted: document.counted,
          notes: document.notes ?? [],
          nouns: document.noun,
          count: document.lists.reduce((sum, { count }) => sum + count, 1),
          title,
          extension,
          records: recordsOfDocument(document),
          pieces: (isWithout: boolean) => write(isWithout ? documentWithoutSecrets(document) : document),
        }))),
    ...selectionsOf(records).flatMap((selection) =>
      formatsOf(selection).map((format) => ({
        ...selection,
        title: format.title,
        remark: format.remark,
        note: format.note,
        extension: format.extension,
        records: mayHoldSecrets ? selection.records : undefined,
        pieces: (isWithout: boolean) => piecesOfSelection(selection, format, isWithout),
      })),
    ),
  ];
}

function formatsOf({ table, isOnlyTable }: Selection): readonly RecordFormat[] {
  return table === undefined || isOnlyTable === true ? FORMATS : [...FORMATS, EVERY_FIELD];
}

/** The rows of a selection in a format. Those that are gone since it was offered are reported at the end, and returned. */
function* piecesOfSelection(
  { records, fields, table, isOnlyTable, name, count, counted, notes }: Selection,
  format: RecordFormat,
  isWithout: boolean,
): Generator<string, string | undefined> {
  let written = 0;
  const isTable = format.id === 'csv' || format.id === 'csv-for-programs';
  const here = again(function* () {
    written = 0;
    for (const record of isWithout ? withoutSecrets(records) : records) {
      written++;
      yield isOnlyTable === true && !isTable && table !== undefined
        ? recordInColumns(record, table.columns)
        : record;
    }
  });
  yield* piecesOf(format, here, fields, counted === 'all' ? undefined : name, notes, table);
  if (written >= count) {
    return undefined;
  }
  const lost = `${formatCount(written)} of ${name}: the others are no longer here`;
  yield format.incomplete(lost);
  return lost;
}

function withoutSecrets(records: SourceRecords): SourceRecords {
  return again(function* () {
    for (const record of records) {
      yield recordWithoutSecrets(record);
    }
  });
}

function documentWithoutSecrets(document: RecordDocument): RecordDocument {
  return {
    ...document,
    facts: recordWithoutSecrets(document.facts),
    lists: document.lists.map((list) => ({ ...list, all: () => withoutSecrets(again(list.all)) })),
  };
}

function recordsOfDocument({ facts, lists }: RecordDocument): SourceRecords {
  return again(function* () {
    yield facts;
    for (const { all } of lists) {
      yield* all();
    }
  });
}

function* kindsOf(records: SourceRecords): Generator<readonly string[]> {
  for (const record of records) {
    yield secretsInRecord(record);
  }
}

function chooseExport(context: CommandContext, offers: readonly Offer[]): void {
  openMenu(context, {
    title: 'Write to a file',
    choices: offers.map(({ name, title, remark, records }, index) => ({
      label: `${name}, as ${title}${remark === undefined ? '' : ` (${remark})`}`,
      value: String(index),
      opensField: records === undefined,
      keepsEnd: true,
    })),
    initial: undefined,
    choose(value) {
      const offer = offers[Number(value)];
      if (offer?.records === undefined) {
        write(context, offer, false);
        return undefined;
      }
      const things = { count: offer.count, kinds: kindsOf(offer.records) };
      return warnAndWrite(context, things, (isWithout) => write(context, offer, isWithout));
    },
  });
}

function write(context: CommandContext, offer: Offer | undefined, leavesSecretsOut: boolean): void {
  if (offer !== undefined) {
    const { name, nouns, title, note, notes, count, counted, extension } = offer;
    const mark = counted === 'all' ? '' : '-incomplete';
    askForPath(context, {
      what: `${name}${leavesSecretsOut ? WITHOUT_SECRETS : ''}`,
      title,
      note,
      remarks: notes,
      count,
      isIncomplete: counted !== 'all',
      path: context.files.suggest(
        `vigil-${nouns.replaceAll(' ', '-')}${mark}-${timeInName(context)}.${extension}`,
      ),
      *pieces() {
        const lost = yield* offer.pieces(leavesSecretsOut);
        return typeof lost === 'string' ? lost : undefined;
      },
    });
  }
}
