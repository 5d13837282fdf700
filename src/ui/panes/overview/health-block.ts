import type { Health } from '../../../contract/health.ts';
import { formatCountdown } from '../../../lib/format-time.ts';
import type { ConnectionState } from '../../../stores/connection-store.ts';
import type { ResourceState } from '../../../stores/resource-store.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own, ruleLine, type Line } from '../../widgets/line.ts';
import type { Block } from './blocks.ts';

/** How the service is, and how much of the request budget is left. */
export function healthBlock(
  health: ResourceState<Health>,
  connection: ConnectionState,
  now: number,
  columns: number,
  theme: Theme,
): Block {
  const { ascii } = theme;
  // A service that does not answer is not ok, whatever it last said.
  const data = connection.state === 'unreachable' ? undefined : health.data;
  const ok = data?.status === 'ok' && health.failure === undefined;
  const label = (text: string) => own(` ${text.padEnd(9)}`, 'dim');
  const service: Line =
    data === undefined
      ? [own(connection.state === 'waiting' ? 'not asked yet' : 'no answer', 'warn')]
      : [
          own(`${theme.glyph('live')} `, ok ? 'good' : 'bad'),
          ...foreign(data.status ?? 'unknown', { style: ok ? 'good' : 'bad', ascii }),
          own('  version ', 'dim'),
          ...foreign(data.version ?? 'unknown', { ascii }),
          own('  database ', 'dim'),
          ...foreign(data.database ?? 'unknown', {
            style: data.database === 'connected' ? 'good' : 'warn',
            ascii,
          }),
        ];
  return [
    ruleLine(columns, theme, [own('Service and budget', 'heading')]),
    [label('service'), ...service],
    [label('budget'), ...budgetLine(connection, now, columns - 12, theme)],
    ...(connection.problem === undefined
      ? []
      : [[label('problem'), ...foreign(connection.problem, { style: 'bad', ascii })]]),
  ];
}

function budgetLine(
  { budget, heldUntil }: ConnectionState,
  now: number,
  columns: number,
  theme: Theme,
): Line {
  if (heldUntil !== undefined && heldUntil > now) {
    return [own(`rate limited, next try in ${formatCountdown(heldUntil - now)}`, 'warn')];
  }
  if (budget === undefined) {
    return [own('the server does not say', 'dim')];
  }
  const resets = budget.resetsAt === undefined ? '' : ` resets ${formatCountdown(budget.resetsAt - now)}`;
  const text = ` ${budget.remaining} of ${budget.limit}${resets}`;
  const room = Math.max(0, Math.min(20, columns - text.length));
  const filled =
    budget.limit === 0 ? 0 : Math.round((room * Math.min(budget.remaining, budget.limit)) / budget.limit);
  return [
    own(theme.glyph('full').repeat(filled), 'good'),
    own(theme.shades[0]?.repeat(room - filled) ?? '', 'dim'),
    own(text),
  ];
}
