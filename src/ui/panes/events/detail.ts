import { clocksBelow } from '../clock-room.ts';
import { type Zone } from '../../../lib/zoned-time.ts';
import type { Agent } from '../../../contract/agent.ts';
import { OUTCOMES } from '../../../contract/values.ts';
import { formatClock, formatDateTime, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { jsonText } from '../../../lib/json-text.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { joinUntrusted } from '../../../lib/untrusted.ts';
import { sentForTime, type EventRow } from '../../../stores/events/event-row.ts';
import type { EventFacts } from '../../../stores/events/event-facts.ts';
import type { Theme } from '../../theme.ts';
import { detailLines, fieldsOf, timesIn, type DetailField } from '../../widgets/detail.ts';
import { untrusted, untrustedWrapped, identifier, trusted, ruleLine, type Line } from '../../widgets/line.ts';
import { eventClockMarked } from '../event-time.ts';
import { outcomeCell } from '../outcome.ts';

/** So many events of a row are listed at once, around the one that is shown. */
const LISTED = 12;

interface Looks {
  readonly columns: number;
  readonly theme: Theme;
  readonly timeStyle: TimeStyle;
  readonly now: number;
}

/**
 * The detail of an event: why first, then who and what, then every other field that the server sent, then the others that
 * its row stands for, and at the end, if wanted, the event as it was sent.
 */
export function eventDetail(
  facts: EventFacts,
  looks: Looks,
): { readonly title: Line; readonly lines: readonly Line[] } {
  const { event, repeats } = facts;
  const { columns, theme } = looks;
  const { ascii } = theme;
  const { subject } = event.event;
  return {
    title: [
      ...outcomeCell(event.event.outcome, theme),
      trusted(' '),
      ...identifier(subject?.package, Math.max(10, columns - 12), { style: 'bold', ascii }),
    ],
    lines: [
      ...reasonLines(event, looks),
      ...(repeats.length > 1 ? [repeatsLine(facts, looks)] : []),
      ...detailLines(
        [...knownFields(facts, looks), ...timesIn(zoneOf(looks.timeStyle), otherFields(event))],
        columns,
        ascii,
      ),
      ...(repeats.length > 1 ? [NO_LINE, ...repeatLines(facts, looks)] : []),
      ...rawLines(facts, looks),
    ],
  };
}

const NO_LINE: Line = [];

function reasonLines({ event }: EventRow, { columns, theme }: Looks): readonly Line[] {
  const reasons = event.payload?.reasons ?? [];
  const lines = reasons.flatMap((reason) =>
    untrustedWrapped(reason, columns - 2, { ascii: theme.ascii }).map((line, index) => [
      trusted(index === 0 ? `${theme.glyph('arrow')[0]} ` : '  ', 'warn'),
      ...line,
    ]),
  );
  return lines.length === 0 ? [] : [...lines, []];
}

function knownFields(
  { event: row, agent, ...facts }: EventFacts,
  { timeStyle, theme }: Looks,
): DetailField[] {
  const { event } = row;
  const named = (label: string, value: unknown): DetailField => ({
    label,
    isIdentifier: true,
    value: value ?? 'not sent',
  });
  return [
    { ...named('package', event.subject?.package), style: 'bold' },
    named('version', event.subject?.version),
    named('ecosystem', event.subject?.ecosystem),
    named('type', event.type),
    ...timeFields(row, zoneOf(timeStyle)),
    ...(row.isLate
      ? [
          {
            label: 'late',
            value: 'came in late: events of this time had been read already',
            style: 'warn' as const,
          },
        ]
      : []),
    ...(facts.isGone
      ? [
          {
            label: 'gone',
            value: 'the server does not list it any more; it stays here as it was read',
            style: 'bad' as const,
          },
        ]
      : []),
    ...(facts.isChanged
      ? [
          {
            label: 'changed',
            value: 'the server changed it since it was first read; this is the newest version',
            style: 'warn' as const,
          },
        ]
      : []),
    ...attentionField(row, facts, zoneOf(timeStyle), theme),
    ...(facts.note === undefined ? [] : [{ label: 'note', value: facts.note.text, style: 'bold' as const }]),
    { label: 'host', isIdentifier: true, value: agent?.hostname ?? 'not known' },
    named('command', joinUntrusted([event.actor?.command, ...(event.actor?.args ?? [])], ' ')),
    named('tool', event.actor?.version),
    ...agentFields(agent),
    named('client', event.client_id),
    named('id', event.id),
  ];
}

/** When it happened; what is no time is shown as it was sent, and where its row stands. */
function timeFields(row: EventRow, zone: Zone): readonly DetailField[] {
  const sent = sentForTime(row);
  const time = formatDateTime(row.time, zone);
  return sent === undefined
    ? [{ label: 'time', value: time }]
    : [
        { label: 'time', isIdentifier: true, value: sent === '' ? 'not sent' : sent, style: 'warn' },
        { label: 'no time', value: `its row stands where it was read, at ${time}`, style: 'warn' },
      ];
}

function agentFields(agent: Agent | undefined): readonly DetailField[] {
  if (agent === undefined) {
    return [];
  }
  const { status, username, os, arch, version, clone_detected: isClone, clone_reason: reason } = agent;
  return [
    {
      label: 'agent',
      isIdentifier: true,
      value: joinUntrusted([status, version], ' '),
      ...(status === 'active' ? {} : { style: 'warn' as const }),
    },
    { label: 'user', isIdentifier: true, value: username ?? 'not sent' },
    { label: 'system', isIdentifier: true, value: joinUntrusted([os, arch], ' ') },
    ...(isClone === true
      ? [{ label: 'clone', value: reason ?? 'detected, the reason was not sent', style: 'warn' as const }]
      : []),
  ];
}

/** Whether somebody has dealt with it; of what nobody is waited for with, only blocks say why. */
function attentionField(
  { event, time }: EventRow,
  {
    isOpen,
    isAcknowledged,
    acknowledgedAt,
    since,
  }: Pick<EventFacts, 'isOpen' | 'isAcknowledged' | 'acknowledgedAt' | 'since'>,
  zone: Zone,
  theme: Theme,
): readonly DetailField[] {
  const key = theme.keyOf('events.acknowledge');
  const field = (value: string, style: DetailField['style'] = 'dim'): readonly DetailField[] => [
    { label: 'attention', value, ...(style === undefined ? {} : { style }) },
  ];
  if (isOpen) {
    return field(`waits to be acknowledged; ${key} does it`, 'block');
  }
  if (isAcknowledged) {
    const when = acknowledgedAt === undefined ? '' : ` at ${formatDateTime(acknowledgedAt, zone)}`;
    return field(`acknowledged on this host${when}; ${key} takes it back`);
  }
  return event.outcome === 'block' && since !== undefined && time <= since
    ? field(`older than the first look from this host (${formatDateTime(since, zone)}): not counted`)
    : [];
}

/** What else the server sent, and what stands above in part only, such as a version that is no text. */
function otherFields({ event }: EventRow): readonly DetailField[] {
  const { subject, actor, payload } = event;
  const sent = event.raw as { readonly payload?: { reasons?: unknown }; readonly actor?: { args?: unknown } };
  const isShown: Readonly<Record<string, boolean>> = {
    id: true,
    timestamp: true,
    type: event.type !== undefined,
    outcome: OUTCOMES.some((outcome) => outcome === event.outcome),
    client_id: event.client_id !== undefined,
    'subject.package': subject?.package !== undefined,
    'subject.version': subject?.version !== undefined,
    'subject.ecosystem': subject?.ecosystem !== undefined,
    'actor.command': actor?.command !== undefined,
    'actor.args': isWhole(actor?.args, sent.actor?.args),
    'actor.version': actor?.version !== undefined,
    'payload.reasons': isWhole(payload?.reasons, sent.payload?.reasons),
  };
  return fieldsOf(
    event.raw,
    'event',
    new Set(Object.keys(isShown).filter((path) => ownValue(isShown, path) === true)),
  );
}

function isWhole(texts: readonly string[] | undefined, sent: unknown): boolean {
  return texts !== undefined && Array.isArray(sent) && texts.length === sent.length;
}

function repeatsLine({ event, repeats }: EventFacts, { theme }: Looks): Line {
  const place = repeats.indexOf(event) + 1;
  const times = `${theme.glyph('times')}${formatCount(repeats.length)}`;
  return [
    trusted(times, 'accent'),
    trusted(` the same again; this is ${formatCount(place)} of them, `),
    trusted(theme.keyOf('events.next-repeat'), 'key'),
    trusted(' and '),
    trusted(theme.keyOf('events.previous-repeat'), 'key'),
    trusted(' show the others'),
  ];
}

/** The events of the row, around the one that is shown. */
function repeatLines({ event, repeats }: EventFacts, looks: Looks): readonly Line[] {
  const { columns, theme, timeStyle, now } = looks;
  const place = Math.max(0, repeats.indexOf(event));
  const first = Math.max(0, Math.min(place - LISTED / 2, repeats.length - LISTED));
  const clock = (row: EventRow | undefined) =>
    row === undefined ? '' : formatClock(row.time, now, zoneOf(timeStyle));
  const title: Line = [
    trusted(`${formatCount(repeats.length)} events`, 'heading'),
    trusted(` from ${clock(repeats.at(-1))} to ${clock(repeats[0])}`, 'dim'),
  ];
  const listed = repeats.slice(first, first + LISTED);
  const clockOf = clocksBelow(
    listed.map(({ time }) => time),
    now,
    zoneOf(timeStyle),
  );
  const left = repeats.length - first - LISTED;
  return [
    ruleLine(columns, theme, title),
    ...(first > 0 ? [[trusted(`  ${formatCount(first)} newer`, 'dim')]] : []),
    ...listed.map((row, index): Line => [
      first + index === place ? trusted(`${theme.glyph('gutter')} `, 'accent') : trusted('  '),
      ...eventClockMarked(row, clockOf(row.time).length, {
        now,
        timeStyle: zoneOf(timeStyle),
        theme,
        style: 'dim',
      }),
      trusted(' '),
      ...untrusted(row.id, { profile: 'ident', ascii: theme.ascii }),
    ]),
    ...(left > 0 ? [[trusted(`  ${formatCount(left)} older`, 'dim')]] : []),
  ];
}

function rawLines({ event, raw }: EventFacts, { columns, theme }: Looks): readonly Line[] {
  if (!raw) {
    return [
      [],
      [trusted(theme.keyOf('events.toggle-raw'), 'key'), trusted(' shows it as it was sent', 'dim')],
    ];
  }
  return [
    [],
    ruleLine(columns, theme, [trusted('as it was sent', 'heading')]),
    ...untrustedWrapped(jsonText(event.event.raw, 2), columns, { ascii: theme.ascii }),
  ];
}
