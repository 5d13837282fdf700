import { constants, gzipSync } from 'node:zlib';

/** A file of an archive. */
export interface Entry {
  /** Where it is in the archive, without a slash before it. */
  readonly path: string;
  readonly contents: Buffer | string;
  /** Whether it can be run. */
  readonly runs?: boolean;
}

const BLOCK = 512;

interface TarOptions {
  /** What paths begin with. */
  readonly prefix?: string;
  /** Whether the folders above files are in it, too. Unpacking them changes the modes and times of those that exist. */
  readonly withFolders?: boolean;
}

/**
 * A tar archive (ustar) of these files, and the folders above them if asked for, by name, owned by root, each with the same
 * time: the same files make the same bytes.
 */
export function tar(
  entries: readonly Entry[],
  time: number,
  { prefix = '', withFolders = false }: TarOptions = {},
): Buffer {
  const folders = withFolders ? new Set(entries.flatMap(({ path }) => foldersAbove(path))) : [];
  const all = [
    ...[...folders].map((path) => ({ path: `${path}/`, contents: Buffer.alloc(0), mode: 0o755 })),
    ...entries.map(({ path, contents, runs = false }) => ({
      path,
      contents: Buffer.from(contents),
      mode: runs ? 0o755 : 0o644,
    })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
  return Buffer.concat([
    ...all.flatMap(({ path, contents, mode }) => [
      header(prefix + path, contents.length, mode, time),
      contents,
      Buffer.alloc((BLOCK - (contents.length % BLOCK)) % BLOCK),
    ]),
    Buffer.alloc(2 * BLOCK),
  ]);
}

/** Packed with gzip, without a time and a name; what names the system is always the same. */
export function packed(contents: Buffer): Buffer {
  const data = gzipSync(contents, { level: constants.Z_BEST_COMPRESSION });
  data[9] = 3;
  return data;
}

/** An ar archive, as a Debian package is one: files owned by root, each with the same time. */
export function ar(members: readonly (readonly [name: string, contents: Buffer])[], time: number): Buffer {
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    ...members.flatMap(([name, contents]) => [
      Buffer.from(
        `${name.padEnd(16)}${String(time).padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(contents.length).padEnd(10)}\`\n`,
      ),
      contents,
      Buffer.from(contents.length % 2 === 0 ? '' : '\n'),
    ]),
  ]);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function header(path: string, size: number, mode: number, time: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, offset: number) => block.write(text, offset);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  if (Buffer.byteLength(path) > 100) {
    throw new Error(`The path is too long for this archive: ${path}`);
  }
  put(path, 0);
  put(octal(mode, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(time, 11), 136);
  // As if the sum were blanks.
  put(' '.repeat(8), 148);
  put(path.endsWith('/') ? '5' : '0', 156);
  put('ustar\u000000', 257);
  put('root', 265);
  put('root', 297);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)}\u0000 `, 148);
  return block;
}
