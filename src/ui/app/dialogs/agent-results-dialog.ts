import { ACTION_WORDS, agentCount, nameOf } from '../../../commands/agents/action-words.ts';
import { listedItems, resultCursor } from '../../../commands/agents/results.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatCountdown } from '../../../lib/format-time.ts';
import {
  countStates,
  isUnderWay,
  progressOf,
  timeLeft,
  type AgentRun,
  type ItemState,
  type RunItem,
} from '../../../stores/agents/agent-run.ts';
import type { AgentResultsDialog } from '../../../stores/dialog.ts';
import { selectHold } from '../../../stores/select-waits.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import {
  cutWithMark,
  fit,
  fitLines,
  foreign,
  foreignWrapped,
  identifier,
  joined,
  own,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import type { DialogContext } from './dialog-context.ts';

const STATE_LOOKS: Readonly<Record<ItemState, { readonly shape: Glyph; readonly style: Style }>> = {
  waiting: { shape: 'unread', style: 'dim' },
  'under way': { shape: 'arrow', style: 'accent' },
  confirmed: { shape: 'done', style: 'good' },
  contradicted: { shape: 'block', style: 'bad' },
  unknown: { shape: 'unknown', style: 'warn' },
  refused: { shape: 'review', style: 'warn' },
  skipped: { shape: 'separator', style: 'dim' },
};

const STATE_COLUMNS = 15;
const BAR = 30;
/** The whole sentence of the agent under the cursor takes so many rows at most. */
const SENTENCE_ROWS = 3;

/** How far an action on agents has come, what became of each, and what can be done about it. */
export function agentResultsLines(
  dialog: AgentResultsDialog,
  context: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const { commands, theme } = context;
  const { run } = commands.stores.agentRun.getState();
  if (run === undefined) {
    return fitLines(
      [ruleLine(columns, theme, [own('Results', 'heading')]), [own(' Nothing was done yet.')]],
      rows,
    );
  }
  const items = listedItems(run, dialog);
  const cursor = resultCursor(items, dialog);
  const head = [
    titleLine(run, columns, theme),
    progressLine(run, context, columns),
    ...stateLines(run, context, columns),
  ];
  const selected = items[cursor];
  const sentence = selected === undefined ? [] : sentenceLines(selected, columns, theme);
  const foot = [...sentence.slice(0, SENTENCE_ROWS), keysLine(run, dialog)];
  const room = Math.max(1, rows - head.length - foot.length);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), items.length - room));
  const list = items
    .slice(top, top + room)
    .map((item, index) => itemLine(item, { selected: top + index === cursor, columns, theme }));
  const empty: Line = [own('  No agent is otherwise than wanted.', 'dim')];
  return fitLines([...head, ...fitLines(items.length === 0 ? [empty] : list, room), ...foot], rows);
}

const PHASE_WORDS: Readonly<Record<AgentRun['phase'], string>> = {
  running: 'under way',
  stopping: 'stopping',
  cancelled: 'stopped by you',
  stopped: 'stopped',
  done: 'done',
};

function titleLine({ action, items, isUndo, phase }: AgentRun, columns: number, theme: Theme): Line {
  const { doing } = ACTION_WORDS[action];
  const what = isUndo ? `Undo: ${doing.toLowerCase()}` : doing;
  return ruleLine(columns, theme, [
    own(`${what} ${agentCount(items.length)}: ${PHASE_WORDS[phase]}`, 'heading'),
  ]);
}

function progressLine(run: AgentRun, { commands, theme }: DialogContext, columns: number): Line {
  const { done, of } = progressOf(run);
  const room = Math.max(4, Math.min(BAR, columns - 46));
  const full = of === 0 ? room : Math.round((room * done) / of);
  const left = isUnderWay(run) && theme.sideBySide ? timeLeft(run, commands.clock.monotonic()) : undefined;
  return [
    own(' '),
    own(theme.glyph('full').repeat(full), 'accent'),
    own(theme.glyph('separator').repeat(room - full), 'dim'),
    own(`  ${formatCount(done)} of ${formatCount(of)}`),
    ...(left === undefined ? [] : [own(`  about ${formatCountdown(left)} left`, 'dim')]),
  ];
}

