import type { ConnectionState } from '../../stores/connection-store.ts';
import type { Mode, ViewState } from '../../stores/view-store.ts';
import { formatCountdown, formatDateTime } from '../../lib/format-time.ts';
import type { Style, Theme } from '../theme.ts';
import { fit, foreign, joined, lineColumns, own, type Line } from '../widgets/line.ts';

const MODES: Readonly<Record<Mode, { readonly label: string; readonly style: Style }>> = {
  'read-only': { label: ' RO ', style: 'badge' },
  write: { label: ' WRITE ', style: 'badge-bad' },
  demo: { label: ' DEMO ', style: 'badge-warn' },
};

/** The budget in words: `42/60 · resets 0:18`. */
export function budgetText({ budget, heldUntil }: ConnectionState, now: number, theme: Theme): string {
  if (heldUntil !== undefined && heldUntil > now) {
    return `waiting ${formatCountdown(heldUntil - now)}`;
  }
  if (budget === undefined) {
    return '';
  }
  const reset =
    budget.resetsAt === undefined
      ? ''
      : ` ${theme.glyph('separator')} resets ${formatCountdown(budget.resetsAt - now)}`;
  return `${budget.remaining}/${budget.limit}${reset}`;
}

function liveState(connection: ConnectionState, now: number, theme: Theme): Line {
  const dot = theme.glyph('live');
  if (connection.stopped !== undefined) {
    return [own(`${dot} stopped`, 'bad')];
  }
  if (connection.heldUntil !== undefined && connection.heldUntil > now) {
    return [own(`${dot} rate limited`, 'warn')];
  }
  switch (connection.state) {
    case 'waiting':
      return [own(`${dot} connecting`, 'dim')];
    case 'live':
      return [own(`${dot} live`, 'good')];
    case 'failing':
      return [own(`${dot} server errors`, 'bad')];
    case 'unreachable':
      return [own(`${dot} no answer`, 'bad')];
  }
}

/** The first row: organization, mode, live state, health, budget and the clock; the least needed go first. */
export function statusRow(
  view: Pick<ViewState, 'title' | 'mode' | 'columns' | 'timeStyle'>,
  connection: ConnectionState,
  health: string | undefined,
  now: number,
  theme: Theme,
): Line {
  const mode = MODES[view.mode];
  const name: Line = [own(' vigil ', 'accent'), ...foreign(view.title, { ascii: theme.ascii })];
  const badge: Line = [own(mode.label, mode.style)];
  const live = liveState(connection, now, theme);
  const clock: Line = [
    own(`${formatDateTime(now, view.timeStyle === 'local' ? 'local' : 'utc').slice(11)} `),
  ];
  const budget = budgetText(connection, now, theme);
  const right: Line[] = [
    health === undefined ? [] : foreign(health, { style: 'dim', ascii: theme.ascii }),
    budget === '' ? [] : [own(budget, connection.heldUntil !== undefined ? 'warn' : 'dim')],
    clock,
  ];
  const gap = own('  ');
  const left = joined([name, badge, live], gap);
  for (let dropped = 0; dropped < right.length; dropped++) {
    const end = joined(right.slice(dropped), gap);
    const room = view.columns - lineColumns(left) - lineColumns(end);
    if (room >= 1) {
      return [...left, own(' '.repeat(room)), ...end];
    }
  }
  return fit(left, view.columns, theme);
}
