import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import type { Transcript } from '../../../contract/transcript/transcript.ts';
import { formatAge, formatClock, zoneOf } from '../../../lib/format-time.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import { feedCompleteness } from '../../../stores/events/feed-completeness.ts';
import type { Stores } from '../../../stores/stores.ts';
import { callThatNames } from '../../../stores/transcript/call-that-names.ts';
import type { OpenPager } from '../../../stores/transcript/select-pager.ts';
import { measureOfTranscript } from '../../../stores/transcript/open-transcript.ts';
import { hasTimes, nearestMessage, type SessionEvents } from '../../../stores/transcript/session-events.ts';
import type { Theme } from '../../theme.ts';
import { leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { untrusted, trusted, type Line } from '../../widgets/line.ts';
import { DROP_ORDER } from '../footer-ranks.ts';
import { freshness } from '../freshness.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { outcomeCell } from '../outcome.ts';

interface FooterContext {
  readonly stores: Stores;
  readonly now: number;
  readonly theme: Theme;
}

/** Milliseconds by which the message nearest to an event may miss its time. */
const AROUND_EVENT = 60_000;

/** Of the events at one message, so many are said. */
const MOST_SAID = 3;

type KeyOf = (id: string) => string;

/** Where the reader is, how much has arrived, what was searched for and what happened on the machine meanwhile. */
export function pagerFooter(
  open: OpenPager,
  events: SessionEvents | undefined,
  context: FooterContext,
): readonly Part[] {
  const { stores, now, theme } = context;
  const state = stores.transcript.getState();
  const connection = stores.connection.getState();
  const { pager } = open;
  const keyOf: KeyOf = (id) => keyNameOf(stores, id);
  const shows = [
    `tools ${pager.tools}`,
    ...(pager.raw ? ['raw'] : []),
    ...(pager.wrap ? [] : [`from column ${pager.column + 1}`]),
  ].join(', ');
  return [
    ...(open.open.state === 'arriving' ? [arrivingPart(open, theme, keyOf)] : []),
    positionPart(open, theme),
    momentPart(open, theme),
    ...searchPart(open, stores, theme),
    newPart(open, keyOf),
    eventsHerePart(open, events, theme, keyOf),
    ...(open.open.state === 'arriving' ? [] : freshness(state, { feed: undefined, connection, now, theme })),
    damagedPart(open),
    part([trusted(shows, 'dim')], leftOut(DROP_ORDER.context)),
    eventsPart(events, context),
  ];
}

/** What of it is said once it is so: why this is the place, what a search has found, and the events that stand here. */
export function pagerRemarks(
  open: OpenPager,
  events: SessionEvents | undefined,
  stores: Stores,
  theme: Theme,
): readonly Line[] {
  const { ascii } = theme;
  const here = events?.byMessage.get(open.cursor ?? -1) ?? [];
  return [
    momentPart(open, theme).form,
    ...(stores.transcriptSearch.isDone && open.open.state !== 'arriving'
      ? searchPart(open, stores, theme).map(({ form }) => form)
      : []),
    ...here
      .slice(0, MOST_SAID)
      .map(({ event: { outcome, subject } }): Line => [
        trusted('event here: '),
        ...untrusted(outcome ?? '', { profile: 'ident', ascii }),
        trusted(' '),
        ...untrusted(subject?.package ?? '', { profile: 'ident', ascii }),
        trusted(' '),
        ...untrusted(subject?.version ?? '', { profile: 'ident', ascii }),
      ]),
    here.length > MOST_SAID ? [trusted(`and ${formatCount(here.length - MOST_SAID)} more events here`)] : [],
  ];
}

/** The bytes that are known to come, as the answer or the list of sessions has it. */
function arrivingPart({ open: { transcript, session } }: OpenPager, theme: Theme, keyOf: KeyOf): Part {
  const { bytes, expectedBytes = session.size_bytes, count } = transcript;
  const isKnown = expectedBytes !== undefined && expectedBytes >= bytes;
  const amount = isKnown ? `${formatBytes(bytes)} of ${formatBytes(expectedBytes)}` : formatBytes(bytes);
  const messages = `${formatCount(count)} messages`;
  return part(
    [
      trusted(`${theme.glyph('live')} `, 'good'),
      trusted(`${amount}, ${messages}, ${keyOf('view.back')} cancels`, 'accent'),
    ],
    shorter(DROP_ORDER.words, [trusted(`${amount}, ${messages}`, 'accent')]),
    shorter(DROP_ORDER.cause, [trusted(amount, 'accent')]),
  );
}

function positionPart({ open, text, page, pager }: OpenPager, theme: Theme): Part {
  const last = page.at(-1);
  if (last === undefined) {
    return part([]);
  }
  const { counts, transcript } = text;
  const isLast =
    last.place.message === text.count - 1 && last.place.line === text.height(last.place.message) - 1;
  const number = counts.numberOf(last.place);
  const following = pager.top.kind === 'end' && open.state === 'arriving' ? ', following the end' : '';
  if (counts.counted === text.count && number !== undefined) {
    const percent = Math.floor((100 * (number + 1)) / Math.max(1, counts.lines));
    return part(
      [trusted(`line ${formatCount(number + 1)} of ${formatCount(counts.lines)} (${percent}%)${following}`)],
      shorter(DROP_ORDER.words, [trusted(`line ${formatCount(number + 1)} (${percent}%)`)]),
    );
  }
  const percent = isLast ? 100 : Math.floor(100 * transcript.shareBefore(last.place.message));
  const about = theme.glyph('about');
  return part(
    [
      trusted(`message ${formatCount(last.place.message + 1)} of ${formatCount(text.count)}`),
      ...(open.state === 'arriving' ? [] : [trusted(` (${isLast ? '' : about}${percent}%)`)]),
      trusted(following),
    ],
    shorter(DROP_ORDER.words, [trusted(`message ${formatCount(last.place.message + 1)}`)]),
  );
}

/** Whether it was opened at the call that the event was followed from, as long as nobody has moved on. */
function momentPart({ open, pager: { top }, text }: OpenPager, { ascii }: Theme): Part {
  if (top.kind !== 'time' || top.names === undefined || open.state === 'arriving') {
    return part([]);
  }
  const name = untrusted(top.names, { profile: 'ident', ascii });
  const { transcript } = text;
  if (callThatNames(transcript, top) !== undefined) {
    const which = hasTimes(transcript) ? 'at the call that names ' : 'at the first call that names ';
    return part([trusted(which, 'dim'), ...name], leftOut(DROP_ORDER.shownElsewhere));
  }
  const place = placeInTime(transcript, top.time);
  return part(
    [trusted('no call names ', 'warn'), ...name, trusted(`: ${place}`, 'warn')],
    shorter(DROP_ORDER.words, [trusted(place, 'warn')]),
  );
}

/** Where the message that is nearest to a moment lies to it. */
function placeInTime(transcript: Transcript, moment: number): string {
  const time = transcript.latestTime(nearestMessage(transcript, moment));
  if (time === undefined) {
    return 'no message carries a time';
  }
  return Math.abs(time - moment) <= AROUND_EVENT
    ? 'at the time of the event'
    : `${formatAge(Math.abs(time - moment))} ${time > moment ? 'after' : 'before'} the event`;
}

function searchPart(open: OpenPager, stores: Stores, { ascii }: Theme): readonly Part[] {
  const { pager, match, text } = open;
  if (pager.search === '') {
    return [];
  }
  const search = stores.transcriptSearch;
  const sign = trusted(pager.searchDirection === 1 ? '/' : '?');
  const words = untrusted(pager.search, { style: 'accent', ascii });
  const hidden = search.countWhere((message) => text.isHidden(message));
  const shown = search.total - hidden;
  const inHidden = hidden === 0 ? [] : [trusted(` +${formatCount(hidden)} in hidden tool calls`, 'warn')];
  const measure = measureOfTranscript(open.open);
  if (search.isDone && search.total === 0) {
    return [part([sign, ...words, trusted(` does not occur${measure}`, 'bad')], leftOut(DROP_ORDER.lacking))];
  }
  const progress: Line = search.isDone
    ? [
        trusted(
          match === undefined
            ? ` ${matches(shown)}${measure}`
            : ` match ${numberOf(open, stores)} of ${formatCount(shown)}${measure}`,
        ),
      ]
    : [trusted(` ${matches(shown)} so far, searching ${percentOf(search.looked, text.count)}`, 'dim')];
  // Of what is too large, all is searched and the beginning is shown.
  const beyond =
    match !== undefined && match.at === undefined
      ? [
          part(
            [
              trusted(
                `it lies in the part of the message that is cut here: ${keyNameOf(stores, 'pager.export')} writes all of it`,
                'warn',
              ),
            ],
            shorter(DROP_ORDER.words, [trusted('in the part that is cut', 'warn')]),
          ),
        ]
      : [];
  const around = match?.isAround === true ? [trusted(', around the end', 'warn')] : [];
  return [
    part(
      [sign, ...words, ...progress, ...around, ...inHidden],
      shorter(DROP_ORDER.words, [sign, ...words, ...progress, ...around]),
      shorter(DROP_ORDER.cause, progress),
    ),
    ...beyond,
  ];
}

function numberOf({ match, text }: OpenPager, stores: Stores): string {
  const message = match?.message ?? 0;
  const before = stores.transcriptSearch.countWhere((other) => other < message && !text.isHidden(other));
  return formatCount(before + (match?.occurrence ?? 0) + 1);
}

function matches(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'match' : 'matches'}`;
}

function percentOf(looked: number, of: number): string {
  return `${Math.floor((100 * looked) / Math.max(1, of))}%`;
}

/** Messages that came after the transcript was first read, and that were not on the screen. */
function newPart({ open, page, text }: OpenPager, keyOf: KeyOf): Part {
  const last = page.at(-1)?.place.message ?? 0;
  const fresh = open.messagesBefore === undefined ? 0 : text.count - Math.max(open.messagesBefore, last + 1);
  return fresh <= 0
    ? part([])
    : part(
        [
          trusted(
            ` ${formatCount(fresh)} new ${fresh === 1 ? 'message' : 'messages'} · ${keyOf('pager.end')} `,
            'badge',
          ),
        ],
        leftOut(DROP_ORDER.cause),
      );
}

/** The events that stand at the marked message. */
function eventsHerePart(
  open: OpenPager,
  events: SessionEvents | undefined,
  theme: Theme,
  keyOf: KeyOf,
): Part {
  const here = events?.byMessage.get(open.cursor ?? -1) ?? [];
  const [first] = here.filter(({ event }) => event.outcome === 'block').concat(here);
  if (first === undefined) {
    return part([]);
  }
  const { subject, outcome } = first.event;
  const amount = here.length === 1 ? 'event here: ' : `${formatCount(here.length)} events here: `;
  const named: Line = [
    ...outcomeCell(outcome, theme),
    trusted(' '),
    ...untrusted(subject?.package ?? '', { profile: 'ident', ascii: theme.ascii }),
    ...(subject?.version === undefined
      ? []
      : [trusted('@'), ...untrusted(subject.version, { profile: 'ident', ascii: theme.ascii })]),
  ];
  return part(
    [
      trusted(amount),
      ...named,
      trusted(`, ${keyOf('pager.related')} ${here.length > 1 ? 'lists them' : 'opens it'}`, 'dim'),
    ],
    shorter(DROP_ORDER.words, [trusted(amount), ...named]),
    shorter(DROP_ORDER.oddities, named),
    leftOut(DROP_ORDER.completeness),
  );
}

function damagedPart({ text: { transcript } }: OpenPager): Part {
  const count = transcript.damaged.length;
  return count === 0
    ? part([])
    : part(
        [
          trusted(
            `${formatCount(count)} of the list ${count === 1 ? 'is no message' : 'are no messages'}`,
            'warn',
          ),
        ],
        leftOut(DROP_ORDER.completeness),
      );
}

/** How many events of the machine are marked, and from when on they are loaded. */
function eventsPart(events: SessionEvents | undefined, { stores, now }: FooterContext): Part {
  if (events === undefined) {
    return part([]);
  }
  const { timeStyle } = stores.view.getState();
  const counted = stores.sessionEvents.filtering ?? feedCompleteness(stores.events.getState());
  const measure = counted === 'all' ? '' : 'looked' in counted ? ' so far' : measureForms(counted).at(-1);
  const isPlaced = events.count === 0 || events.messages.length > 0;
  const amount = `${formatCount(events.count)} ${events.count === 1 ? 'event' : 'events'}${measure}${isPlaced ? '' : ', at no message: none carries a time'}`;
  if (events.loadedSince === undefined) {
    return part([trusted(amount, 'dim')], leftOut(DROP_ORDER.context));
  }
  const since = formatClock(events.loadedSince, now, zoneOf(timeStyle));
  return part([trusted(`${amount}, loaded from ${since}`, 'dim')], leftOut(DROP_ORDER.context));
}
