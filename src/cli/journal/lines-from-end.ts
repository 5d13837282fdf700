import type { FileHandle } from 'node:fs/promises';

const CHUNK = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * The lines of a file from its end on, in parts of some tens of kilobytes: in each part the last line comes first. Empty
 * lines are left out. What is added while it is read is not part of it.
 */
export async function* linesFromEnd(
  file: FileHandle,
  chunkSize = CHUNK,
): AsyncGenerator<readonly string[], void, void> {
  const { size } = await file.stat();
  /** What was read of a line whose beginning is still to come, the last piece first. */
  let pieces: Buffer[] = [];
  for (let end = size; end > 0; end -= chunkSize) {
    const start = Math.max(0, end - chunkSize);
    const chunk = await readPart(file, start, end);
    const feed = start === 0 ? -1 : chunk.indexOf(LINE_FEED);
    if (start > 0 && feed === -1) {
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
