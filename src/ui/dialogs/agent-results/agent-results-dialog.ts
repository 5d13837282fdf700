import { ACTION_WORDS, agentCount, nameOf, saidOf } from '../../../commands/agents/action-words.ts';
import { listedItems, resultCursor } from '../../../commands/agents/results.ts';
import type { Agent } from '../../../contract/agent.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatCountdown, zoneOf } from '../../../lib/format-time.ts';
import { momentsIn } from '../../../lib/sentence-moments.ts';
import { named } from '../../../lib/named.ts';
import { quoting, type Quoted, type Sentence } from '../../../lib/untrusted.ts';
import { agentsById } from '../../../stores/agents/agent-action.ts';
import { distinguishingIdsOf, type PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import {
  countStates,
  isLeft,
  isUnderWay,
  progressOf,
  timeLeft,
  type AgentRun,
  type ItemState,
  type RunItem,
} from '../../../stores/agents/agent-run.ts';
import { laterState } from '../../../stores/agents/later-state.ts';
import type { AgentResultsDialog } from '../../../stores/view/dialog-states.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import {
  cutWithMark,
  fit,
  fitLines,
  untrusted,
  untrustedWrapped,
  identifier,
  joined,
  trusted,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import { agentName } from '../../panes/agent-cells.ts';
import { runStepLabels } from '../../panes/run-step-labels.ts';
import { HOLD_WORDS, holdLeft, type HoldLeft } from '../base/hold-words.ts';
import { closeKeys } from '../base/shown-keys.ts';
import { wholeBody, type DialogContext, type PaintedView } from '../base/dialog-view.ts';

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
/** A name that is said is not cut unless it is as long as a file. */
const MOST_SAID = 200;
/** The sentence of the agent under the cursor takes so many rows, and what a short list leaves. */
const SENTENCE_ROWS = 3;

/** How far an action on agents has come, what became of each, and what can be done about it. */
export const agentResultsView: PaintedView<AgentResultsDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: wholeBody,
  paint: (dialog, context, size) => ({ lines: agentResultsLines(dialog, context, size) }),
};

export function agentResultsLines(
  dialog: AgentResultsDialog,
  context: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const { commands, theme } = context;
  const { run } = commands.stores.agentRun.getState();
  if (run === undefined) {
    return fitLines(
      [ruleLine(columns, theme, [trusted('Results', 'heading')]), [trusted(' Nothing was done yet.')]],
      rows,
    );
  }
  const items = listedItems(run, dialog);
  const cursor = resultCursor(items, dialog);
  const head = [
    titleLine(run, columns, theme),
    // The counts of each state say the same.
    ...(theme.sideBySide ? [progressLine(run, context, columns)] : []),
    ...stateLines(run, context, { columns, rows }),
  ];
  const selected = items[cursor];
  const ids = distinguishingIdsOf(agentsOf(run.items), commands.stores.agents.getState().data);
  const byId = agentsById(commands.stores.agents.getState().data);
  const zone = zoneOf(commands.stores.view.getState().timeStyle);
  const shownSentence = (item: RunItem): Sentence => {
    const step = runStepLabels(item.step, context.now);
    return step === undefined
      ? momentsIn(
          zone,
          sentenceOf(item, laterState(item, run, byId)),
          item.saidAt ?? context.now,
          context.now,
        )
      : `${step.now}; ${step.next}`;
  };
  // Where rows are read one after the other, each says its own sentence whole.
  const sentence =
    selected === undefined || !theme.sideBySide
      ? []
      : sentenceLines(selected, shownSentence(selected), columns, theme);
  // What is left of a short list holds more of what happened.
  const free = Math.max(SENTENCE_ROWS, rows - head.length - items.length - 1);
  const foot = [...sentence.slice(0, free), keysLine(run, dialog, columns, theme)];
  const room = Math.max(1, rows - head.length - foot.length);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), items.length - room));
  const list = items.slice(top, top + room).map((item, index) =>
    itemLine(item, shownSentence(item), {
      isSelected: top + index === cursor,
      id: ids.get(item.agent.id),
      columns,
      theme,
    }),
  );
  const empty: Line = [trusted('  No agent has a problem.', 'dim')];
  return fitLines([...head, ...fitLines(items.length === 0 ? [empty] : list, room), ...foot], rows);
}

