import { flatEntries } from '../flat-record.ts';
import { jsonText } from '../json-text.ts';
import { wholeSafeString } from '../safe-text.ts';
import { profileOf } from '../text-fields.ts';
import type { SourceRecord, SourceRecords } from './record-format.ts';

/** The fields of a record as text that is safe to show: what could act on a terminal or deceive a reader is escaped. */
export function flatTexts(record: SourceRecord): ReadonlyMap<string, string> {
  return new Map(flatEntries(record).map(([path, value]) => [path, textOf(path, value)]));
}

/** Records after which a pass over all of them pauses. */
const STEP = 64;

/**
 * The paths of all fields that occur, in the order in which they do first. Yields now and then, since it looks at every
 * record; returns the paths.
 */
export function* fieldsOfAll(records: SourceRecords): Generator<string, readonly string[]> {
  const fields = new Set<string>();
  let looked = 0;
  for (const record of records) {
    for (const [path] of flatEntries(record)) {
      fields.add(path);
    }
    if (++looked % STEP === 0) {
      yield '';
    }
  }
  return [...fields];
}

function textOf(path: string, value: unknown): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.map((item) => safe(path, item)).join('; ');
  }
  return safe(path, typeof value === 'string' ? value : jsonText(value));
}

function safe(path: string, text: string): string {
  return wholeSafeString(text, profileOf('any', path) === 'ident' ? 'ident' : 'block');
}
