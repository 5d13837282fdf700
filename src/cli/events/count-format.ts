import { asciiJson } from '../../lib/ascii-json.ts';
import { csvLine, type FormulaHandling } from '../../lib/csv.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { ownValue } from '../../lib/own-value.ts';
import { wholeSafeString, type TextProfile } from '../../lib/safe-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { countColumnNames, recordOfCount } from '../../stores/counts/count-record.ts';
import type { CountMeasure } from '../../stores/counts/count-measures.ts';
import type { CountGroup } from '../../stores/counts/counts.ts';
import { drawn, trusted, type TextStyle } from '../output/styled-text.ts';
import { aligned } from '../output/table-lines.ts';

/** Counts, the groups in the order in which they are printed. */
export interface PrintedCounts {
  readonly fields: readonly string[];
  readonly groups: readonly CountGroup[];
  /** All rows that were counted. */
  readonly rows: number;
  /** The share that they are sorted by, which has a column of its own. */
  readonly share?: CountMeasure | undefined;
}

const sharesIn = ({ share }: PrintedCounts) => (share === undefined ? [] : [share]);

/** One object a group, in ASCII. */
export function countsJson(counted: PrintedCounts): readonly string[] {
  const { fields, groups, rows } = counted;
  return groups.map((group) => asciiJson(recordOfCount('events', group, fields, rows, sharesIn(counted))));
}

/** A line of names, then one line a group. What could act on a terminal or deceive a reader is escaped. */
export function countsCsv(counted: PrintedCounts, formulas: FormulaHandling): readonly string[] {
  const { fields, groups, rows } = counted;
  const columns = countColumnNames('events', sharesIn(counted));
  return [
    csvLine([...fields, ...columns]),
    ...groups.map((group) => {
      const record = recordOfCount('events', group, fields, rows, sharesIn(counted));
      const names = fields.map((field, index) =>
        wholeSafeString(group.values[index] ?? asUntrusted(''), profileOfField(field)),
      );
      return csvLine([...names, ...columns.map((column) => String(ownValue(record, column)))], formulas);
    }),
  ];
}

/** A table for people. */
export function countsText(counted: PrintedCounts, style: TextStyle): readonly string[] {
  const { fields, groups, rows } = counted;
  const shares = sharesIn(counted);
  if (groups.length === 0) {
    return [];
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const figures = groups.map((group) => {
    const { count, parts, machines } = group;
    return [
      formatCount(count),
      ...shares.map(({ valueOf }) => percent(valueOf(group) ?? 0)),
      ...['block', 'review', 'allow'].map((part) => formatCount(parts.get(part) ?? 0)),
      percent(count / Math.max(1, rows)),
      formatCount(machines),
    ];
  });
  const titles = [
    'COUNT',
    ...shares.map(({ title }) => title),
    'BLOCK',
    'REVIEW',
    'ALLOW',
    'SHARE',
    'MACHINES',
  ];
  const widths = titles.map((title, column) =>
    figures.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), title.length),
  );
  // A program at the other end of a pipe reads the figures alone.
  const isPadded = style.layout.kind !== 'pipe';
  const right = (texts: readonly string[]) =>
    texts.map((text, column) => trusted(isPadded ? text.padStart(widths[column] ?? 0) : text, style));
  return aligned(
    [
      [...fields.map((field) => trusted(field.toUpperCase(), style)), ...right(titles), ...last(style)],
      ...groups.map((group, index) => [
        ...fields.map((field, place) => {
          const value = group.values[place];
          return value === undefined
            ? trusted('(none)', style)
            : drawn(value, profileOfField(field), style, 'bold');
        }),
        ...right(figures[index] ?? []),
        trusted(timeText(group.first), style),
        trusted(timeText(group.last), style),
      ]),
    ],
    style,
  );
}

const timeText = (time: number | undefined) => (time === undefined ? '' : formatDateTime(time, 'utc'));

const last = (style: TextStyle) => [trusted('FIRST', style), trusted('LAST', style)];

/** Where the values of a field that counts go by stand in events. */
const PATHS: Readonly<Record<string, string>> = {
  package: 'subject.package',
  version: 'subject.version',
  ecosystem: 'subject.ecosystem',
  client: 'client_id',
  command: 'actor.command',
  reason: 'payload.reasons',
};

function profileOfField(field: string): TextProfile {
  return field === 'host' || field === 'user'
    ? profileOf('agent', field === 'host' ? 'hostname' : 'username')
    : profileOf('event', ownValue(PATHS, field) ?? field);
}
