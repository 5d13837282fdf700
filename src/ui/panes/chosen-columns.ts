import { flatEntries } from '../../lib/flat-record.ts';
import { jsonText } from '../../lib/json-text.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { profileOf, type RecordKind } from '../../lib/text-fields.ts';
import type { Theme } from '../theme.ts';
import { identifier, untrusted, type Line } from '../widgets/line.ts';
import type { Column } from '../widgets/table.ts';

/** What a field of the data takes at the least, and what of its name is always read. */
const LEAST = 8;
const MOST_OF_TITLE = 18;

/**
 * The columns that somebody chose, in their order: those of the list by their titles, any other name as the path of a
 * field of the data. What was asked for outranks what a list shows by itself where there is little room.
 */
export function chosenColumns<Row>(
  usual: readonly Column<Row>[],
  chosen: readonly string[],
  recordOf: (row: Row) => SourceRecord,
  kind: RecordKind,
  theme: Theme,
): readonly Column<Row>[] {
  return chosen.map(
    (name) => usual.find(({ title }) => title === name) ?? fieldColumn(name, recordOf, kind, theme),
  );
}

/** A field of the data as it was sent. */
function fieldColumn<Row>(
  path: string,
  recordOf: (row: Row) => SourceRecord,
  kind: RecordKind,
  { ascii }: Theme,
): Column<Row> {
  const names = profileOf(kind, path) === 'ident';
  return {
    title: path,
    width: Math.max(LEAST, Math.min(MOST_OF_TITLE, path.length)),
    grow: 2,
    rank: 1,
    cell(row, columns): Line {
      const value = flatEntries(recordOf(row)).find(([name]) => name === path)?.[1];
      const text = textOf(value);
      return text === '' ? [] : names ? identifier(text, columns, { ascii }) : untrusted(text, { ascii });
    },
  };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join('; ');
  }
  return typeof value === 'string' ? value : jsonText(value);
}