/** The same list for as long as nothing is added to it, since the ids of twins are looked for in it. */
const agentsOf = memoizeLast((items: AgentRun['items']) => items.map(({ agent }) => agent));

const PHASE_WORDS: Readonly<Record<AgentRun['phase'], string>> = {
  running: 'under way',
  stopping: 'stopping',
  cancelled: 'stopped by you',
  stopped: 'stopped',
  done: 'ended',
};

function titleLine({ action, items, isUndo, phase }: AgentRun, columns: number, theme: Theme): Line {
  const { doing } = ACTION_WORDS[action];
  const what = isUndo ? `Undo: ${doing.toLowerCase()}` : doing;
  return ruleLine(columns, theme, [
    trusted(`${what} ${agentCount(items.length)}: ${PHASE_WORDS[phase]}`, 'heading'),
  ]);
}

function progressLine(run: AgentRun, { commands, theme, now }: DialogContext, columns: number): Line {
  const { done, of } = progressOf(run);
  const room = Math.max(4, Math.min(BAR, columns - 46));
  const full = of === 0 ? room : Math.round((room * done) / of);
  const left = isUnderWay(run) && theme.sideBySide ? timeLeft(run, commands.clock.monotonic()) : undefined;
  return [
    trusted(' '),
    trusted(theme.glyph('full').repeat(full), 'accent'),
    trusted(theme.glyph('separator').repeat(room - full), 'dim'),
    trusted(`  ${formatCount(done)} of ${formatCount(of)}`),
    ...(left === undefined
      ? []
      : [
          trusted(
            `  about ${formatCountdown(left + (holdLeft(commands.stores, now)?.left ?? 0))} left`,
            'dim',
          ),
        ]),
  ];
}

