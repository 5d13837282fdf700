import { constants } from 'node:fs';
import { link, open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { addFlushed, syncFolder, wholeLines, writeAll } from './flushed-lines.ts';

/** How large a file becomes before the next one is begun, and how many of those before it are kept. */
export interface Rotation {
  /** In bytes. */
  readonly size: number;
  /** Undefined for all of them. */
  readonly keep: number | undefined;
}

/**
 * A file that lines are added to, and that is renamed to `FILE.20260131T093000Z` once it is full. Whoever else renames or
 * removes it, as logrotate does, gets the next lines in a new one.
 */
export class RotatedFile {
  readonly #path: string;
  readonly #rotation: Rotation;
  /** Whether half a line at its end is ours, left by a crash. */
  readonly #isContinued: boolean;
  readonly #now: () => number;
  #file: FileHandle | undefined;
  #inode = 0;
  #size = 0;

  constructor(
    path: string,
    rotation: Rotation,
    { isContinued, now }: { isContinued: boolean; now: () => number },
  ) {
    this.#path = path;
    this.#rotation = rotation;
    this.#isContinued = isContinued;
    this.#now = now;
  }

  /** Adds lines; resolves once they are on the disk. Rejects when they cannot be written; nothing of them is left then. */
  async append(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    if (this.#file !== undefined && !(await this.#isStillThere())) {
      await this.close();
    }
    this.#file ??= await this.#open();
    if (this.#size > 0 && this.#size + bytes.length > this.#rotation.size) {
      await this.#rotate();
    }
    const file = this.#file;
    await addFlushed(file, bytes, this.#size);
    this.#size += bytes.length;
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #open(): Promise<FileHandle> {
    const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
    const file = await open(this.#path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) {
        throw new Error(`${this.#path} is not a regular file.`);
      }
      this.#inode = facts.ino;
      this.#size = facts.size;
      const whole = await wholeLines(file);
      if (whole < facts.size && this.#isContinued) {
        await file.truncate(whole);
        this.#size = whole;
      } else if (whole < facts.size) {
        // It is not known whose it is.
        await writeAll(file, Buffer.from('\n'), facts.size);
        this.#size++;
      }
      await syncFolder(dirname(this.#path));
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #isStillThere(): Promise<boolean> {
    const facts = await stat(this.#path).catch(() => undefined);
    // One that was made shorter in its place would get a hole where its lines were.
    return facts?.ino === this.#inode && facts.size === this.#size;
  }

  async #rotate(): Promise<void> {
    const time = new Date(this.#now()).toISOString().replace(/[-:]|\.\d+/g, '');
    for (let number = 1; ; number++) {
      try {
        // A name that is taken already stays whose it is.
        await link(this.#path, `${this.#path}.${time}${number === 1 ? '' : `-${number}`}`);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
          throw error;
        }
      }
    }
    await unlink(this.#path);
    await this.close();
    this.#file = await this.#open();
    await this.#removeOld();
  }

  async #removeOld(): Promise<void> {
    const { keep } = this.#rotation;
    if (keep === undefined) {
      return;
    }
    const folder = dirname(this.#path);
    const name = `${basename(this.#path)}.`;
    const old = (await readdir(folder))
      .filter((entry) => entry.startsWith(name) && /^\d{8}T\d{6}Z(-\d+)?$/.test(entry.slice(name.length)))
      .sort((left, right) => left.localeCompare(right, 'en', { numeric: true }));
    for (const entry of old.slice(0, Math.max(0, old.length - keep))) {
      await unlink(join(folder, entry));
    }
  }
}
