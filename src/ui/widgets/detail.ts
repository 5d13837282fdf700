import { cutMiddle } from '../../lib/cell-text.ts';
import { safeString } from '../../lib/safe-text.ts';
import type { Style } from '../theme.ts';
import { foreignWrapped, own, type Line } from './line.ts';

/** A field of a detail; a value that is not text is shown as JSON. */
export interface DetailField {
  readonly label: string;
  readonly value: unknown;
  readonly style?: Style;
}

/** Fields one under the other, labels aligned, long values wrapped under their beginning. */
export function detailLines(
  fields: readonly DetailField[],
  columns: number,
  ascii: boolean,
): readonly Line[] {
  const labels = fields.map(({ label }) => safeString(label, 'ident', ascii));
  const longest = Math.max(0, ...labels.map((label) => label.length));
  const labelColumns = Math.min(Math.max(12, Math.floor(columns * 0.42)), longest);
  const room = Math.max(8, columns - labelColumns - 2);
  return fields.flatMap(({ value, style = 'plain' }, index) => {
    return foreignWrapped(textOf(value), room, { style, ascii }).map((piece, row) => [
      own(
        (row === 0 ? cutMiddle(labels[index] ?? '', labelColumns, ascii ? '~' : '…') : '').padEnd(
          labelColumns + 2,
        ),
        'dim',
      ),
      ...piece,
    ]);
  });
}

/**
 * Every field of a record as it was sent, nested ones by their path (`subject.package`), without those named in
 * `except`.
 */
export function fieldsOf(
  raw: Readonly<Record<string, unknown>>,
  except: ReadonlySet<string> = new Set(),
): readonly DetailField[] {
  return Object.entries(raw).flatMap(([label, value]): readonly DetailField[] => {
    if (except.has(label)) {
      return [];
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const inner = fieldsOf(value as Record<string, unknown>);
      return inner.length === 0
        ? [{ label, value: '{}', style: 'dim' }]
        : inner
            .map((field) => ({ ...field, label: `${label}.${field.label}` }))
            .filter((field) => !except.has(field.label));
    }
    return [{ label, value }];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') {
    return value === '' ? '""' : value;
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 ? '[]' : value.join(', ');
  }
  return JSON.stringify(value) ?? '';
}
