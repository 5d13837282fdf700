import type { FileHandle } from 'node:fs/promises';

const CHUNK = 64 * 1024;
const LINE_FEED = 0x0a;

/** A part of a file, in bytes. */
interface Part {
  readonly start?: number;
  readonly end?: number | undefined;
}

/**
 * The lines of a file, or of a part of it that begins with a line, from its end on, in parts of some tens of kilobytes: in each
 * the last line comes first. Empty lines are left out. What is added while it is read is not part of it.
 */
export async function* linesFromEnd(
  file: FileHandle,
  { start: begin = 0, end: last }: Part = {},
  chunkSize = CHUNK,
): AsyncGenerator<readonly string[], void, void> {
  /** What was read of a line whose beginning is still to come, the last piece first. */
  let pieces: Buffer[] = [];
  for (let end = last ?? (await file.stat()).size; end > begin; end -= chunkSize) {
    const start = Math.max(begin, end - chunkSize);
    const chunk = await readPart(file, start, end);
    const feed = start === begin ? -1 : chunk.indexOf(LINE_FEED);
    if (start > begin && feed === -1) {
      pieces.push(chunk);
      continue;
    }
    const text = Buffer.concat([chunk.subarray(feed + 1), ...pieces.reverse()]).toString('utf8');
    pieces = [chunk.subarray(0, feed + 1)];
    yield text
      .split('\n')
      .filter((line) => line !== '')
      .reverse();
  }
}

/** Where the last whole line of a part of a file ends: behind its line feed, or where the part begins. */
export async function endOfLines(file: FileHandle, start: number, end: number): Promise<number> {
  // Mostly it is the last byte.
  for (let to = end, size = 1; to > start; to -= size, size = CHUNK) {
    const from = Math.max(start, to - size);
    const feed = (await readPart(file, from, to)).lastIndexOf(LINE_FEED);
    if (feed >= 0) {
      return from + feed + 1;
    }
  }
  return start;
}

async function readPart(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const part = Buffer.alloc(end - start);
  let read = 0;
  while (read < part.length) {
    const { bytesRead } = await file.read(part, read, part.length - read, start + read);
    if (bytesRead === 0) {
      break;
    }
    read += bytesRead;
  }
  return part.subarray(0, read);
}
