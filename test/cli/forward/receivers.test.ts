import { describe, expect, it } from 'vitest';

import type { LinePoster, PostAnswer } from '../../../src/api/line-poster.ts';
import { postReceiver } from '../../../src/cli/forward/receivers.ts';
import { PauseError } from '../../../src/sync/forward/receiver.ts';

const NEVER = new AbortController().signal;
const MOST = { records: 100, characters: 1e6 };
const TAKEN: PostAnswer = { status: 200, retryAfter: undefined, said: '' };

function record(id: string) {
  return { id, line: JSON.stringify({ id }) };
}

function receiver(answer: (lines: readonly string[]) => Partial<PostAnswer>) {
  const posts: { readonly lines: readonly string[]; readonly key: string }[] = [];
  const poster: LinePoster = {
    post(lines, key) {
      posts.push({ lines, key });
      return Promise.resolve({ ...TAKEN, ...answer(lines) });
    },
    close: () => Promise.resolve(),
  };
  return { posts, send: (...ids: string[]) => postReceiver(poster, MOST).send(ids.map(record), NEVER) };
}

describe('a receiver that is posted to', () => {
  it('has taken what it answers with 2xx, and is given the same key for the same records', async () => {
    const { posts, send } = receiver(() => ({ status: 202 }));
    expect(await send('a', 'b')).toEqual([]);
    await send('a', 'b');
    await send('a', 'c');
    expect(posts[0]?.key).toBe(posts[1]?.key);
    expect(posts[0]?.key).not.toBe(posts[2]?.key);
  });

  it.each([301, 401, 403, 404, 408, 429, 500, 503])(
    'has taken nothing where it answers %i',
    async (status) => {
      const { send } = receiver(() => ({ status, said: 'no' }));
      await expect(send('a', 'b')).rejects.toThrow(`The receiver answered ${status}: no.`);
    },
  );

  it('is waited for as long as it asks, an hour at most', async () => {
    const pauseOf = async (retryAfter: number) => {
      const error: unknown = await receiver(() => ({ status: 429, retryAfter }))
        .send('a')
        .catch((thrown: unknown) => thrown);
      return error instanceof PauseError ? error.pause : undefined;
    };
    expect(await pauseOf(5000)).toBe(5000);
    expect(await pauseOf(1e12)).toBe(3_600_000);
  });

  it('is given the halves of a batch in which one record is wrong, and has that one refused', async () => {
    const { send, posts } = receiver((lines) =>
      lines.some((line) => line.includes('bad')) ? { status: 400 } : {},
    );
    const refused = await send('a', 'b', 'bad', 'c', 'd', 'e');
    expect(refused.map(({ record: { id } }) => id)).toEqual(['bad']);
    const taken = posts
      .filter(({ lines }) => !lines.some((line) => line.includes('bad')))
      .flatMap(({ lines }) => lines);
    expect(taken).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => record(id).line));
  });

  it('refuses nothing for good that never took anything', async () => {
    const { send } = receiver(() => ({ status: 400 }));
    await expect(send('a', 'b', 'c')).rejects.toThrow('The receiver answered 400.');
  });

  it('is given less at once where a batch is too large', async () => {
    const { send, posts } = receiver((lines) => (lines.length > 2 ? { status: 413 } : {}));
    expect(await send('a', 'b', 'c', 'd', 'e')).toEqual([]);
    expect(posts.filter(({ lines }) => lines.length <= 2).flatMap(({ lines }) => lines)).toHaveLength(5);
  });
});
