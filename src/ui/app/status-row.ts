import { profileOf } from '../../lib/text-fields.ts';
import { localZoneName } from '../../lib/zone-names.ts';
import { ACTION_WORDS } from '../../commands/agents/action-words.ts';
import { isUnderWay, progressOf, type AgentRun } from '../../stores/agents/agent-run.ts';
import type { ConnectionState } from '../../stores/connection/connection-store.ts';
import { statusWords, type FeedStatus } from '../../stores/events/feed-status.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import type { OpenBlocks } from '../../stores/events/open-blocks.ts';
import { selectHold } from '../../stores/connection/select-waits.ts';
import type { Mode, ViewState } from '../../stores/view/view-store.ts';
import type { WriteProgress } from '../../stores/base/write-step.ts';
import { formatCount } from '../../lib/format-number.ts';
import {
  formatAge,
  formatCountdown,
  formatTimeOfDay,
  zoneOf,
  type TimeStyle,
} from '../../lib/format-time.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { budgetForms } from '../panes/budget.ts';
import type { Style, Theme } from '../theme.ts';
import { chooseForms, leftOut, part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { fit, untrusted, identifier, joined, lineColumns, trusted, type Line } from '../widgets/line.ts';

const MODES: Readonly<Record<Mode, { readonly label: string; readonly style: Style }>> = {
  'read-only': { label: ' RO ', style: 'badge' },
  write: { label: ' WRITE ', style: 'badge-bad' },
  demo: { label: ' DEMO ', style: 'badge-warn' },
};

const STANDINGS: Readonly<Record<FeedStatus['kind'], Style>> = {
  live: 'good',
  late: 'warn',
  behind: 'warn',
  unverified: 'warn',
  blind: 'bad',
};

/** Below so many columns the budget is shown without the others of the organization, and without its times, and all is closer. */
const ROOMY = 100;
const NARROW = 70;

/** What is dropped first on a small screen; the clock and the health stay unless the live state needs their room. */
const RANK = {
  budgetTimes: 9,
  stillCounting: 8,
  words: 7,
  counting: 6,
  seconds: 5,
  title: 4,
  budget: 3,
  health: 2,
  nextTry: 2,
  clock: 1,
  state: 1,
} as const;

/** What is left of a long title where nothing else can give way. */
const SHORT_TITLE = 9;

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
function liveForms(
  connection: ConnectionState,
  standing: FeedStatus,
  now: number,
  theme: Theme,
): readonly Line[] {
  const dot = theme.glyph('live');
  const tries = `${theme.keyOf('data.refresh')} tries again`;
  const forms = (style: Style, state: string, ...then: readonly string[]): readonly Line[] => [
    ...then.map((text) => [trusted(`${dot} ${state} ${theme.glyph('separator')} ${text}`, style)]),
    [trusted(`${dot} ${state}`, style)],
  ];
  const hold = selectHold(connection, now);
  const countdown = hold?.until === undefined ? undefined : formatCountdown(hold.until - now);
  switch (hold?.kind) {
    case 'stopped':
      return forms('bad', 'stopped', tries);
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
        const { word, why } = statusWords(standing);
        return forms(STANDINGS[standing.kind], word, ...(why === undefined ? [] : [why]));
      }
      const again =
        feed.until === undefined
          ? tries
          : feed.until <= now
            ? 'again in its turn'
            : `again in ${formatCountdown(feed.until - now)}`;
      return forms('bad', 'events not read', again);
    }
    case 'failing':
      return forms('bad', 'last request failed');
    case 'unreachable':
      return forms('bad', 'no answer');
  }
}

/** The same in full as text alone, for where it is said. */
export function liveWords(
  connection: ConnectionState,
  standing: FeedStatus,
  now: number,
  theme: Theme,
): string {
  const [whole = []] = liveForms(connection, standing, now, theme);
  return whole.map(({ text }) => text.replace(`${theme.glyph('live')} `, '')).join('');
}

function withoutSeconds(clock: string): string {
  return clock.replace(/(:\d\d):\d\d/, '$1');
}

/** How many blocks wait for somebody, as far as they were read; in fewer words on small screens. */
function waitingPart({ count, isCounting, isPartial }: OpenBlocks): Part {
  if (count === 0) {
    return isCounting
      ? part(
          [trusted('counting unacknowledged blocks', 'dim')],
          shorter(RANK.words, [trusted('counting blocks', 'dim')]),
          leftOut(RANK.counting),
        )
      : part([]);
  }
  const known = `${formatCount(count)}${isCounting || isPartial ? '+' : ''}`;
  const words = `${known} unacknowledged ${known === '1' ? 'block' : 'blocks'}`;
  return part(
    [trusted(` ${words}${isCounting ? ', still counting' : ''} `, 'badge-bad')],
    ...(isCounting ? [shorter(RANK.stillCounting, [trusted(` ${words} `, 'badge-bad')])] : []),
    shorter(RANK.words, [trusted(` ${known} BLOCK `, 'badge-bad')]),
  );
}

interface StatusFacts {
  readonly health: Untrusted | undefined;
  /** What the feed of events is. */
  readonly standing: FeedStatus;
  /** Blocks that nobody has acknowledged. */
  readonly waiting: OpenBlocks;
  /** What was done last with agents. */
  readonly run: AgentRun | undefined;
  /** Where the write of the policy is that is under way; undefined while there is none. */
  readonly policy?: WriteProgress | undefined;
  /** The last search of transcripts. */
  readonly search?: SessionSearch | undefined;
}

