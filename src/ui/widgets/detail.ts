import { sentInPlaceOfTime } from '../../lib/sent-time.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import { itemsSent } from '../../lib/cut-text.ts';
import { largest } from '../../lib/long-lists.ts';
import { isExactNumber } from '../../lib/exact-json.ts';
import { formatDateTime, parseTime } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { profileOf, type RecordKind } from '../../lib/text-fields.ts';
import { offsetText, type Zone } from '../../lib/zoned-time.ts';
import type { Style } from '../theme.ts';
import {
  cutInMiddle,
  fit,
  untrusted,
  untrustedWrapped,
  identifierWrapped,
  lineColumns,
  trusted,
  type Line,
} from './line.ts';

/** What lies deeper in an object is shown as JSON. */
const DEEPEST_FIELD = 8;

/** A field of a detail; a value that is not text is shown as JSON. */
export interface DetailField {
  readonly label: string;
  /** How deep the field lies in others; 0 unless said otherwise. */
  readonly depth?: number;
  readonly value: unknown;
  readonly style?: Style;
  /** Names something, so that whatever might make it look like another is escaped and shown. */
  readonly isIdentifier?: boolean;
}

/** Labels take so many columns; a longer one pushes its value aside, or all values of its object. */
const LABEL_COLUMNS = 12;

/** Where the labels of an object have more than that, they take up to this share of the columns. */
const LABEL_SHARE = 0.45;

/** At most so many times the rows that the values of an object would take further to the left. */
const MORE_ROWS = 1.25;

/** Values have so many columns at least: with fewer beside a long label they begin in the next line. */
const LEAST_VALUE = 8;

/**
 * Fields one under the other, labels aligned, long values wrapped under their beginning. A label is the name of a field in
 * a query, so that none is cut for the sake of the others. The values of an object stand under each other, further to the
 * right than those of others where its labels are long, unless that would take many more rows.
 */
export function detailLines(
  fields: readonly DetailField[],
  columns: number,
  ascii: boolean,
): readonly Line[] {
  const dim = { profile: 'ident', style: 'dim', ascii } as const;
  const mark = trusted(ascii ? '~' : '…', 'dim');
  const labelled = fields.map((field): LabelledField => {
    const { label, depth = 0 } = field;
    const whole = [trusted('  '.repeat(depth)), ...untrusted(label, dim)];
    return { field, wanted: lineColumns(whole), label: cutInMiddle(whole, Math.max(1, columns), mark) };
  });
  const short = Math.min(LABEL_COLUMNS, largestLabel(labelled));
  const lines: (readonly Line[])[] = [];
  for (const places of objectsOf(fields)) {
    const members = places.flatMap((place) => labelled.slice(place, place + 1));
    const drawn = (labelColumns: number) =>
      members.map((member) => fieldLines(member, { columns, labelColumns, ascii }));
    const narrow = drawn(short);
    const long = largestLabel(members);
    const wide = long > short && long <= Math.floor(columns * LABEL_SHARE) ? drawn(long) : narrow;
    const shown = wide.flat().length <= MORE_ROWS * narrow.flat().length ? wide : narrow;
    for (const [index, place] of places.entries()) {
      lines[place] = shown[index] ?? [];
    }
  }
  return lines.flat();
}

interface LabelledField {
  readonly field: DetailField;
  readonly label: Line;
  /** How many columns the label has before it is cut. */
  readonly wanted: number;
}

function largestLabel(fields: readonly LabelledField[]): number {
  return largest(
    fields.map(({ wanted }) => wanted),
    0,
  );
}

/** The places of the fields of each object, objects inside of it left aside. */
function objectsOf(fields: readonly DetailField[]): readonly (readonly number[])[] {
  const objects: number[][] = [];
  const open: number[][] = [];
  for (const [place, { depth = 0 }] of fields.entries()) {
    open.length = Math.min(open.length, depth + 1);
    while (open.length <= depth) {
      const opened: number[] = [];
      open.push(opened);
      objects.push(opened);
    }
    open[depth]?.push(place);
  }
  return objects;
}

