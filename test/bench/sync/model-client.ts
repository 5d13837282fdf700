import { StatusError } from '../../../src/api/errors.ts';
import type { Client } from '../../../src/api/client.ts';
import type { Exchange } from '../../../src/api/transport.ts';
import { CALLS } from '../../../src/contract/endpoints.ts';
import { delay, type Clock } from '../../../src/lib/clock.ts';
import type { QuotaServer } from './quota-server.ts';

/** Milliseconds from one end to the other and back. */
const LEAST_DELAY = 60;
const MOST_DELAY = 200;

/** A client of a quota: every answer comes after a random delay, half of it each way, and says when it was written. */
export function createModelClient(
  clock: Clock,
  server: QuotaServer,
  random: () => number,
  onExchange: (exchange: Exchange) => void,
): Client {
  return {
    baseUrl: new URL('http://model.example/api/v1'),
    isReadOnly: false,
    learned: {},
    setWritable: () => undefined,
    close: () => Promise.resolve(),
    async call(endpoint, call, read) {
      const { method, path } = CALLS[endpoint];
      const request = { method, path, query: '' };
      const at = clock.now();
      const way = (LEAST_DELAY + random() * (MOST_DELAY - LEAST_DELAY)) / 2;
      await delay(clock, way, call.signal);
      const servedAt = clock.now();
      const { status, rateLimit } = server.request(servedAt);
      await delay(clock, way, call.signal);
      const milliseconds = clock.now() - at;
      // A Date is whole seconds.
      const serverDate = Math.floor(servedAt / 1000) * 1000;
      const facts = { status, rateLimit, serverDate, bytes: 0, milliseconds };
      const nothing = { sentence: undefined, contentType: 'application/json', excerpt: '' };
      const error = status === 200 ? undefined : new StatusError(request, facts, nothing);
      const { purpose = endpoint, ticket } = call;
      onExchange({ ...request, purpose, ticket, at, milliseconds, facts, error });
      if (error !== undefined) {
        throw error;
      }
      return { value: read({ servedAt }), facts };
    },
  };
}
