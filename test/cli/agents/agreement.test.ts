import { expect, it } from 'vitest';

import { runAgentsWrite } from '../../../src/cli/agents/write-agents-command.ts';
import { createFakeOrganization } from '../../helpers/fake-organization.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';

nameUnreachedServer();

const HARD = { hard: true } as const;

it.each([
  ['suspend', {}, 1, '', 0],
  ['suspend', {}, 1, 'n', 0],
  ['suspend', {}, 1, 'yyyy', 0],
  ['suspend', {}, 1, 'y', 1],
  ['delete', {}, 1, 'y', 0],
  ['delete', HARD, 1, 'y', 0],
  ['delete', HARD, 1, 'delete', 0],
  ['delete', HARD, 2, 'delete', 0],
  ['delete', HARD, 2, 'delete 1', 0],
  ['delete', HARD, 2, 'delete 2', 2],
] as const)('%s %j of %i agents, answered with "%s", makes %i changes', async (...given) => {
  const [name, flags, count, typed, changes] = given;
  const ids = ['a1', 'a2'].slice(0, count);
  const organization = createFakeOrganization(ids);
  const { status, problem, client } = await runCommandWith(
    { answers: [typed], answer: (call) => organization.answer(call) },
    (host) => runAgentsWrite(name, ids, { write: true, ...flags }, host),
  );
  const writes = client?.calls.filter(({ endpoint }) => ['setAgentStatus', 'deleteAgent'].includes(endpoint));
  expect(writes).toHaveLength(changes);
  expect([status, problem.includes('Nothing was done.')]).toEqual(changes === 0 ? [1, true] : [0, false]);
});
