import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';

/** The same client, each call of which goes through what `around` makes of its call. */
export function wrapClient(client: Client, around: (next: Client['call']) => Client['call']): Client {
  const call = around((endpoint, options, read) => client.call(endpoint, options, read));
  return Object.create(client, { call: { value: call } }) as Client;
}

/** What is done around each call. */
export interface CallWatch {
  /** Awaited before the call leaves. */
  readonly before?: () => Promise<void>;
  /** Called with a good answer. */
  readonly answered: () => void;
  /** Called with what a bad answer reported beside its body. */
  readonly failed?: (facts: AnswerFacts) => void;
}

/** The same client, with something done around each of its calls. */
export function watchClient(client: Client, { before, answered, failed }: CallWatch): Client {
  return wrapClient(client, (next) => async (endpoint, options, read) => {
    if (before !== undefined) {
      await before();
    }
    try {
      const answer = await next(endpoint, options, read);
      answered();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.facts !== undefined) {
        failed?.(error.facts);
      }
      throw error;
    }
  });
}