/** What is under way, or how it ended, and how many agents are in which state. */
function stateLines(
  run: AgentRun,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const counts = countStates(run);
  const shownSentence = joined(
    (['confirmed', 'contradicted', 'unknown', 'refused', 'skipped', 'waiting'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => [
        trusted(
          `${theme.glyph(STATE_LOOKS[state].shape)} ${formatCount(counts[state])} ${state}`,
          STATE_LOOKS[state].style,
        ),
      ]),
    trusted('  '),
  );
  return [
    cutWithMark([trusted(' '), ...shownSentence], columns, theme),
    ...phaseLines(run, { columns, rows }, theme, holdLeft(commands.stores, now)),
  ];
}

function phaseLines(
  run: AgentRun,
  { columns, rows }: Size,
  theme: Theme,
  held: HoldLeft | undefined,
): readonly Line[] {
  const { phase, stop } = run;
  const resume = theme.keyOf('agent-results.resume');
  const shownSentence = (text: Sentence, style: Style) =>
    untrustedWrapped(text, columns - 2, { style, ascii: theme.ascii })
      .slice(0, Math.max(SENTENCE_ROWS, Math.floor(rows / 3)))
      .map((line) => [trusted(' '), ...line]);
  switch (phase) {
    case 'running':
      return held === undefined
        ? []
        : shownSentence(
            `${HOLD_WORDS[held.kind]}: it goes on by itself in ${formatCountdown(held.left)}. Esc stops it.`,
            'warn',
          );
    case 'stopping':
      return shownSentence('Stopping: the one under way is finished, no other begins.', 'warn');
    case 'cancelled':
      return shownSentence(`Stopped by you; ${resume} asks whether to go on with the rest.`, 'warn');
    case 'stopped':
      return [
        ...shownSentence(quoting`Stopped: ${stop ?? ''}`, 'bad'),
        ...shownSentence(
          held === undefined
            ? `${resume} asks whether to go on with the rest.`
            : `The server can be asked again in ${formatCountdown(held.left)}; ${resume} asks, then waits for that and goes on.`,
          'warn',
        ),
      ];
    case 'done':
      return [];
  }
}

/** What happened to an agent, and before that what the list shows of it since, where that is news. */
function sentenceOf(item: RunItem, since: Agent | 'gone' | undefined): Quoted {
  const said = saidOf(item);
  return since === undefined
    ? said
    : quoting`By now it is ${since === 'gone' ? 'listed no more' : quoting`listed as ${since.status === undefined ? 'without a status' : named(since.status)}`}. Before: ${said}`;
}

function itemLine(
  { agent, state }: RunItem,
  sentence: Sentence,
  {
    isSelected,
    id,
    columns,
    theme,
  }: {
    readonly isSelected: boolean;
    readonly id: PartOfId | undefined;
    readonly columns: number;
    readonly theme: Theme;
  },
): Line {
  const { shape, style } = STATE_LOOKS[state];
  const { ascii } = theme;
  const gutter = isSelected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  ');
  if (!theme.sideBySide) {
    // What the sentence says is not said before it, too.
    const namesState = new RegExp(`^${state}\\b`, 'i').test(sentence);
    const isNamed = id === undefined && sentence.includes(named(nameOf(agent)));
    return [
      gutter,
      trusted(namesState ? '' : `${state}  `),
      ...(isNamed ? [] : [...agentName(nameOf(agent), id, MOST_SAID, { theme }), trusted('  ')]),
      ...untrusted(sentence, { ascii }),
    ];
  }
  const nameColumns = Math.max(12, Math.min(28, Math.floor(columns / 4)));
  const room = columns - STATE_COLUMNS - nameColumns - 4;
  return [
    gutter,
    ...fit([trusted(`${theme.glyph(shape)} ${state}`, style)], STATE_COLUMNS, theme),
    ...fit(
      agentName(nameOf(agent), id, nameColumns, { style: isSelected ? 'bold' : 'plain', theme }),
      nameColumns,
      theme,
    ),
    trusted('  '),
    ...cutWithMark(untrusted(sentence, { style: 'dim', ascii }), room, theme),
  ];
}

/** What happened to an agent in full, and which agent that is. */
function sentenceLines(
  { agent }: RunItem,
  sentence: Sentence,
  columns: number,
  theme: Theme,
): readonly Line[] {
  const { ascii } = theme;
  return [
    [trusted(' '), ...identifier(agent.id, columns - 2, { style: 'dim', ascii })],
    ...untrustedWrapped(sentence, columns - 2, { ascii }).map((line) => [trusted(' '), ...line]),
  ];
}

function keysLine(run: AgentRun, { onlyProblems }: AgentResultsDialog, columns: number, theme: Theme): Line {
  const keyOf = (name: string) => theme.keyOf(`agent-results.${name}`);
  const key = (chord: string, does: string): Line => [trusted(chord, 'key'), trusted(` ${does}`)];
  const when = (isOffered: boolean, line: Line) => part(isOffered ? line : []);
  const underWay = isUnderWay(run);
  const close = closeKeys('agent-results.close', theme);
  const isRunning = run.phase === 'running';
  const isAnyLeft = run.items.some(isLeft);
  const mayResend = run.items.some((item) => item.mayResend);
  return [
    trusted(' '),
    ...fitParts(
      [
        isRunning
          ? part(key(close, 'stops after this one'))
          : part(key(`${close} ${keyOf('leave')}`, 'closes')),
        when(isRunning, key(keyOf('leave'), 'leaves it running')),
        when(!underWay && isAnyLeft, key(keyOf('resume'), 'goes on')),
        when(!underWay && mayResend, key(keyOf('resend'), 'sends again')),
        ...(theme.sideBySide
          ? [
              part(key(keyOf('toggle-problems'), onlyProblems ? 'all' : 'only problems'), leftOut(1)),
              part(key(keyOf('copy'), 'copies'), leftOut(2)),
              part(key(keyOf('export'), 'exports'), leftOut(3)),
            ]
          : []),
      ],
      columns - 2,
      { separator: trusted('  ') },
    ),
  ];
}
