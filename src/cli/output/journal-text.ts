import { formatDateTime } from '../../lib/format-time.ts';
import { asUntrusted, joinUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import { drawn, own, padded, type TextStyle } from './styled-text.ts';
import { endingText } from './verdict-text.ts';

const CONFIRMED = 'Confirmed: ';

/** Whether a verdict says no more than that it is as it was wanted: it is one sentence. */
function isPlainVerdict(sentence: Untrusted = asUntrusted('')): boolean {
  const isOne = sentence.endsWith('.') && !sentence.includes('. ');
  return (
    sentence === '' || (isOne && sentence.startsWith(CONFIRMED) && !sentence.startsWith(`${CONFIRMED} `))
  );
}

/**
 * A write as lines for people: time in UTC, verdict, action, target, and who made it; below that the reason, and what was
 * observed where that says more than that it is as it was wanted.
 */
export function journalText(row: JournalRow, style: TextStyle): readonly string[] {
  const { time, state, action, target, id, reason, sentence, wasUnknown, origin } = row;
  const value = (label: string) => origin.find((line) => line.label === label)?.value;
  const [ssh, key] = [value('SSH from'), value('key fingerprint')];
  const who = joinUntrusted([value('user'), value('on host')], '@');
  const from = ssh === undefined ? undefined : joinUntrusted(['from', ssh], ' ');
  const named = id === undefined || id === target ? target : joinUntrusted([target, id], ' ');
  const isPlain = state === 'confirmed' && !wasUnknown && isPlainVerdict(sentence);
  const below = [
    ...(reason === undefined ? [] : [joinUntrusted(['reason:', reason], ' ')]),
    ...(isPlain || sentence === undefined ? [] : [sentence]),
  ];
  const when = time === undefined ? '-' : formatDateTime(time, 'utc');
  return [
    [
      padded(own(when, style, 'dim'), 20),
      padded(endingText(state, style), 14),
      padded(own(action, style), 11),
      padded(drawn(named, 'ident', style, 'bold'), 40),
      drawn(joinUntrusted([who === '' ? undefined : who, from], ' '), 'cell', style).text,
      drawn(asUntrusted(serverOf(value('server'))), 'ident', style, 'dim').text,
      ...(key === undefined ? [] : [drawn(joinUntrusted(['key', key], ' '), 'cell', style, 'dim').text]),
      ...(value('demo') === undefined ? [] : [own('(demo)', style, 'dim').text]),
    ]
      .join(' ')
      .trimEnd(),
    ...below.map((text) => `${' '.repeat(21)}${drawn(text, 'cell', style).text}`),
  ];
}

/** Host and path of the organization's server: one host may serve several. */
function serverOf(baseUrl = ''): string {
  const url = URL.parse(baseUrl);
  return url === null ? baseUrl : `${url.host}${url.pathname.replace(/\/$/, '')}`;
}
