import type { Readable } from 'node:stream';
import { type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A body grew past what is taken; nothing more of it is read. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/**
 * Reads a body whole and decompresses it. `most` bounds the decompressed bytes while they stream, so that a small body
 * that unfolds into a large one is stopped early. Throws a BodyTooLargeError, or the stream's error.
 */
export async function readBody(body: Readable, encoding: string | undefined, most: number): Promise<Buffer> {
  const createDecoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  const stream = createDecoder === undefined ? body : decoded(body, createDecoder());
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) {
        throw new BodyTooLargeError();
      }
      chunks.push(chunk);
    }
  } finally {
    // What is left of it is of no use to anybody.
    body.on('error', () => undefined);
    body.destroy();
  }
  return Buffer.concat(chunks, size);
}

function decoded(body: Readable, decoder: Transform): Readable {
  body.on('error', (error) => decoder.destroy(error));
  return body.pipe(decoder);
}
