import type { Client } from '../api/client.ts';
import { delay, type Clock } from '../lib/clock.ts';
import type { Budget, Priority } from './budget.ts';

/**
 * The same client, every call of which waits for its turn under the shared budget: a read of many pages is paced page
 * by page. Waiting ends with the call's signal.
 */
export function paceClient(client: Client, budget: Budget, clock: Clock, priority: Priority): Client {
  const call: Client['call'] = async (endpoint, options, read) => {
    // Looked at again after each wait: another call may have taken the turn meanwhile.
    for (let wait = budget.wait(priority); wait > 0; wait = budget.wait(priority)) {
      await delay(clock, wait, options.signal);
    }
    budget.noteSent();
    return client.call(endpoint, options, read);
  };
  return Object.create(client, { call: { value: call } }) as Client;
}
