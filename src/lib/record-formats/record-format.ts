import type { RecordKind } from '../text-fields.ts';

/** A record as it was read from JSON. */
export type SourceRecord = Readonly<Record<string, unknown>>;

/** Records that can be gone through more than once, such as rows of a list. */
export type SourceRecords = Iterable<SourceRecord>;

/** A column of what is printed or exported: a field of the data, or a name that a filter knows. */
export interface RecordColumn {
  readonly name: string;
  /** Where its value stands, the likeliest first. */
  readonly paths: readonly string[];
}

/** The columns of a table, and what its records are. */
export interface RecordTable {
  readonly columns: readonly RecordColumn[];
  readonly kind: RecordKind;
}

/**
 * How records are written to a file or the clipboard. The text comes in pieces, some of them empty, so that whoever
 * writes very many of them can pause between any two.
 */
export interface RecordFormat {
  readonly id: 'json' | 'csv' | 'csv-for-programs' | 'markdown';
  /** As a sentence names it: `Wrote 3 events as CSV`. */
  readonly title: string;
  /** What a menu adds to its title; undefined for nothing. */
  readonly remark?: string;
  /** What becomes of values that is not plain to see, as sentences; undefined for nothing. */
  readonly note?: string;
  /** Of a file in it. */
  readonly extension: string;
  /**
   * `fields` are the paths that people look at first; a format that cannot hold all fields holds those. `table` are the columns
   * that a table has, and no others; every field that occurs without it.
   */
  write(records: SourceRecords, fields?: readonly string[], table?: RecordTable): Iterable<string>;
  /** What stands at the end of a file that does not hold all: the remark says of what it holds a part. */
  incomplete(remark: string): string;
  /** What stands at the end of a file whose rows something else is to be known of. */
  remarkOn(remark: string): string;
}
