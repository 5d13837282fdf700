import type { JsonObject } from '../../../contract/tolerant.ts';
import { ListBuilder, type ListReading } from '../hunt-list.ts';
import type { ListKind } from '../list-kinds.ts';
import type { Sentence } from '../../../lib/untrusted.ts';
import { readCsvList } from './csv-list.ts';
import { isObject, listIn } from './json-parts.ts';
import { isLockFile, readLockList } from './lock-list.ts';
import { addOsvRecord, isOsvRecord } from './osv-list.ts';
import { readPurlList } from './purl-list.ts';
import { textLines } from './text-lines.ts';

/** Reads a list of packages. What it is shows in its content, unless that is said. */
export function readHuntList(content: string, kind?: ListKind): ListReading {
  const text = content.replace(/^\u{feff}/u, '');
  const reading = readAs(text, kind ?? kindOf(text));
  if ('list' in reading && reading.list.entries.length + reading.list.skipped.length === 0) {
    return problem(
      'Nothing is in this list. It takes OSV JSON, a CSV of name and version, purls, or a package-lock.json.',
    );
  }
  return reading;
}

function readAs(text: string, kind: ListKind | 'json'): ListReading {
  switch (kind) {
    case 'csv':
      return readCsvList(text);
    case 'purl':
      return readPurlList(text);
    case 'osv':
    case 'lock':
    case 'json':
      return readJson(text, kind);
  }
}

function kindOf(text: string): ListKind | 'json' {
  const first = textLines(text)[0]?.content ?? '';
  return /^[{[]/.test(first) ? 'json' : /^pkg:/i.test(first) ? 'purl' : 'csv';
}

function readJson(text: string, kind: 'osv' | 'lock' | 'json'): ListReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return kind !== 'lock' && holdsObjectALine(text)
      ? readJsonLines(text)
      : problem(`This is no JSON: ${placeOf(error, text)}. If it is to be one, write it anew.`);
  }
  if (kind !== 'osv' && isLockFile(value)) {
    return readLockList(value);
  }
  const records = kind === 'lock' ? undefined : osvRecordsIn(value);
  if (records === undefined) {
    return problem(
      kind === 'lock'
        ? 'This is no lock file of npm: it has no lockfileVersion.'
        : 'This JSON is neither OSV, whose records have an id and affected packages, nor a package-lock.json.',
    );
  }
  const list = new ListBuilder('osv');
  records.forEach((record, index) => {
    if (isOsvRecord(record)) {
      addOsvRecord(list, record, undefined);
    } else {
      list.reject(undefined, `Record ${index + 1} is not OSV: it has no id. Leave it out.`);
    }
  });
  return list.reading;
}

/** One record, several in a list, or several as an answer of osv.dev has them. */
function osvRecordsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) {
    return value as readonly unknown[];
  }
  if (isObject(value) && 'vulns' in value) {
    return listIn(value, 'vulns');
  }
  return isOsvRecord(value) ? [value] : undefined;
}

/** Whether the first line is an object by itself: then each line should be. */
function holdsObjectALine(text: string): boolean {
  const lines = textLines(text);
  return lines.length > 1 && objectIn(lines[0]?.content ?? '') !== undefined;
}

function readJsonLines(text: string): ListReading {
  const list = new ListBuilder('osv');
  for (const { line, content } of textLines(text)) {
    const record = objectIn(content);
    if (record === undefined) {
      list.reject(line, 'This line is no JSON object. Each line must be one advisory.');
    } else if (isOsvRecord(record)) {
      addOsvRecord(list, record, line);
    } else {
      list.reject(line, 'This line is not OSV: it has no id. Leave it out.');
    }
  }
  return list.reading;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where JSON ends to be JSON, in words of ours: the message of the parser quotes the text. */
function placeOf(error: unknown, text: string): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (position === undefined) {
    return 'it ends too early';
  }
  const before = text.slice(0, Number(position)).split('\n');
  return `something is wrong in line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function problem(sentence: Sentence): ListReading {
  return { problems: [{ line: undefined, sentence }] };
}
