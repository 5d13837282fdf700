import type { EventRow } from '../../../stores/events-store.ts';
import { formatDateTime, type TimeStyle } from '../../../lib/format-time.ts';
import type { Theme } from '../../theme.ts';
import { detailLines, fieldsOf, type DetailField } from '../../widgets/detail.ts';
import { foreignWrapped, identifier, own, type Line } from '../../widgets/line.ts';
import { outcomeCell } from '../outcome.ts';
import { joinUntrusted } from '../../../lib/untrusted.ts';

const TOLD = new Set([
  'id',
  'timestamp',
  'outcome',
  'client_id',
  'subject',
  'actor',
  'payload.reasons',
  'type',
]);

/** The detail of an event: why first, then who and what, then every other field that the server sent. */
export function eventDetail(
  row: EventRow,
  host: string | undefined,
  { columns, theme, timeStyle }: { columns: number; theme: Theme; timeStyle: TimeStyle },
): { readonly title: Line; readonly lines: readonly Line[] } {
  const { event } = row;
  const { ascii } = theme;
  const reasons = event.payload?.reasons ?? [];
  const told: readonly DetailField[] = [
    { label: 'package', isIdentifier: true, value: event.subject?.package ?? 'not sent', style: 'bold' },
    { label: 'version', isIdentifier: true, value: event.subject?.version ?? 'not sent' },
    { label: 'ecosystem', isIdentifier: true, value: event.subject?.ecosystem ?? 'not sent' },
    { label: 'type', isIdentifier: true, value: event.type ?? 'not sent' },
    { label: 'time', value: formatDateTime(row.time, timeStyle === 'local' ? 'local' : 'utc') },
    ...(row.isLate
      ? [
          {
            label: 'late',
            value: 'came in late: the feed was already complete through this time',
            style: 'warn' as const,
          },
        ]
      : []),
    { label: 'host', isIdentifier: true, value: host ?? 'not known' },
    { label: 'client', isIdentifier: true, value: event.client_id ?? 'not sent' },
    {
      label: 'command',
      isIdentifier: true,
      value: joinUntrusted([event.actor?.command, ...(event.actor?.args ?? [])], ' '),
    },
    { label: 'tool version', isIdentifier: true, value: event.actor?.version ?? 'not sent' },
    { label: 'event', isIdentifier: true, value: event.id },
  ];
  return {
    title: [
      ...outcomeCell(event.outcome, theme),
      own(' '),
      ...identifier(event.subject?.package, Math.max(10, columns - 12), { style: 'bold', ascii }),
    ],
    lines: [
      ...reasons.flatMap((reason) =>
        foreignWrapped(reason, columns - 2, { ascii }).map((line, index) => [
          own(index === 0 ? `${theme.glyph('arrow')[0]} ` : '  ', 'warn'),
          ...line,
        ]),
      ),
      ...(reasons.length === 0 ? [] : [[]]),
      ...detailLines([...told, ...fieldsOf(event.raw, TOLD)], columns, ascii),
    ],
  };
}
