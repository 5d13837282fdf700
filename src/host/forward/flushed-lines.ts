import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** How many bytes of a file are whole lines. */
export async function wholeLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const piece = Buffer.alloc(65_536);
  for (let end = size; end > 0;) {
    const begin = Math.max(0, end - piece.length);
    const { bytesRead } = await file.read(piece, 0, end - begin, begin);
    const last = piece.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (last >= 0) {
      return begin + last + 1;
    }
    end = begin;
  }
  return 0;
}

/** Writes all of the bytes at a place in a file. */
export async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** What was made or renamed in a folder is there after a crash only when the folder was written, too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Adds whole lines behind the `size` bytes that a file has; resolves once they are on the disk. Where that fails nothing of them
 * is left: half a line would spoil the next one.
 */
export async function addFlushed(file: FileHandle, bytes: Buffer, size: number): Promise<void> {
  try {
    await writeAll(file, bytes, size);
    await file.datasync();
  } catch (error) {
    await file.truncate(size).catch(() => undefined);
    throw error;
  }
}
