import { ACTION_WORDS } from '../../commands/agents/action-words.ts';
import { isUnderWay, progressOf, type AgentRun } from '../../stores/agents/agent-run.ts';
import type { ConnectionState } from '../../stores/connection-store.ts';
import type { OpenBlocks } from '../../stores/events/open-blocks.ts';
import { selectHold } from '../../stores/select-waits.ts';
import type { Mode, ViewState } from '../../stores/view-store.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatCountdown, formatDateTime } from '../../lib/format-time.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { budgetForms } from '../panes/budget.ts';
import type { Style, Theme } from '../theme.ts';
import { chooseForms, leftOut, part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { fit, foreign, identifier, joined, lineColumns, own, type Line } from '../widgets/line.ts';

const MODES: Readonly<Record<Mode, { readonly label: string; readonly style: Style }>> = {
  'read-only': { label: ' RO ', style: 'badge' },
  write: { label: ' WRITE ', style: 'badge-bad' },
  demo: { label: ' DEMO ', style: 'badge-warn' },
};

/** Below so many columns the budget is told without the others of the organization, and without its times. */
const ROOMY = 100;
const NARROW = 70;

/** So much of the limit is plenty: nobody waits for it to be renewed, and a countdown would be restless. */
const PLENTY = 0.8;

function withoutIdleCountdown(connection: ConnectionState, now: number): ConnectionState {
  const { budget } = connection;
  return budget?.resetsAt !== undefined &&
    budget.resetsAt > now &&
    budget.remaining >= PLENTY * budget.limit &&
    budget.refillPerMinute === undefined
    ? { ...connection, budget: { ...budget, resetsAt: undefined } }
    : connection;
}

function budgetFormsOn(columns: number, forms: readonly string[]): readonly string[] {
  return forms.slice(columns >= ROOMY ? 0 : columns >= NARROW ? 1 : 2);
}

/** Whether requests are answered; while they are held back, why, and what happens next. The roomiest form first. */
function liveForms(connection: ConnectionState, now: number, theme: Theme): readonly Line[] {
  const dot = theme.glyph('live');
  const forms = (style: Style, state: string, ...then: readonly string[]): readonly Line[] => [
    ...then.map((text) => [own(`${dot} ${state} ${theme.glyph('separator')} ${text}`, style)]),
    [own(`${dot} ${state}`, style)],
  ];
  const hold = selectHold(connection, now);
  const countdown = hold?.until === undefined ? undefined : formatCountdown(hold.until - now);
  switch (hold?.kind) {
    case 'stopped':
      return forms('bad', 'stopped', 'r tries again');
    case 'refused':
      return countdown === undefined
        ? forms('warn', '429', 'trying now')
        : forms('warn', '429', `tries again in ${countdown}`, `again in ${countdown}`, countdown);
    case 'used-up':
      return countdown === undefined
        ? forms('warn', 'limit used up', 'trying now')
        : forms('warn', 'limit used up', `goes on in ${countdown}`, countdown);
    case 'broken': {
      const state = connection.state === 'unreachable' ? 'no answer' : 'server failing';
      return countdown === undefined
        ? forms('bad', state, 'trying now')
        : forms('bad', state, `asks /health in ${countdown}`, `again in ${countdown}`, countdown);
    }
    case undefined:
      break;
  }
  switch (connection.state) {
    case 'waiting':
      return forms('dim', 'connecting');
    case 'live': {
      // Other requests may be answered: the feed is what people trust to be live.
      const feed = connection.waits.find(({ what }) => what === 'events');
      if (feed === undefined) {
        return forms('good', 'live');
      }
      const again =
        feed.until === undefined ? 'r tries again' : `again in ${formatCountdown(feed.until - now)}`;
      return forms('bad', 'events not read', again);
    }
    case 'failing':
      return forms('bad', 'last request failed');
    case 'unreachable':
      return forms('bad', 'no answer');
  }
}

/** How many blocks wait for somebody, as far as they were read; in fewer words on small screens. */
function waitingPart({ count, isCounting }: OpenBlocks): Part {
  if (count === 0) {
    return isCounting
      ? part(
          [own('counting unacknowledged blocks', 'dim')],
          shorter(5, [own('counting blocks', 'dim')]),
          leftOut(4),
        )
      : part([]);
  }
  const known = `${formatCount(count)}${isCounting ? '+' : ''}`;
  const words = `${known} unacknowledged ${known === '1' ? 'block' : 'blocks'}`;
  return part(
    [own(` ${words}${isCounting ? ', still counting' : ''} `, 'badge-bad')],
    ...(isCounting ? [shorter(6, [own(` ${words} `, 'badge-bad')])] : []),
    shorter(5, [own(` ${known} BLOCK `, 'badge-bad')]),
  );
}

interface StatusFacts {
  readonly health: Untrusted | undefined;
  /** Blocks that nobody has acknowledged. */
  readonly waiting: OpenBlocks;
  /** What was done last with agents. */
  readonly run: AgentRun | undefined;
}

/** The mode as it is always seen, and while changes are allowed for a time, how much of it is left. */
function modeBadge({ mode, access }: Pick<ViewState, 'mode' | 'access'>, now: number): Line {
  const { label, style } = MODES[mode];
  return [
    mode === 'read-only' || access.until === undefined
      ? own(label, style)
      : own(`${label}${formatCountdown(Math.floor((access.until - now) / 1000) * 1000)} `, style),
  ];
}

/** An action on agents while it is under way: it goes on although its dialog may be closed. */
function runPart(run: AgentRun | undefined): Part {
  if (run === undefined || !isUnderWay(run)) {
    return part([]);
  }
  const { done, of } = progressOf(run);
  return part(
    [
      own(
        ` ${ACTION_WORDS[run.action].doing.toLowerCase()} ${formatCount(done)}/${formatCount(of)} `,
        'badge-warn',
      ),
    ],
    shorter(4, [own(` ${formatCount(done)}/${formatCount(of)} `, 'badge-warn')]),
  );
}

/** The first row: organization, mode, live state, health, budget and the clock; the least needed go first. */
export function statusRow(
  view: Pick<ViewState, 'title' | 'mode' | 'access' | 'columns' | 'timeStyle'>,
  connection: ConnectionState,
  { health, waiting, run }: StatusFacts,
  now: number,
  theme: Theme,
): Line {
  const { columns } = view;
  const { ascii } = theme;
  const gap = own('  ');
  const title = Math.max(12, Math.floor(columns / 4));
  const left = joined(
    [[own(' vigil ', 'accent'), ...identifier(view.title, title, { ascii })], modeBadge(view, now)],
    gap,
  );
  const clock = formatDateTime(now, view.timeStyle === 'local' ? 'local' : 'utc').slice(11);
  const budget = budgetFormsOn(columns, budgetForms(withoutIdleCountdown(connection, now), now, theme));
  const [live = [], ...shorterLive] = liveForms(connection, now, theme);
  const [told = [], ...shorterBudget] = budget.map((text): Line => [own(text, 'dim')]);
  // The live state stands at the left and the others at the right, but all of them share one room.
  const { lines } = chooseForms(
    [
      part(live, ...shorterLive.map((form) => shorter(1, form))),
      runPart(run),
      waitingPart(waiting),
      part(health === undefined ? [] : foreign(health, { style: 'dim', ascii }), leftOut(4)),
      part(told, ...shorterBudget.map((form) => shorter(2, form)), leftOut(2)),
      part([own(clock)], leftOut(3)),
    ],
    { columns: columns - lineColumns(left) - 3, gap: 2 },
  );
  const [shown = [], ...right] = lines;
  const end = joined(right, gap);
  const filler = columns - lineColumns(left) - lineColumns(shown) - lineColumns(end) - 3;
  return fit(
    [...left, gap, ...shown, own(' '.repeat(Math.max(1, filler))), ...end, own(' ')],
    columns,
    theme,
  );
}
