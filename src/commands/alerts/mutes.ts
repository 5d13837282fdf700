import { formatClock, formatCountdown, zoneOf } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import { parseSpan } from '../../lib/time-span.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import { lackingNamesWords, selectMachineNames } from '../../stores/agents/machine-names.ts';
import { goesByNames } from '../../stores/events/event-query.ts';
import { EVENT_QUERY } from '../../stores/events/events-view.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { muteProblem } from '../../stores/events/event-mutes.ts';
import { LONGEST_MUTE, MOST_MUTES } from '../../stores/events/mutes.ts';
import { selectHiddenByMutes } from '../../stores/events/select-events.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import { notify, openDialog, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { rowTerms } from '../base/value-filter.ts';

const MINUTE = 60_000;

/** For how long is offered; anything else can be typed. */
const SPANS: readonly (readonly [text: string, words: string])[] = [
  ['30m', '30 minutes'],
  ['4h', '4 hours'],
  ['1d', 'a day'],
  ['2d', '2 days'],
  ['7d', '7 days'],
];

const TYPED = 'typed';

/** Asks what to mute: what the row under the cursor has, what the filter says, or what is typed. */
function askWhat(context: CommandContext): void {
  const { stores } = context;
  const { tab, events } = stores.view.getState();
  const isFeed = tab === 'events';
  const ofFilter: readonly Choice[] =
    isFeed && withoutBlanks(events.text) !== '' && muteProblem(events.text) === undefined
      ? [{ label: quoting`what the filter shows: ${named(events.text)}`, value: events.text }]
      : [];
  const ofRow = isFeed ? rowTerms(context).filter(({ value }) => muteProblem(value) === undefined) : [];
  openMenu(context, {
    title: 'Mute which events? They are hidden, and alert nobody',
    choices: [...ofFilter, ...ofRow, { label: 'what you type', value: TYPED, opensField: true }],
    initial: undefined,
    choose(value) {
      if (value === TYPED) {
        askForQuery(context);
      } else {
        askHowLong(context, value);
      }
    },
  });
}

function askForQuery(context: CommandContext): void {
  openDialog(context, {
    kind: 'text',
    title: 'Mute events',
    lines: [],
    label: 'filter',
    initial: '',
    enterDoes: 'asks for how long',
    findProblem: (text) => {
      const problem = muteProblem(text);
      return problem === undefined ? undefined : prose(problem);
    },
    submit: (text) => askHowLong(context, withoutBlanks(text)),
    dangerous: false,
  });
}

function askHowLong(context: CommandContext, text: string): void {
  openMenu(context, {
    title: quoting`Mute ${named(text)} for how long`,
    choices: [
      ...SPANS.map(([value, label]) => ({ label, value })),
      { label: 'as long as you type', value: TYPED, opensField: true },
    ],
    initial: undefined,
    choose(value) {
      if (value === TYPED) {
        askForSpan(context, text);
      } else {
        mute(context, text, parseSpan(value) ?? 0);
      }
    },
  });
}

function askForSpan(context: CommandContext, text: string): void {
  openDialog(context, {
    kind: 'text',
    title: quoting`Mute ${named(text)}`,
    lines: [],
    label: 'for',
    initial: '',
    enterDoes: 'mutes; 30m, 4h or 2d, 7d at most',
    findProblem(typed) {
      const span = parseSpan(withoutBlanks(typed));
      return span === undefined
        ? 'Type for how long, such as 30m, 4h or 2d.'
        : span < MINUTE || span > LONGEST_MUTE
          ? 'A mute lasts a minute at least and 7 days at most.'
          : undefined;
    },
    submit: (typed) => mute(context, text, parseSpan(withoutBlanks(typed)) ?? 0),
    dangerous: false,
  });
}

function mute(context: CommandContext, text: string, span: number): void {
  const { stores, clock } = context;
  const now = clock.now();
  const until = now + span;
  stores.mutes.mute({ text, at: now, until });
  notify(
    context,
    quoting`Muted until ${clockOf(context, until)}: ${named(text)}. The list of events says how many are hidden; :mutes ends it.`,
    'done',
  );
}

function clockOf({ stores, clock }: CommandContext, time: number): string {
  return formatClock(time, clock.now(), zoneOf(stores.view.getState().timeStyle));
}

/** Lists what is muted, and ends what is chosen. */
function listMutes(context: CommandContext): void {
  const { stores, clock } = context;
  const lacking = lackingNamesWords(selectMachineNames(stores));
  openMenu(context, {
    title: 'What is muted: Enter ends it',
    choices: selectHiddenByMutes(stores).map(({ mute: { text, until }, count, blocks, unjudged }) => ({
      label: quoting`${named(text)}  (${hiddenWords(count, blocks)}${doubtWords(text, unjudged, lacking)}; ends ${clockOf(context, until)}, in ${formatCountdown(until - clock.now())})`,
      value: text,
    })),
    initial: undefined,
    choose(text) {
      stores.mutes.end(text, clock.now());
      notify(context, quoting`No longer muted: ${named(text)}`, 'done');
    },
  });
}

/** `37 hidden, 2 BLOCK`. */
function hiddenWords(count: number, blocks: number): Sentence {
  return `${count === 0 ? 'none' : formatCount(count)} hidden${blocks === 0 ? '' : `, ${formatCount(blocks)} BLOCK`}`;
}

/** `; 12 shown that it may be about, as names of machines are not known (403)`, of a mute that goes by such names. */
function doubtWords(text: string, unjudged: number, lacking: string | undefined): string {
  return lacking === undefined || !goesByNames(parseQuery(text, EVENT_QUERY))
    ? ''
    : `; ${unjudged === 0 ? 'none' : formatCount(unjudged)} shown that it may be about, as ${lacking}`;
}

/** Says that mutes are over that end by the clock: their events are shown again. */
export function expireMutes({ stores, clock }: Pick<CommandContext, 'stores' | 'clock'>): void {
  const { active: before } = stores.mutes.getState();
  const now = clock.now();
  if (before.length === 0 || before.every(({ until }) => until > now)) {
    if (before.length === 0) {
      stores.mutes.endDue(now);
    }
    return;
  }
  stores.mutes.endDue(now);
  const { active } = stores.mutes.getState();
  const [ended] = before.filter((mute) => !active.includes(mute) && now - mute.until < MINUTE);
  if (ended !== undefined) {
    notify({ stores, clock }, quoting`No longer muted, its time is over: ${named(ended.text)}`);
  }
}

/** Hiding events for a while, and ending that. */
export const muteCommands: readonly Command[] = [
  {
    id: 'mutes.add',
    title: 'Mute events for a while: hidden here, and no alerts',
    scope: 'global',
    disabledReason: ({ stores }) =>
      stores.mutes.getState().active.length >= MOST_MUTES
        ? `${MOST_MUTES} mutes are as many as there can be: end one with :mutes.`
        : undefined,
    run: askWhat,
  },
  {
    id: 'mutes.list',
    title: 'Mutes: what is muted until when, and end one',
    scope: 'global',
    disabledReason: ({ stores }) =>
      stores.mutes.getState().active.length === 0 ? 'Nothing is muted.' : undefined,
    run: listMutes,
  },
];
