import { expect } from 'vitest';

import { IS_NIGHTLY } from '../helpers/nightly.ts';
import { describeSettings } from './configurations.ts';
import { connectConsole, type ConsoleSettings } from './connected-console.ts';
import { lookAtEverything, readSessions, watchEvents } from './reading.ts';
import { changePolicy, deleteAgents, suspendAndReactivate } from './writing.ts';

/** Most requests of one shift: a server that does everything wrong at once takes some hundreds. */
const MOST_REQUESTS = IS_NIGHTLY ? 10_000 : 1500;

/**
 * Has a console do all that it can against a service with those settings. Throws when it does not come to show what is
 * true, or says of a change what is not; the message names the settings as `vigil serve` takes them.
 */
export async function workShift(settings: ConsoleSettings): Promise<void> {
  const console = await connectConsole(settings);
  try {
    await lookAtEverything(console);
    await readSessions(console);
    await watchEvents(console, { withVeryLate: IS_NIGHTLY });
    await suspendAndReactivate(console);
    await changePolicy(console);
    await deleteAgents(console);
    expect(console.serviceLog).toEqual([]);
    expect(console.exchanges.length).toBeLessThan(MOST_REQUESTS);
    if (settings.faults === undefined) {
      expect(console.exchanges.filter(({ facts }) => facts?.status === 429)).toEqual([]);
    }
  } catch (error) {
    if (error instanceof Error) {
      error.message = `${error.message} (${describeSettings(settings)})`;
    }
    throw error;
  } finally {
    await console.stop();
  }
}
