import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { ownValue } from '../lib/own-value.ts';

/** A body grew past what is taken; nothing more of it is read. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

/** A body is compressed in a way that cannot be read, or its compression is damaged. */
export class BodyEncodingError extends Error {
  override name = 'BodyEncodingError';
}

/** Only the first two are asked for; deflate is read all the same. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  br: createBrotliDecompress,
  'x-gzip': createGunzip,
  deflate: createInflate,
};

/** The compressions to ask for in Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** zlib's code for compressed data that ends too early: the body was cut off, not damaged. */
const ENDS_EARLY = 'Z_BUF_ERROR';

/**
 * Reads a body whole as UTF-8 text, a byte order mark left out; otherwise like `takeBody`.
 */
export async function readBody(
  body: Readable,
  encoding: string,
  most: number,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  await takeBody(body, encoding, most, (piece) => {
    pieces.push(piece);
    size += piece.length;
    onBytes(size);
  });
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/**
 * Gives a body piece by piece, decompressed, while it arrives, and waits after each until it was taken. `most` bounds the
 * decompressed bytes while they stream, so that a small body that unfolds into a large one is stopped early. Throws a
 * BodyTooLargeError, a BodyEncodingError, or the error of the stream when it is cut off.
 */
export async function takeBody(
  body: Readable,
  encoding: string,
  most: number,
  take: (piece: Buffer) => void | Promise<void>,
): Promise<void> {
  let size = 0;
  try {
    for await (const piece of decoded(body, encoding.trim().toLowerCase()) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) {
        throw new BodyTooLargeError();
      }
      const taken = take(piece);
      if (taken !== undefined) {
        await taken;
      }
    }
  } finally {
    // What is left of it is of no use to anybody.
    body.on('error', () => undefined);
    body.destroy();
  }
}

async function* decoded(body: Readable, encoding: string): AsyncGenerator<Buffer> {
  if (encoding === '' || encoding === 'identity') {
    yield* body as AsyncIterable<Buffer>;
    return;
  }
  const createDecoder = ownValue(DECODERS, encoding);
  if (createDecoder === undefined) {
    throw new BodyEncodingError('It is compressed in a way that was not asked for');
  }
  const decoder = createDecoder();
  let cutOff: Error | undefined;
  body.on('error', (error) => {
    cutOff = error;
    decoder.destroy(error);
  });
  try {
    yield* body.pipe(decoder) as AsyncIterable<Buffer>;
  } catch (error) {
    throw cutOff !== undefined || (error as NodeJS.ErrnoException).code === ENDS_EARLY
      ? error
      : new BodyEncodingError('Its compression is damaged');
  }
}
