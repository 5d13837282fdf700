import { asciiJson } from '../../lib/ascii-json.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { jsonText } from '../../lib/json-text.ts';
import { markdownRecord, markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordTable } from '../../lib/record-formats/record-format.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { incompleteRecord, measureForms, type Completeness } from '../../stores/base/completeness.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import type { AnyText } from '../../lib/untrusted.ts';
import type { CopiedValue } from './record-values.ts';

/** Records of one kind. */
export interface RecordList {
  /** What one is, and several: `event`, `events`. */
  readonly noun: string;
  readonly nouns: string;
  readonly count: number;
  /** How much of what there is it holds, or its figures are made of. */
  readonly counted: Completeness;
  /** What else is to be known of its rows, each the rest of a sentence; nothing without it. */
  readonly notes?: readonly string[];
  /** The fields that people look at first. */
  readonly fields: readonly string[] | undefined;
  readonly all: () => Iterable<SourceRecord>;
}

/** Lists that belong together under one title, such as those of an entity page. */
export interface RecordDocument {
  /** As a menu and a message name it: `details`. */
  readonly noun: string;
  readonly title: AnyText;
  readonly facts: SourceRecord;
  readonly lists: readonly RecordList[];
  /** How much of what there is its facts and lists are made of. */
  readonly counted: Completeness;
  readonly notes?: readonly string[];
}

/** Columns that were chosen, and the record that has their values of one that was sent. */
export interface ShownTable extends RecordTable {
  readonly recordOf: (sent: SourceRecord) => SourceRecord;
}

/** The rows that a pane lists, as the server sent them. */
export interface PaneRecords {
  /** What one is, and several: `event`, `events`. */
  readonly noun: string;
  readonly nouns: string;
  /** Rows that pass the filters. */
  readonly count: number;
  /** How many of those that there are have been looked at. */
  readonly counted: Completeness;
  /** How much each record is made of, where it is a figure itself; all without it. */
  readonly countedEach?: Completeness;
  /** How far back the list reaches, as a part of a sentence; nothing without it. */
  readonly reach?: string;
  /** What else is to be known of the rows, each the rest of a sentence; nothing without it. */
  readonly notes?: readonly string[];
  /** The fields that people look at first. */
  readonly fields: readonly string[] | undefined;
  /** The columns that a table of them has, those of the command line; every field that occurs without it. */
  readonly table?: RecordTable;
  /** The columns that somebody chose to see, in order; nothing where nobody chose. */
  readonly shown?: ShownTable;
  /** What is under the cursor; undefined when the list is empty. */
  readonly current: SourceRecord | undefined;
  readonly values: readonly CopiedValue[];
  /** Marked rows, listed or not; each is read when it is asked for, since all rows may be marked. */
  readonly marked: { readonly count: number; readonly all: () => Iterable<SourceRecord> };
  readonly all: () => Iterable<SourceRecord>;
  /** Rows may carry what people typed or what was installed from, so they are looked through for secrets. */
  readonly mayHoldSecrets: boolean;
  /** Further lists that are shown with it, and all together: of pages and of the overview. */
  readonly lists?: readonly RecordList[];
  readonly document?: RecordDocument;
}

/** What a document is written as. */
export const DOCUMENT_FORMATS = [
  { title: 'JSON', extension: 'json', write: documentAsJson },
  { title: 'Markdown', extension: 'md', write: documentAsMarkdown },
] as const;

/** A document as one object: its facts, and each list under its name. */
function* documentAsJson(document: RecordDocument): Generator<string> {
  const { title, lists } = document;
  yield asciiJson({ title, ...factsOf(document) }).slice(0, -1);
  for (const { nouns, all } of lists) {
    yield `,\n${asciiJson(nouns.replaceAll(' ', '_'))}:[`;
    let separator = '\n';
    for (const record of all()) {
      yield `${separator}${asciiJson(record)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

function* documentAsMarkdown(document: RecordDocument): Generator<string> {
  const { title, lists, counted } = document;
  yield `# ${wholeSafeString(title, 'ident')}${measureForms(counted).at(-1)}\n\n${markdownRecord(factsOf(document))}`;
  for (const { nouns, all, fields } of lists) {
    yield `\n## ${nouns.charAt(0).toUpperCase()}${nouns.slice(1)}\n\n`;
    yield* markdownTable.write({ [Symbol.iterator]: () => all()[Symbol.iterator]() }, fields);
  }
}

/** What stands at the head of it: how much it holds, what else is to be known of that, and its own facts. */
function factsOf({ facts, counted, notes = [] }: RecordDocument): SourceRecord {
  return { ...incompleteRecord(counted), ...(notes.length === 0 ? {} : { notes }), ...facts };
}

/** Of what has lists of its own, not rows that pass filters and can be marked. */
export const NO_ROWS = {
  count: 0,
  counted: 'all',
  fields: undefined,
  marked: { count: 0, all: () => [] },
  all: () => [],
} as const;

/** A list of all these records. */
export function listOf(
  noun: string,
  nouns: string,
  records: readonly SourceRecord[],
  {
    fields,
    counted = 'all',
    notes = [],
  }: {
    readonly fields?: readonly string[];
    readonly counted?: Completeness;
    readonly notes?: readonly string[];
  } = {},
): RecordList {
  return { noun, nouns, count: records.length, counted, notes, fields, all: () => records };
}

/** What is under the cursor, by its name; without values of its own, those of its fields. */
export function named(
  noun: string,
  current: SourceRecord | undefined,
  values: readonly CopiedValue[] = current === undefined ? [] : valuesOfFields(current),
): Pick<PaneRecords, 'noun' | 'nouns' | 'current' | 'values'> {
  return { noun, nouns: `${noun}s`, current, values };
}

/** Every field of a record, as its detail shows them. */
export function valuesOfFields(record: SourceRecord): readonly CopiedValue[] {
  return flatEntries(record).map(([label, value]) => ({
    label,
    value: value === null || typeof value === 'string' ? (value ?? undefined) : jsonText(value),
  }));
}
