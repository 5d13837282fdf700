import { asSent, keepWhatIsCut } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import type { FormulaHandling } from '../../lib/csv.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { jsonText } from '../../lib/json-text.ts';
import { fieldsOfAll } from '../../lib/record-formats/flat-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import type { CommandFlags } from '../session/command-session.ts';
import { outputOf, type OutputName } from '../session/output-name.ts';
import { chosenColumns, columnsAt, csvHeader, csvRecord, jsonRecord, textRecord } from './record-columns.ts';
import { drawn, drawnWhole, trusted, type Drawn, type TextStyle } from './styled-text.ts';
import { aligned } from './table-lines.ts';
import { styleOfOutput } from './text-style.ts';

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
  /** The fields that a CSV has in any case, and first: those of the console's. */
  readonly first?: readonly string[];
  /** For people. */
  readonly table: (rows: readonly Row[]) => readonly TextColumn<Row>[];
}

/** How what stands before values that a spreadsheet would calculate is handled. */
export function formulasOf({ apostrophes }: Pick<RowFlags, 'apostrophes'>): FormulaHandling {
  return apostrophes === false ? 'kept' : 'guarded';
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
  const { query, recordOf, first = [], table } = form;
  const columns = flags.columns === undefined ? undefined : chosenColumns(flags.columns, query);
  const headed = <Line>(header: Line, lines: readonly Line[]) =>
    flags.headers === false ? lines : [header, ...lines];
  switch (outputOf(flags)) {
    case 'json':
      return rows.map((row) =>
        columns === undefined ? asciiJson(asSent(recordOf(row))) : jsonRecord(recordOf(row), columns),
      );
    case 'csv': {
      const records = rows.map(recordOf);
      const chosen = columns ?? columnsAt(allFields(records, first));
      const lines = records.map((record) => csvRecord(record, chosen, query.kind, formulasOf(flags)));
      return headed(csvHeader(chosen), lines);
    }
    case 'text': {
      const style = styleOfOutput(flags);
      if (columns !== undefined) {
        const line = (record?: JsonObject) => textRecord(record, columns, query.kind, style);
        return headed(
          line(),
          rows.map((row) => line(recordOf(row))),
        );
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

function allFields(records: readonly JsonObject[], first: readonly string[]): readonly string[] {
  const pass = fieldsOfAll(records, first);
  for (;;) {
    const { done, value } = pass.next();
    if (done === true) {
      return value;
    }
  }
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
