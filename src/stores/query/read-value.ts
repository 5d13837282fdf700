import { ownValue } from '../../lib/own-value.ts';
import type { Bound, Pattern, Quantity, Value } from './query.ts';
import type { QueryField } from './query-fields.ts';
import { readQueryTime, TIME_FORMS } from './query-time.ts';
import { endsBeforeItBegins } from './query-time-range.ts';
import { hasWildcards, isQuoted, textOfPattern } from './scan-terms.ts';
import { equalsPattern } from './text-pattern.ts';
import { isRangeText, quoted } from './value-text.ts';

/** A value that was understood, or why it was not; both where it is one that nothing is known to have. */
export type ReadValue =
  | { readonly value: Value; readonly problem?: string }
  | { readonly value?: undefined; readonly problem: string };

const COMPARED = /^(>=|<=|>|<)(.*)$/s;
const SIZES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };

/** Reads a value as its field wants it. */
export function readValue(field: QueryField, pattern: Pattern): ReadValue {
  const text = textOfPattern(pattern);
  if (pattern.length === 0) {
    return { problem: `Type a value after ${field.name}:, or ${field.name}:"" for rows without one.` };
  }
  switch (field.kind) {
    case 'text':
      return readText(field, pattern, text);
    case 'since':
    case 'until': {
      const time = readQueryTime(text);
      const bound: Bound | undefined = time && { quantity: { kind: 'time', time }, included: true };
      return bound === undefined
        ? { problem: noTime(text) }
        : {
            value:
              field.kind === 'since'
                ? { kind: 'range', from: bound, to: undefined }
                : { kind: 'range', from: undefined, to: bound },
          };
    }
    case 'number':
    case 'time':
    case 'any':
      return readQuantity(field, pattern, text);
  }
}

function readText(field: QueryField, pattern: Pattern, text: string): ReadValue {
  if (pattern[0]?.quoted === false && /^[<>]/.test(text)) {
    return {
      problem: `${field.name} is text: < and > are for numbers and times. Quote it to look for it: "${text}".`,
    };
  }
  if (looksLikeRange(pattern)) {
    return {
      problem: `${field.name} is text: ranges are for numbers and times. Quote it to look for it: ${quoted(text)}.`,
    };
  }
  const { name, values } = field;
  const isNone =
    values !== undefined && !isQuoted(pattern) && text !== 'null' && !values.some(equalsPattern(pattern));
  return {
    value: { kind: 'pattern', pattern },
    ...(isNone
      ? {
          problem: `“${text}” is no value of ${name}: type ${oneOf(values)}. Quote it to look for it all the same: ${quoted(text)}.`,
        }
      : {}),
  };
}

/** Whether a value is written as a range of numbers, versions or times is. */
function looksLikeRange(pattern: Pattern): boolean {
  return !isQuoted(pattern) && !hasWildcards(pattern) && isRangeText(textOfPattern(pattern));
}

function oneOf(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), ...values.slice(-1)].join(' or ');
}

function readQuantity(field: QueryField, pattern: Pattern, text: string): ReadValue {
  if (isQuoted(pattern) && (field.kind === 'any' || text === '')) {
    return { value: { kind: 'pattern', pattern } };
  }
  // Any value at all, as for a text, or none.
  if (text === '*' || text === 'null') {
    return { value: { kind: 'pattern', pattern } };
  }
  const range = readRange(field, text);
  if (range !== undefined) {
    return isBackwards(range)
      ? {
          problem: backwardsSentence(field, range, text),
        }
      : { value: range };
  }
  const isCompared = COMPARED.test(text);
  if (field.kind === 'any' && !isCompared) {
    if (looksLikeRange(pattern)) {
      const [from, to] = text.split('..');
      return {
        problem: `A range is of two numbers or of two times, and ${from} to ${to} is none. Quote it to look for it: ${quoted(text)}.`,
      };
    }
    return { value: { kind: 'pattern', pattern } };
  }
  const amount = isCompared ? (COMPARED.exec(text)?.[2] ?? '') : text;
  if (amount === '') {
    return { problem: `Type what to compare with, such as ${exampleOf(field)}.` };
  }
  if (field.kind === 'time') {
    return { problem: noTime(amount) };
  }
  return field.kind === 'number'
    ? {
        problem: hasWildcards(pattern)
          ? `${field.name} is a number, so that it takes no wildcards: ${exampleOf(field)}.`
          : `“${amount}” is no number: type one, such as ${exampleOf(field)}.`,
      }
    : { problem: `“${amount}” is neither a number nor a time, such as ${exampleOf(field)}.` };
}

