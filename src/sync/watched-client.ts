import type { Client } from '../api/client.ts';

/** What is done around each call. */
export interface CallWatch {
  /** Awaited before the call leaves. */
  readonly before?: () => Promise<void>;
  /** Called with a good answer. */
  readonly answered: () => void;
}

/** The same client, with something done around each of its calls. */
export function watchClient(client: Client, { before, answered }: CallWatch): Client {
  const call: Client['call'] = async (endpoint, options, read) => {
    if (before !== undefined) {
      await before();
    }
    const answer = await client.call(endpoint, options, read);
    answered();
    return answer;
  };
  return Object.create(client, { call: { value: call } }) as Client;
}