/** What is under way, or how it ended, and how many agents are in which state. */
function stateLines(
  run: AgentRun,
  { commands, theme, now }: DialogContext,
  columns: number,
): readonly Line[] {
  const counts = countStates(run);
  const told = joined(
    (['confirmed', 'contradicted', 'unknown', 'refused', 'skipped', 'waiting'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => [
        own(
          `${theme.glyph(STATE_LOOKS[state].shape)} ${formatCount(counts[state])} ${state}`,
          STATE_LOOKS[state].style,
        ),
      ]),
    own('  '),
  );
  return [
    cutWithMark([own(' '), ...told], columns, theme),
    ...phaseLines(run, columns, theme, hold(commands, now)),
  ];
}

/** Until the server may be asked again, in milliseconds; undefined when nothing keeps it from that. */
function hold({ stores }: DialogContext['commands'], now: number): number | undefined {
  const until = selectHold(stores.connection.getState(), now)?.until;
  return until === undefined || until <= now ? undefined : until - now;
}

function phaseLines(run: AgentRun, columns: number, theme: Theme, held: number | undefined): readonly Line[] {
  const { phase, stop } = run;
  switch (phase) {
    case 'running':
      return held === undefined
        ? []
        : [[own(` The server is not asked for ${formatCountdown(held)}; it goes on then.`, 'warn')]];
    case 'stopping':
      return [[own(' Stopping: the one under way is finished, no other begins.', 'warn')]];
    case 'cancelled':
      return [[own(' Stopped by you; r goes on with the rest.', 'warn')]];
    case 'stopped': {
      const again =
        held === undefined
          ? 'r goes on with the rest.'
          : `The server can be asked again in ${formatCountdown(held)}; r goes on with the rest then.`;
      return [
        ...foreignWrapped(`Stopped: ${stop ?? ''}`, columns - 2, { style: 'bad', ascii: theme.ascii })
          .slice(0, SENTENCE_ROWS)
          .map((line) => [own(' '), ...line]),
        [own(` ${again}`, 'warn')],
      ];
    }
    case 'done':
      return [];
  }
}

function itemLine(
  { agent, state, sentence }: RunItem,
  {
    selected,
    columns,
    theme,
  }: { readonly selected: boolean; readonly columns: number; readonly theme: Theme },
): Line {
  const { shape, style } = STATE_LOOKS[state];
  const { ascii } = theme;
  const nameColumns = Math.max(12, Math.min(28, Math.floor(columns / 4)));
  const room = columns - STATE_COLUMNS - nameColumns - 4;
  return [
    selected ? own(theme.glyph('gutter').padEnd(2), 'accent') : own('  '),
    ...fit([own(`${theme.glyph(shape)} ${state}`, style)], STATE_COLUMNS, theme),
    ...fit(
      identifier(nameOf(agent), nameColumns, { style: selected ? 'bold' : 'plain', ascii }),
      nameColumns,
      theme,
    ),
    own('  '),
    ...cutWithMark(foreign(sentence, { style: 'dim', ascii }), room, theme),
  ];
}

/** What happened to an agent in full, and which agent that is. */
function sentenceLines({ agent, sentence }: RunItem, columns: number, theme: Theme): readonly Line[] {
  const { ascii } = theme;
  return [
    [own(' '), ...identifier(agent.id, columns - 2, { style: 'dim', ascii })],
    ...foreignWrapped(sentence, columns - 2, { ascii })
      .slice(0, SENTENCE_ROWS - 1)
      .map((line) => [own(' '), ...line]),
  ];
}

function keysLine(run: AgentRun, { onlyProblems }: AgentResultsDialog): Line {
  const key = (chord: string, does: string): Line => [own(chord, 'key'), own(` ${does}`)];
  const underWay = isUnderWay(run);
  const parts: readonly Line[] = [
    ...(underWay
      ? [key('Esc', 'stops after this one'), key('q', 'leaves it running')]
      : [key('Esc', 'closes')]),
    ...(!underWay && run.items.some(({ state }) => state === 'waiting') ? [key('r', 'goes on')] : []),
    ...(!underWay && run.items.some(({ mayResend }) => mayResend) ? [key('s', 'sends again')] : []),
    key('f', onlyProblems ? 'all' : 'only problems'),
    key('y', 'copies'),
    key('x', 'exports'),
  ];
  return [own(' '), ...joined(parts, own(`  `))];
}
