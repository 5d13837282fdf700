import { formatCount } from '../../lib/format-number.ts';
import { formatMinute } from '../../lib/format-time.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { HostByClient } from '../../stores/base/host-by-client.ts';
import {
  HUNT_COLUMNS,
  HUNT_QUERY,
  recordOfFinding,
  type SessionsOfMachines,
} from '../../stores/hunt/hunt-answer.ts';
import { machineOf, type HuntFinding } from '../../stores/hunt/hunt-findings.ts';
import { idOfSession, sessionsOfFinding } from '../../stores/hunt/session-of-finding.ts';
import { outputOf } from '../session/output-name.ts';
import { rowLines, type RowFlags, type TextColumn } from '../session/row-lines.ts';
import { besides, drawn, trusted, type Drawn, type TextStyle } from '../output/styled-text.ts';

function text(value: Untrusted | undefined, path: string, style: TextStyle): Drawn {
  const shown = value === undefined || value === '' ? asUntrusted('-') : value;
  return drawn(shown, profileOf('event', path), style);
}

/** An audit is no install, and says so. */
function outcome({ outcome: named, type }: HuntFinding, style: TextStyle): Drawn {
  const word: Untrusted = named ?? asUntrusted('-');
  const cell = drawn(word, profileOf('event', 'outcome'), style, named === 'block' ? undefined : 'bold');
  return type === 'audit' ? besides([cell, trusted(' (audit)', style)]) : cell;
}

const time = (at: number | undefined, style: TextStyle) =>
  trusted(at === undefined ? '-' : formatMinute(at, 'utc'), style);

/** So many characters of an id distinguish a session for people; a pipe gets all of it. */
const SHORT_ID = 8;

/** The session that ran it, with its branch, where one fits and no other. */
function sessionCell(finding: HuntFinding, sessions: SessionsOfMachines, style: TextStyle): Drawn {
  const known = finding.client === undefined ? undefined : sessions.get(finding.client);
  const found = known && sessionsOfFinding(finding, known);
  const [only, ...others] = found?.sessions ?? [];
  if (only === undefined || others.length > 0) {
    return trusted(only === undefined ? '-' : 'several', style);
  }
  const id = idOfSession(only);
  const isLong = style.layout.kind !== 'pipe' && id.length > SHORT_ID + 4;
  return besides([
    drawn(isLong ? asUntrusted(id.slice(0, SHORT_ID)) : id, profileOf('session', 'session_id'), style),
    trusted(isLong ? (style.ascii ? '...' : '…') : '', style),
    ...(only.git_branch === undefined
      ? []
      : [trusted(' ', style), drawn(only.git_branch, profileOf('session', 'git_branch'), style)]),
  ]);
}

const tableOf = (hosts: HostByClient, sessions: SessionsOfMachines): readonly TextColumn<HuntFinding>[] => [
  {
    title: 'MACHINE',
    cell: (finding, style) =>
      drawn(asUntrusted(machineOf(finding, hosts) ?? '-'), profileOf('agent', 'hostname'), style, 'bold'),
  },
  { title: 'PACKAGE', cell: (finding, style) => text(finding.package, 'subject.package', style) },
  { title: 'VERSION', cell: ({ version }, style) => text(version, 'subject.version', style) },
  { title: 'OUTCOME', cell: outcome },
  { title: 'TIMES', isFigure: true, cell: ({ count }, style) => trusted(formatCount(count), style) },
  { title: 'FIRST', from: 100, cell: ({ first }, style) => time(first, style) },
  { title: 'LAST', cell: ({ last }, style) => time(last, style) },
  { title: 'SESSION', from: 120, cell: (finding, style) => sessionCell(finding, sessions, style) },
];

/** A line a machine, version and outcome, under their names; none where there is no finding. */
export function findingLines(
  findings: readonly HuntFinding[],
  hosts: HostByClient,
  sessions: SessionsOfMachines,
  flags: RowFlags,
): readonly string[] {
  return findings.length === 0 && outputOf(flags) === 'text'
    ? []
    : rowLines(
        findings,
        {
          query: HUNT_QUERY,
          recordOf: (finding) => recordOfFinding(finding, hosts, sessions),
          fields: HUNT_COLUMNS,
          table: () => tableOf(hosts, sessions),
        },
        flags,
      );
}
