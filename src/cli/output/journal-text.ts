import { formatDateTime } from '../../lib/format-time.ts';
import { asUntrusted, joinUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { drawn, drawnSentence, drawnWhole, trusted, type TextStyle } from './styled-text.ts';
import { linesOf, timeCell, wrapped } from './table-lines.ts';
import { endingText } from './verdict-text.ts';

const CONFIRMED = 'Confirmed: ';

/** Whether a verdict says no more than that it is as requested: it is one sentence. */
function isPlainVerdict(sentence: Untrusted = asUntrusted('')): boolean {
  const isOne = sentence.endsWith('.') && !sentence.includes('. ');
  return (
    sentence === '' || (isOne && sentence.startsWith(CONFIRMED) && !sentence.startsWith(`${CONFIRMED} `))
  );
}

/**
 * A write as lines for people: time in UTC, verdict, action, target, and who made it; below that the reason, and what was
 * observed where that says more than that it is as requested.
 */
export function journalText(row: JournalRow, style: TextStyle): readonly string[] {
  const { time, state, action, target, id, reason, until, sentence, said, wasUnknown, origin } = row;
  const value = (label: string) => origin.find((line) => line.label === label)?.value;
  const [ssh, key] = [value('SSH from'), value('key fingerprint')];
  const who = joinUntrusted([value('user'), value('on host')], '@');
  const from = ssh === undefined ? undefined : joinUntrusted(['from', ssh], ' ');
  const named = id === undefined || id === target ? target : joinUntrusted([target, id], ' ');
  const isPlain = state === 'confirmed' && !wasUnknown && isPlainVerdict(sentence);
  const below = [
    ...(reason === undefined ? [] : [drawnWhole(joinUntrusted(['reason:', reason], ' '), 'cell', style)]),
    ...(until === undefined ? [] : [trusted(`to end at ${formatDateTime(until, 'utc')}`, style)]),
    ...(isPlain || said === undefined ? [] : [drawnSentence(said, style)]),
  ];
  const indent = style.layout.kind === 'pipe' ? '\t' : ' '.repeat(21);
  return [
    ...linesOf(
      [
        timeCell(time, trusted('-', style), style),
        [endingText(state, style), 14],
        [trusted(action, style), 11],
        [drawn(named, profileOf('journal', 'target'), style, 'bold'), 40],
      ],
      [
        drawn(joinUntrusted([who === '' ? undefined : who, from], ' '), 'ident', style),
        drawn(asUntrusted(serverOf(value('server'))), profileOf('journal', 'server'), style),
        drawn(key === undefined ? asUntrusted('') : joinUntrusted(['key', key], ' '), 'ident', style),
        trusted(value('demo') === undefined ? '' : '(demo)', style),
      ],
      style,
      indent,
    ),
    ...below.flatMap((text) => wrapped(text, style, indent)),
  ];
}

/** Host and path of the organization's server: one host may serve several. */
function serverOf(baseUrl = ''): string {
  const url = URL.parse(baseUrl);
  return url === null ? baseUrl : `${url.host}${url.pathname.replace(/\/$/, '')}`;
}
