import { afterEach, describe, expect, it } from 'vitest';

import { CHOICE_NAMES, DEFAULT_CHOICES, variantsOf, type Choices } from '../../src/server/choices.ts';
import { pairwise } from '../helpers/pairwise.ts';
import { connectConsole, type ConnectedConsole } from './connected-console.ts';
import {
  changePolicy,
  deleteAgents,
  lookAtEverything,
  readSessions,
  suspendAndReactivate,
  watchEvents,
} from './shift.ts';

let connected: ConnectedConsole | undefined;

afterEach(async () => {
  await connected?.stop();
  connected = undefined;
});

const configurations = pairwise(
  Object.fromEntries(CHOICE_NAMES.map((name) => [name, variantsOf(name)])),
) as unknown as readonly Choices[];

/** What is chosen otherwise than by default, as `vigil serve` takes it. */
function settingsOf(choices: Choices): string {
  const settings = CHOICE_NAMES.filter((name) => choices[name] !== DEFAULT_CHOICES[name]);
  return settings.map((name) => `${name}=${choices[name]}`).join(' ');
}

describe('a console shows what is true', () => {
  it.each(configurations.map((choices) => [settingsOf(choices), choices] as const))(
    'under %s',
    async (_settings, choices) => {
      const console = (connected = await connectConsole({ choices }));
      await lookAtEverything(console);
      await readSessions(console);
      await watchEvents(console);
      await suspendAndReactivate(console);
      await changePolicy(console);
      await deleteAgents(console);
      expect(console.exchanges.filter(({ facts }) => facts?.status === 429)).toEqual([]);
      expect(console.serviceLog).toEqual([]);
    },
  );
});
