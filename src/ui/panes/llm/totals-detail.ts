import { formatCount } from '../../../lib/format-number.ts';
import type { DiscoveredFields } from '../../../stores/llm/llm-fields.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import type { Theme } from '../../theme.ts';
import { fit, untrusted, trusted, type Line } from '../../widgets/line.ts';
import type { Detail } from '../list-pane.ts';
import { amountLine, costLine } from '../amounts.ts';
import { totalsName } from './totals-columns.ts';

const LABEL_COLUMNS = 14;

/** Some totals one by one, each with the field it was made of and how many of the calls have it. */
export function totalsDetail(
  totals: LlmTotals,
  fields: DiscoveredFields,
  counted: Completeness,
  columns: number,
  theme: Theme,
): Detail {
  const { ascii } = theme;
  const { calls, known, latencyUnit: unit } = totals;
  const latency = (value: number | undefined): Line => [
    ...amountLine(value),
    trusted(
      value === undefined ? '' : ` ${unit ?? '(the data names no unit)'}`,
      unit === undefined ? 'dim' : 'plain',
    ),
  ];
  const line = (label: string, value: Line): Line => [
    ...fit([trusted(label, 'dim')], LABEL_COLUMNS, { ascii }),
    ...value,
  ];
  const from = (field: string | undefined, count: number): Line =>
    line(
      '',
      field === undefined
        ? [trusted('no field of the data looks like it', 'dim')]
        : [
            trusted('from ', 'dim'),
            ...untrusted(field, { profile: 'ident', style: 'dim', ascii }),
            trusted(
              `, given by ${formatCount(count)} of ${formatCount(calls)}`,
              count < calls ? 'warn' : 'dim',
            ),
          ],
    );
  const isMixed = totals.cost === undefined && known.cost > 0;
  return {
    title: totalsName(totals, counted, columns, theme),
    lines: [
      line('calls', [...amountLine(calls), trusted(measureForms(counted)[0], 'warn')]),
      line('errors', amountLine(totals.errors)),
      from(fields.status, known.errors),
      line('tokens in', amountLine(totals.inputTokens)),
      from(fields.inputTokens, known.inputTokens),
      line('tokens out', amountLine(totals.outputTokens)),
      from(fields.outputTokens, known.outputTokens),
      line('cost', isMixed ? [trusted('n/a: several currencies', 'warn')] : costLine(totals, theme)),
      ...(totals.cost === undefined || totals.currency !== undefined
        ? []
        : [line('', [trusted('the data names no currency', 'dim')])]),
      from(fields.cost, known.cost),
      line('latency p50', latency(totals.medianLatency)),
      line('p95', latency(totals.slowLatency)),
      line('p99', latency(totals.slowestLatency)),
      from(fields.latency, known.latency),
      [],
      [trusted(`${theme.keyOf('llm.open')} shows these calls`, 'dim')],
    ],
  };
}