/** The mode as it is always seen, and while changes are allowed for a time, how much of it is left. */
function modeBadge({ mode, access }: Pick<ViewState, 'mode' | 'access'>, now: number): Line {
  const { label, style } = MODES[mode];
  return [
    mode === 'read-only' || access.until === undefined
      ? trusted(label, style)
      : trusted(`${label}${formatCountdown(Math.floor((access.until - now) / 1000) * 1000)} `, style),
  ];
}

/** What is being written, and for how long it has waited where that is long: it goes on although its dialog may be closed. */
function writingPart({ run, policy }: Pick<StatusFacts, 'run' | 'policy'>, now: number): Part {
  if (run === undefined || !isUnderWay(run)) {
    return policy === undefined
      ? part([])
      : part(
          [trusted(` writing the policy${waitedText(policy, now)} `, 'badge-warn')],
          shorter(RANK.words, [trusted(` policy${waitedText(policy, now)} `, 'badge-warn')]),
        );
  }
  const { done, of } = progressOf(run);
  const step = run.items.find((item) => item.step !== undefined)?.step;
  const count = `${formatCount(done)}/${formatCount(of)}${step === undefined ? '' : waitedText(step, now)}`;
  return part(
    [trusted(` ${ACTION_WORDS[run.action].doing.toLowerCase()} ${count} `, 'badge-warn')],
    shorter(RANK.words, [trusted(` ${count} `, 'badge-warn')]),
  );
}

/** How far a search of transcripts has come that is under way: it goes on although its hits may be closed. */
function searchPart(search: SessionSearch | undefined): Part {
  if (search?.phase !== 'running') {
    return part([]);
  }
  const { done, sessions, found } = search;
  const count = `search ${formatCount(done)}/${formatCount(sessions.length)}`;
  return part(
    [trusted(`${count}, ${formatCount(found.messages)} ${found.messages === 1 ? 'hit' : 'hits'}`, 'accent')],
    shorter(RANK.words, [trusted(count, 'accent')]),
    leftOut(RANK.health),
  );
}

/** A step that takes no longer is nothing that anybody waits for. */
const LONG_STEP = 3000;

function waitedText({ since }: WriteProgress, now: number): string {
  const waited = now - Math.floor(since / 1000) * 1000;
  return waited < LONG_STEP ? '' : ` ${formatAge(waited)}`;
}

/** The clock and, where it is not UTC, the zone of all times on the screen: by its name, or as the offset of now. */
function clockForms(clock: string, timeStyle: TimeStyle): readonly string[] {
  return timeStyle === 'local' ? [`${clock.slice(0, 8)} ${localZoneName()}`, clock] : [clock];
}

/** The first row: organization, mode, live state, health, budget and the clock; the least needed go first. */
export function statusRow(
  view: Pick<ViewState, 'title' | 'mode' | 'access' | 'columns' | 'timeStyle'>,
  connection: ConnectionState,
  { health, standing, waiting, run, policy, search }: StatusFacts,
  now: number,
  theme: Theme,
): Line {
  const { columns } = view;
  const { ascii } = theme;
  const gap = trusted(columns >= NARROW ? '  ' : ' ');
  const program = trusted(' vigil ', 'accent');
  const mode = modeBadge(view, now);
  const titleIn = (room: number) => identifier(view.title, room, { ascii });
  const clock = formatTimeOfDay(now, zoneOf(view.timeStyle));
  const [named = clock, ...shorterClocks] = clockForms(clock, view.timeStyle);
  const budget = budgetFormsOn(columns, budgetForms(withoutIdleCountdown(connection, now), now, theme));
  const [live = [], ...shorterLive] = liveForms(connection, standing, now, theme);
  const [longest = [], ...shorterBudget] = budget.map((text): Line => [trusted(text, 'dim')]);
  // The title and the live state stand at the left and the others at the right, but all of them share one room.
  const { lines } = chooseForms(
    [
      part(titleIn(Math.max(12, Math.floor(columns / 4))), shorter(RANK.title, titleIn(SHORT_TITLE))),
      part(
        live,
        ...shorterLive.map((form, step) =>
          shorter(step < shorterLive.length - 1 ? RANK.nextTry : RANK.state, form),
        ),
      ),
      writingPart({ run, policy }, now),
      searchPart(search),
      waitingPart(waiting),
      part(
        health === undefined
          ? []
          : untrusted(health, { profile: profileOf('health', 'status'), style: 'dim', ascii }),
        leftOut(RANK.health),
      ),
      part(longest, ...shorterBudget.map((form) => shorter(RANK.budgetTimes, form)), leftOut(RANK.budget)),
      part(
        [trusted(named)],
        ...shorterClocks.map((form) => shorter(RANK.words, [trusted(form)])),
        shorter(RANK.seconds, [trusted(withoutSeconds(clock))]),
        leftOut(RANK.clock),
      ),
    ],
    { columns: columns - lineColumns([program, ...mode]) - gap.text.length - 1, gap: gap.text.length },
  );
  const [title = [], shown = [], ...right] = lines;
  const left = joined([[program, ...title], mode], gap);
  const end = joined(right, gap);
  const filler = columns - lineColumns(left) - lineColumns(shown) - lineColumns(end) - gap.text.length - 1;
  return fit(
    [...left, gap, ...shown, trusted(' '.repeat(Math.max(1, filler))), ...end, trusted(' ')],
    columns,
    theme,
  );
}