function readRange(field: QueryField, text: string): Value | undefined {
  const [, sign, compared] = COMPARED.exec(text) ?? [];
  if (sign !== undefined) {
    const quantity = quantityOf(field, compared ?? '');
    const bound = quantity && { quantity, included: sign.endsWith('=') };
    return (
      bound &&
      (sign.startsWith('>')
        ? { kind: 'range', from: bound, to: undefined }
        : { kind: 'range', from: undefined, to: bound })
    );
  }
  const dots = text.indexOf('..');
  if (dots !== -1) {
    const ends = [text.slice(0, dots), text.slice(dots + 2)].map((end) => end.trim());
    const [from, to] = ends.map((end) => quantityOf(field, end));
    const isRead =
      ends.some((end) => end !== '') && ends.every((end, index) => end === '' || [from, to][index]);
    return isRead && (from === undefined || to === undefined || from.kind === to.kind)
      ? { kind: 'range', from: from && including(from), to: to && including(to) }
      : undefined;
  }
  const quantity = field.kind === 'any' ? undefined : quantityOf(field, text);
  return quantity && { kind: 'range', from: including(quantity), to: including(quantity) };
}

/** Whether a range ends before it begins; times of which that depends on what time it is are compared once it is known. */
function isBackwards(range: Value): boolean {
  if (range.kind !== 'range' || range.from === undefined || range.to === undefined) {
    return false;
  }
  const [from, to] = [range.from.quantity, range.to.quantity];
  return from.kind === 'number'
    ? to.kind === 'number' && from.number > to.number
    : to.kind === 'time' && endsBeforeItBegins(from.time, to.time);
}

function backwardsSentence(field: QueryField, range: Value, text: string): string {
  const turned = text.split('..').reverse().join('..');
  const typed = `${field.name}:${/\s/.test(turned) ? quoted(turned) : turned}`;
  const from = range.kind === 'range' ? range.from?.quantity : undefined;
  if (from?.kind !== 'time') {
    return `Nothing is both: the larger end stands first. Type ${typed}.`;
  }
  const overMidnight =
    from.time.kind === 'clock' ? ' Over midnight it goes from the evening to the morning: 22:00..06:00.' : '';
  return `It ends before it begins. Type ${typed}.${overMidnight}`;
}

function including(quantity: Quantity): Bound {
  return { quantity, included: true };
}

function quantityOf(field: QueryField, text: string): Quantity | undefined {
  const number = field.kind === 'time' ? undefined : readNumber(text, field.kind === 'number');
  if (number !== undefined) {
    return { kind: 'number', number };
  }
  const time = field.kind === 'number' ? undefined : readQueryTime(text);
  return time && { kind: 'time', time };
}

/** A number; `k`, `M` or `G` for thousands, millions and billions where it cannot be a time: `5m` may be minutes. */
function readNumber(text: string, takesSizes: boolean): number | undefined {
  const [, digits, size] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([kmg])?b?$/i.exec(text) ?? [];
  return digits === undefined || (size !== undefined && !takesSizes)
    ? undefined
    : Number(digits) * (ownValue(SIZES, size?.toLowerCase() ?? '') ?? 1);
}

function noTime(text: string): string {
  return `“${text}” is no time: type ${TIME_FORMS}.`;
}

function exampleOf({ name, kind }: QueryField): string {
  return kind === 'time' ? `${name}:>=1h` : `${name}:>=5 or ${name}:2..7`;
}
