import type { Agent } from '../../contract/agent.ts';
import { asSent } from '../../contract/size-gate.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import type { FormulaHandling } from '../../lib/csv.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { formatAgo, formatDateTime, parseTime } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, joinUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { textAsSent } from '../../lib/sent-time.ts';
import {
  besides,
  drawn,
  drawnWhole,
  trusted,
  type Look,
  type Drawn,
  type TextStyle,
} from '../output/styled-text.ts';
import { columnsAt, csvHeader, csvRecord } from '../../lib/record-formats/record-columns.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import { textRecord } from '../output/record-columns.ts';
import { aligned } from '../output/table-lines.ts';
import { AGENT_COLUMNS } from '../../stores/base/record-columns.ts';

/** An agent as the server sent it, unknown fields too, as a line of ASCII JSON. */
export function agentJson({ raw }: Agent): string {
  return asciiJson(asSent(raw));
}

/** Agents as CSV with a line of names. What could act on a terminal or deceive a reader is escaped. */
export function agentsCsv(
  agents: readonly Agent[],
  formulas: FormulaHandling,
  columns: readonly RecordColumn[] = columnsAt(AGENT_COLUMNS),
): readonly string[] {
  return [
    csvHeader(columns),
    ...agents.map(({ raw }) => csvRecord(raw, { columns, kind: 'agent' }, formulas)),
  ];
}

/** Agents in these columns for people, under their names. */
export function agentsColumnsText(
  agents: readonly Agent[],
  columns: readonly RecordColumn[],
  style: TextStyle,
): readonly string[] {
  return [undefined, ...agents.map(({ raw }) => raw)].map((record) =>
    textRecord(record, columns, 'agent', style),
  );
}

const STATUS_LOOKS: ReadonlyMap<
  string | undefined,
  { readonly shape: string; readonly ascii: string; readonly look?: Look }
> = new Map([
  ['active', { shape: '●', ascii: '*' }],
  ['suspended', { shape: '❚❚', ascii: '||', look: 'warning' }],
  ['deleted', { shape: '✖', ascii: 'X' }],
]);
const OTHER_STATUS = { shape: '◇', ascii: '?', look: 'warning' } as const;

function statusText(status: Untrusted | undefined, style: TextStyle): Drawn {
  const { shape, ascii, look } = STATUS_LOOKS.get(status) ?? OTHER_STATUS;
  const sign = trusted((style.ascii ? ascii : shape).padEnd(3), style, look);
  const word = drawn(status ?? asUntrusted('none'), 'ident', style, look);
  return besides([sign, word]);
}

/** The names of the columns of `agentsText` on a pipe, where all lists have such a line. */
export const AGENT_TITLES = ['STATUS', 'HOST', 'ID', 'USER', 'OS', 'VERSION', 'SEEN', 'CLONE'].join('\t');

/**
 * Agents as aligned lines for people: status as a shape and a word, hostname, id, user, system, version, when it was last
 * seen by the server's word, and whether it is a clone.
 */
export function agentsText(
  agents: readonly Agent[],
  style: TextStyle,
  now: number,
  indent = '',
): readonly string[] {
  const cell = (text: Untrusted | undefined, look?: Look) =>
    drawn(text === undefined || text === '' ? asUntrusted('-') : text, 'ident', style, look);
  const { layout } = style;
  const hasSeen = layout.kind !== 'terminal' || layout.columns >= ROOM_FOR_SEEN;
  const rows = agents.map((agent) => [
    statusText(agent.status, style),
    cell(agent.hostname, 'bold'),
    cell(agent.id),
    cell(agent.username),
    cell(joinUntrusted([agent.os, agent.arch], '/')),
    cell(agent.version),
    ...(hasSeen ? [seenText(agent, now, style)] : []),
    trusted(agent.clone_detected === true ? 'CLONE' : '', style, 'alarm'),
  ]);
  return aligned(rows, style, { indent, keepsFirst: true });
}

/** On a terminal of fewer columns it is not said when an agent was seen: cut, that says nothing. */
const ROOM_FOR_SEEN = 80;

/** On a terminal of fewer columns only the age stands there, since names need the room. */
const ROOM_FOR_DATES = 140;

function seenText({ last_seen_at: lastSeen, raw }: Agent, now: number, style: TextStyle): Drawn {
  const time = parseTime(lastSeen);
  if (time === undefined) {
    const sent = textAsSent(raw['last_seen_at']);
    return sent === ''
      ? trusted('seen: not known', style)
      : drawn(untrustedText`seen: no time: ${sent}`, profileOf('agent', 'last_seen_at'), style);
  }
  const { layout } = style;
  const age = formatAgo(now - time);
  return trusted(
    layout.kind === 'terminal' && layout.columns < ROOM_FOR_DATES
      ? `seen ${age}`
      : `seen ${formatDateTime(time, 'utc')} (${age})`,
    style,
  );
}

/** All that the server sent of an agent, a field a line. */
export function agentText({ raw }: Agent, style: TextStyle): readonly string[] {
  return aligned(
    flatEntries(raw).map(([name, value]) => [
      drawn(asUntrusted(name), 'ident', style),
      drawnWhole(
        asUntrusted(typeof value === 'string' ? value : jsonText(value)),
        typeof value === 'string' ? profileOf('agent', name) : 'cell',
        style,
      ),
    ]),
    style,
    { wrapsLast: true },
  );
}
