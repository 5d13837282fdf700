import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { isLoopbackHost } from '../../api/base-url.ts';
import { readRegularFile, refuseUnlessPrivate } from '../../host/files/private-file.ts';
import { fullPath } from '../../host/files/export-file.ts';
import { UsageError } from '../../host/usage-error.ts';
import { ownValue } from '../../lib/own-value.ts';
import { holdsCredential } from '../../host/connection/credential-text.ts';

/** Where `--to` says that events go. */
export type ReceiverTarget =
  | { readonly kind: 'output' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'post'; readonly url: URL };

/** Reads the value of `--to`. Throws a UsageError. */
export function parseReceiverTarget(text: string): ReceiverTarget {
  if (text === '-') {
    return { kind: 'output' };
  }
  if (text.startsWith('file:') && text.length > 'file:'.length) {
    return { kind: 'file', path: fullPath(text.slice('file:'.length)) };
  }
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new UsageError('--to takes - for standard output, file:PATH, or a URL that begins with https://.');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new UsageError(
      `--to http:// would send the events in the clear to ${url.hostname}. Use https://, or a receiver on 127.0.0.1, [::1] or localhost.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new UsageError(
      '--to holds a user name, a password or a fragment. Put what the receiver asks for into a file for --header-file.',
    );
  }
  return { kind: 'post', url };
}

/** What stands beside a position file, and belongs to it. */
const BESIDE_POSITION = ['', '.owner', '.lock', '.refused'];

/**
 * Refuses a file that events cannot be added to: the position itself, one of its companions, a link, or what is no file. Throws
 * a UsageError.
 */
export function refuseUnfitFile(path: string, state: string | undefined): void {
  const position = state === undefined ? undefined : placeOf(fullPath(state));
  if (position !== undefined && BESIDE_POSITION.some((end) => placeOf(path) === `${position}${end}`)) {
    throw new UsageError(
      `--to and --state lead to the same file, ${path}: events would be mixed with the position. Name another one.`,
    );
  }
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isSymbolicLink() === true) {
    throw new UsageError(
      `${path} is a symbolic link, which is not followed. Name the file that it leads to.`,
    );
  }
  if (facts?.isFile() === false) {
    throw new UsageError(`${path} is not a regular file. Name a file, or - for standard output.`);
  }
}

/** A path through the real folder, so that the same file has one. */
function placeOf(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

const MOST_BYTES = 65_536;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that say how a request is made, and not what the receiver asks for. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'transfer-encoding',
]);

/**
 * Reads a file of headers for the receiver, one `Name: value` a line; it must be private, since it holds what lets in. Throws a
 * UsageError.
 */
export function readHeaderFile(path: string, userId: number): readonly (readonly [string, string])[] {
  const file = readRegularFile('The file of headers', path, MOST_BYTES);
  if (file === undefined) {
    throw new UsageError(`The file of headers ${path} is not there.`);
  }
  refuseUnlessPrivate(file, userId);
  return file.text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, number }) => {
      const colon = line.indexOf(':');
      const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      const where = `Line ${number} of the file of headers ${path}`;
      if (colon < 1 || !NAME.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) {
        throw new UsageError(`${where} is none. It looks like Authorization: Bearer TOKEN.`);
      }
      if (OWN_HEADERS.has(name.toLowerCase())) {
        throw new UsageError(`${where} sets ${name}, which vigil sets itself. Take it out.`);
      }
      if (holdsCredential(value)) {
        throw new UsageError(`${where} holds a key of the API, which is not for the receiver. Take it out.`);
      }
      return [name, value] as const;
    });
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

/** Reads a size such as `500k`, `100M` or `2G`, in bytes; undefined when it is none. */
export function parseSize(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,12})([kmg]?)b?$/i.exec(text) ?? [];
  const bytes = Number(count) * (ownValue(UNITS, unit.toLowerCase()) ?? Number.NaN);
  return bytes > 0 ? bytes : undefined;
}
