import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes of a body that are held in memory while it arrives; more of it waits in a file. */
const MOST_HELD = 32 * 1024 * 1024;

/** Bytes that are read back at once. */
const READ_AT_ONCE = 4 * 1024 * 1024;

/**
 * A body that is still arriving. What is more than 32 MB of it waits in a temporary file ("sessions spill to a file"),
 * which only we may read and which has no name any more as soon as it is open, so that nothing of it stays behind. Where
 * no file can be had it stays in memory.
 */
export class SpillingBody {
  readonly #mostHeld: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #file: FileHandle | undefined;
  #filedBytes = 0;
  #mayFile = true;

  constructor(mostHeld = MOST_HELD) {
    this.#mostHeld = mostHeld;
  }

  /** Bytes that wait in the file. */
  get filedBytes(): number {
    return this.#filedBytes;
  }

  async add(chunk: Buffer): Promise<void> {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > this.#mostHeld && this.#mayFile) {
      await this.#spill();
    }
  }

  /** All of it as UTF-8 text, a byte order mark left out. */
  async text(): Promise<string> {
    const decoder = new TextDecoder();
    const pieces: string[] = [];
    for await (const chunk of this.#chunks()) {
      pieces.push(decoder.decode(chunk, { stream: true }));
    }
    pieces.push(decoder.decode());
    return pieces.join('');
  }

  async close(): Promise<void> {
    this.#held = [];
    await this.#file?.close();
  }

  async #spill(): Promise<void> {
    const bytes = Buffer.concat(this.#held);
    try {
      this.#file ??= await openNameless();
      await this.#file.appendFile(bytes);
      this.#filedBytes += bytes.length;
      this.#held = [];
      this.#heldBytes = 0;
    } catch {
      // A full disk: what was written of it before is passed over, and the rest stays where it is.
      this.#mayFile = false;
    }
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.#filedBytes && this.#file !== undefined;) {
      const wanted = Math.min(READ_AT_ONCE, this.#filedBytes - at);
      const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(wanted), 0, wanted, at);
      if (bytesRead === 0) {
        throw new Error('The temporary file ended early.');
      }
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    yield* this.#held;
  }
}

/** A new file that only we may open, and that is gone when it is closed, however the program ends. */
async function openNameless(): Promise<FileHandle> {
  // Few bodies are so long, and loading it takes memory.
  const { randomUUID } = process.getBuiltinModule('node:crypto');
  const path = join(tmpdir(), `vigil-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
