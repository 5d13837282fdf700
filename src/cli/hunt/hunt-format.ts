import { formatCount } from '../../lib/format-number.ts';
import { formatMinute } from '../../lib/format-time.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { HostByClient } from '../../stores/base/host-by-client.ts';
import { HUNT_COLUMNS, HUNT_QUERY, recordOfFinding } from '../../stores/hunt/hunt-answer.ts';
import { machineOf, type HuntFinding } from '../../stores/hunt/hunt-findings.ts';
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

const tableOf = (hosts: HostByClient): readonly TextColumn<HuntFinding>[] => [
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
];

/**
 * A line a machine, version and outcome. JSON and CSV have those whose versions could not be compared, too; the table for people is of
 * what is certain.
 */
export function findingLines(
  findings: readonly HuntFinding[],
  hosts: HostByClient,
  flags: RowFlags,
): readonly string[] {
  const printed =
    outputOf(flags) === 'text' ? findings.filter(({ verdict }) => verdict === 'listed') : findings;
  return printed.length === 0 && outputOf(flags) === 'text'
    ? []
    : rowLines(
        printed,
        {
          query: HUNT_QUERY,
          recordOf: (finding) => recordOfFinding(finding, hosts),
          fields: HUNT_COLUMNS,
          table: () => tableOf(hosts),
        },
        flags,
      );
}