/** The lines of a field whose label has so many columns, or more where it is longer. */
function fieldLines(
  { field, label }: LabelledField,
  {
    columns,
    labelColumns,
    ascii,
  }: { readonly columns: number; readonly labelColumns: number; readonly ascii: boolean },
): readonly Line[] {
  const { value, style = 'plain', isIdentifier = false } = field;
  const indent = labelColumns + GAP.length;
  const wrapped = isIdentifier ? identifierWrapped : untrustedWrapped;
  const below = wrapped(textOf(value), Math.max(LEAST_VALUE, columns - indent), { style, ascii });
  const taken = Math.max(labelColumns, lineColumns(label));
  if (taken === labelColumns) {
    return below.map((piece, row) => [...fit(row === 0 ? label : [], indent, { ascii }), ...piece]);
  }
  const [first = [], ...others] = below;
  return others.length === 0 && taken + GAP.length + lineColumns(first) <= columns
    ? [[...label, trusted(GAP), ...first]]
    : [label, ...below.map((piece) => [trusted(' '.repeat(indent)), ...piece])];
}

const GAP = '  ';

/** So many elements of a list of objects are shown one by one; of a longer one, the first. */
const MOST_ELEMENTS = 50;

/** So many elements of any other list are shown. */
const MOST_SHORT_ELEMENTS = 1000;

/**
 * Every field of a record as it was sent, those of an object under its name and indented, and so the objects of a list
 * under their number, without those whose path (`subject.package`) is in `except`.
 */
export function fieldsOf(
  raw: Readonly<Record<string, unknown>>,
  kind: RecordKind,
  except: ReadonlySet<string> = new Set(),
  path = '',
  depth = 0,
): readonly DetailField[] {
  return Object.entries(raw).flatMap(([label, value]): readonly DetailField[] => {
    if (except.has(`${path}${label}`)) {
      return [];
    }
    if (
      depth < DEEPEST_FIELD &&
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !isExactNumber(value)
    ) {
      const inner = fieldsOf(value as Record<string, unknown>, kind, except, `${path}${label}.`, depth + 1);
      const isEmpty = Object.keys(value).length === 0;
      return inner.length === 0 && !isEmpty
        ? []
        : [{ label, value: isEmpty ? '{}' : undefined, depth, style: 'dim' }, ...inner];
    }
    if (depth < DEEPEST_FIELD && isListOfObjects(value)) {
      const elements = Object.fromEntries(
        value.slice(0, MOST_ELEMENTS).map((element, index) => [`${index + 1}.`, element]),
      );
      return [
        { label, value: `${itemsSent(value)} elements`, depth, style: 'dim' },
        // A path ends at a list: no element of it is shown elsewhere.
        ...fieldsOf(elements, 'any', NOTHING_SHOWN, '', depth + 1),
        ...moreElements(value, MOST_ELEMENTS, depth),
      ];
    }
    const shown = Array.isArray(value) ? value.slice(0, MOST_SHORT_ELEMENTS) : value;
    const isIdentifier = isText(shown) && profileOf(kind, `${path}${label}`) === 'ident';
    return [
      { label, value: shown, depth, isIdentifier },
      ...(Array.isArray(value) ? moreElements(value, MOST_SHORT_ELEMENTS, depth) : []),
    ];
  });
}

/** How many elements of a list were sent that are not shown. */
function moreElements(list: readonly unknown[], shown: number, depth: number): readonly DetailField[] {
  const more = itemsSent(list) - shown;
  return more > 0 ? [{ label: `${more} more`, value: undefined, depth: depth + 1 }] : [];
}

/** A time with a clock; a day alone is the same in every zone. */
const CLOCK_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d/i;

/** The fields with every time in a zone, and what was sent beside it where that was written otherwise. */
export function timesIn(
  zone: Zone,
  fields: readonly DetailField[],
  /** Of these it is said that what was sent in them is no time. */
  times: readonly string[] = [],
): readonly DetailField[] {
  return fields.map((field) => {
    const { value: sent, label, depth = 0 } = field;
    if (depth === 0 && sent !== undefined && sent !== null && times.includes(label)) {
      const unreadable = sentInPlaceOfTime(sent);
      if (unreadable !== undefined) {
        return { ...field, value: untrustedText`${unreadable} (no time)`, isIdentifier: true, style: 'warn' };
      }
    }
    const time = typeof sent === 'string' && CLOCK_TIME.test(sent) ? parseTime(sent) : undefined;
    return typeof sent !== 'string' ||
      time === undefined ||
      sent.toUpperCase().endsWith(offsetText(time, zone))
      ? field
      : { ...field, value: `${formatDateTime(time, zone)} (sent: ${sent})` };
  });
}

const NOTHING_SHOWN: ReadonlySet<string> = new Set();

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.some((element) => typeof element === 'object' && element !== null && !isExactNumber(element))
  );
}

function isText(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  );
}

function textOf(value: unknown): string {
  if (value === undefined) {
    return '';
  }
  if (typeof value === 'string') {
    return value === '' ? '""' : value;
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 ? '[]' : value.join(', ');
  }
  return jsonText(value);
}
