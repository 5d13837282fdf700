import { asSent, keepWhatIsCut } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import type { FormulaHandling } from '../../lib/csv.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { jsonText } from '../../lib/json-text.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import type { CommandFlags } from './command-session.ts';
import { outputOf, type OutputName } from './output-name.ts';
import { chosenColumns, jsonRecord, textRecord } from '../output/record-columns.ts';
import { drawn, drawnWhole, trusted, type Drawn, type TextStyle } from '../output/styled-text.ts';
import { aligned } from '../output/table-lines.ts';
import { styleOfOutput } from '../output/text-style.ts';

/** The flags of every command that prints rows, as `addRowOptions` adds them. */
export interface RowFlags extends CommandFlags {
  readonly json?: true;
  readonly csv?: true;
  readonly apostrophes?: boolean;
  readonly output?: OutputName;
  readonly columns?: string;
  readonly headers?: boolean;
  readonly filter?: string;
}

/** A column of a table for people. */
export interface TextColumn<Row> {
  readonly title: string;
  /** On a terminal of fewer columns it is left out, since the others need the room. */
  readonly from?: number;
  /** Figures stand under each other at their right end. */
  readonly isFigure?: boolean;
  readonly cell: (row: Row, style: TextStyle) => Drawn;
}

/** How rows of one kind are printed. */
export interface RowForm<Row> {
  /** What can be asked of them, which `--columns` names, too. */
  readonly query: ListQuery;
  /** A row as the server sent it, or as it was counted. */
  readonly recordOf: (row: Row) => JsonObject;
  /** The fields that a CSV has, those of the console's; every one that occurs without it. */
  readonly fields?: readonly string[];
  /** For people. */
  readonly table: (rows: readonly Row[]) => readonly TextColumn<Row>[];
}

/** How what stands before values that a spreadsheet would calculate is handled. */
export function formulasOf({ apostrophes }: Pick<RowFlags, 'apostrophes'>): FormulaHandling {
  return apostrophes === false ? 'kept' : 'guarded';
}

/** Lines of which the first is that of names, or the others alone where these are not wanted. */
export function withHeader(
  lines: readonly string[],
  { headers }: Pick<RowFlags, 'headers'>,
): readonly string[] {
  return headers === false ? lines.slice(1) : lines;
}

/** Refuses flags that contradict each other or name no column, before anything is asked for; keeps what JSON needs whole. */
export function checkRowFlags(flags: RowFlags, query: ListQuery): void {
  if (flags.columns !== undefined) {
    chosenColumns(flags.columns, query);
  }
  if (outputOf(flags) === 'json') {
    keepWhatIsCut();
  }
}

/** Rows as lines: as JSON, one object each as it was sent; as CSV with the columns of the console; or as a table for people. */
export function rowLines<Row>(rows: readonly Row[], form: RowForm<Row>, flags: RowFlags): readonly string[] {
  const { query, recordOf, fields, table } = form;
  const columns = flags.columns === undefined ? undefined : chosenColumns(flags.columns, query);
  switch (outputOf(flags)) {
    case 'json':
      return rows.map((row) =>
        columns === undefined ? asciiJson(asSent(recordOf(row))) : jsonRecord(recordOf(row), columns),
      );
    case 'csv': {
      const printed = columns ?? (fields === undefined ? undefined : columnsAt(fields));
      const format = flags.apostrophes === false ? csvForPrograms : csvTable;
      const lines = format.write(
        rows.map(recordOf),
        undefined,
        printed === undefined ? undefined : { columns: printed, kind: query.kind },
      );
      return withHeader(
        [...lines].filter((line) => line !== '').map((line) => line.replace(/\r\n$/, '')),
        flags,
      );
    }
    case 'text': {
      const style = styleOfOutput(flags);
      if (columns !== undefined) {
        const line = (record?: JsonObject) => textRecord(record, columns, query.kind, style);
        return withHeader([line(), ...rows.map((row) => line(recordOf(row)))], flags);
      }
      return rows.length === 0 ? [] : tableLines(rows, table(rows), style, flags.headers !== false);
    }
  }
}

/** One row with all that was sent of it: as `rowLines`, but a field a line for people. */
export function recordLines<Row>(row: Row, form: RowForm<Row>, flags: RowFlags): readonly string[] {
  return outputOf(flags) !== 'text' || flags.columns !== undefined
    ? rowLines([row], form, flags)
    : fieldLines(form.recordOf(row), form.query, styleOfOutput(flags));
}

function fieldLines(record: JsonObject, { kind }: ListQuery, style: TextStyle): readonly string[] {
  return aligned(
    flatEntries(record).map(([name, value]) => [
      drawn(asUntrusted(name), 'ident', style),
      drawnWhole(
        asUntrusted(typeof value === 'string' ? value : jsonText(value)),
        typeof value === 'string' ? profileOf(kind, name) : 'cell',
        style,
      ),
    ]),
    style,
    { wrapsLast: true },
  );
}

function tableLines<Row>(
  rows: readonly Row[],
  table: readonly TextColumn<Row>[],
  style: TextStyle,
  hasHeader: boolean,
): readonly string[] {
  const { layout } = style;
  const columns = table.filter(({ from = 0 }) => layout.kind !== 'terminal' || layout.columns >= from);
  const header = columns.map(({ title }) => trusted(title, style, 'bold'));
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row, style)));
  return aligned([...(hasHeader ? [header] : []), ...cells], style, {
    right: columns.map(({ isFigure }) => isFigure === true),
  });
}
