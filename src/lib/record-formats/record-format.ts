/** A record as it was read from JSON. */
export type SourceRecord = Readonly<Record<string, unknown>>;

/** Records that can be gone through more than once, such as rows of a list. */
export type SourceRecords = Iterable<SourceRecord>;

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
   * `fields` are the paths that people look at first; a format that cannot hold all fields holds those. `columns` are the
   * paths that a table has in any case, and first.
   */
  write(records: SourceRecords, fields?: readonly string[], columns?: readonly string[]): Iterable<string>;
  /** What stands at the end of a file that does not hold all: the remark says of what it holds a part. */
  incomplete(remark: string): string;
  /** What stands at the end of a file whose rows something else is to be known of. */
  remarkOn(remark: string): string;
}
