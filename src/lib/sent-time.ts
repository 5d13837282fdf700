import { parseTime } from './format-time.ts';
import { jsonText } from './json-text.ts';
import { asUntrusted, type Untrusted } from './untrusted.ts';

/** A value as it was sent, as a text, whatever it is: a number as its digits, nothing as nothing. */
export function textAsSent(sent: unknown): Untrusted {
  return asUntrusted(typeof sent === 'string' ? sent : jsonText(sent ?? '').replace(/^""$/, ''));
}

/** What was sent in the place of a time that can be read, empty where that is nothing; undefined where the time can be read. */
export function sentInPlaceOfTime(sent: unknown): Untrusted | undefined {
  return typeof sent === 'string' && parseTime(sent) !== undefined ? undefined : textAsSent(sent);
}
