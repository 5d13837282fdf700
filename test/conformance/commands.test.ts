import { expect, it } from 'vitest';

import { runEventsCount } from '../../src/cli/events/count-events-program.ts';
import { runLlm } from '../../src/cli/llm/llm-command.ts';
import { runApi } from '../../src/cli/service/api-command.ts';
import { runHealth, runStats } from '../../src/cli/service/facts-command.ts';
import {
  runSessionsCalendar,
  runSessionsClients,
  runSessionsList,
} from '../../src/cli/sessions/list-sessions-command.ts';
import { runSessionsShow, runSessionsTranscript } from '../../src/cli/sessions/show-session-command.ts';
import { CHOICE_NAMES, variantsOf } from '../../src/server/base/choices.ts';
import { FAULT_NAMES, type FaultName } from '../../src/server/base/faults.ts';
import { seededRandom } from '../../src/server/base/random.ts';
import { useCommandedServices, type CommandedService } from '../helpers/service-command.ts';
import { TEST_AMOUNTS } from '../helpers/test-service.ts';

const start = useCommandedServices();
const JSON_LINES = { json: true } as const;

/** Decisions on what these commands do not ask for, or leave to what the console has for it. */
const OF_OTHERS =
  /^(rate|retry|blocked|soft|leaving|delete|unknown-rule|package|agent|time|since|until|bound|summary|project)/;

const choices = [
  'nothing else',
  ...CHOICE_NAMES.filter((name) => !OF_OTHERS.test(name)).flatMap((name) =>
    variantsOf(name)
      .slice(1)
      .map((variant: string) => `${name}=${variant}`),
  ),
];

/** Faults that befall what only reads, and take no time of the machine. */
const faults = FAULT_NAMES.filter((name) => !/write|lost|duplicate|hang|slow/.test(name));

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Every command that reads once, with what it has to find whatever the server decides. */
async function readAll({ run }: CommandedService) {
  const rows: Record<string, Rows> = {};
  const said: string[] = [];
  const read = async (name: string, command: Parameters<typeof run>[0]) => {
    const { status, lines, problem } = await run(command);
    rows[name] = lines.map((line) => JSON.parse(line) as Rows[number]);
    said.push(`${name} ${status} ${problem.split('\n')[0] ?? ''}`);
    // What cannot be certified is said.
    expect([status, problem]).toEqual([
      status,
      status === 0 ? expect.anything() : expect.stringContaining('vigil: '),
    ]);
  };
  await read('sessions', (host) => runSessionsList({ ...JSON_LINES, subagents: true }, host));
  const ids = (rows['sessions'] ?? []).map((row) => String(row['session_id'] ?? row['id']));
  await read('shown', (host) => runSessionsShow(ids[0] ?? '', JSON_LINES, host));
  await read('transcript', (host) => runSessionsTranscript(ids[0] ?? '', JSON_LINES, host));
  await read('calendar', (host) => runSessionsCalendar({ ...JSON_LINES, since: '30d' }, host));
  await read('clients', (host) => runSessionsClients(JSON_LINES, host));
  await read('calls', (host) => runLlm(JSON_LINES, host));
  await read('totals', (host) => runLlm({ ...JSON_LINES, by: 'model' }, host));
  await read('counts', (host) => runEventsCount({ ...JSON_LINES, by: 'outcome', since: '30d' }, host));
  await read('stats', (host) => runStats(JSON_LINES, host));
  await read('policy', (host) => runApi('/policy', {}, host));
  return { rows, said };
}

function expectAll({ rows, said }: Awaited<ReturnType<typeof readAll>>): void {
  const sizeOf = (name: string) => rows[name]?.length;
  expect({
    sessions: sizeOf('sessions'),
    shown: rows['shown']?.map(({ first_prompt: prompt }) => prompt),
    transcript: sizeOf('transcript'),
    hasClients: [2, 3].includes(sizeOf('clients') ?? 0),
    calls: sizeOf('calls'),
    totals: rows['totals']?.map(({ calls, errors }) => [calls, errors]),
    counts: rows['counts']?.reduce((sum, { count }) => sum + Number(count), 0),
    stats: sizeOf('stats'),
    policy: sizeOf('policy'),
    said,
  }).toEqual({
    sessions: TEST_AMOUNTS.sessions,
    shown: ['Prompt 0'],
    transcript: sizeOf('transcript'),
    // A machine of which there are only sessions of subagents may not count.
    hasClients: true,
    calls: TEST_AMOUNTS.events,
    totals: [[TEST_AMOUNTS.events, 0]],
    counts: TEST_AMOUNTS.events,
    stats: 1,
    policy: 1,
    said,
  });
  expect(sizeOf('transcript')).toBeGreaterThan(0);
}

it.each(choices)('%s: each command finds all that there is', async (choice) => {
  expectAll(await readAll(await start({ choose: choice.includes('=') ? [choice] : [] })));
});

it.each(faults)(
  '%s now and then: each command finds all that there is, or says what is missing',
  async (fault) => {
    const rates: Partial<Record<FaultName, number>> = { [fault]: 0.2 };
    const test = await start({ faults: rates, random: seededRandom(5) });
    const { rows, said } = await readAll(test);
    if (fault !== 'damaged-row') {
      expectAll({ rows, said });
    }
  },
);

it('says of a server that is not there where to look, with status 1', async () => {
  const { service, run } = await start();
  await service.stop();
  const commands: readonly Parameters<typeof run>[0][] = [
    (host) => runSessionsList({}, host),
    (host) => runLlm({}, host),
    (host) => runHealth({}, host),
  ];
  for (const command of commands) {
    const { status, lines, problem } = await run(command);
    expect([status, lines]).toEqual([1, []]);
    expect(problem).toContain('vigil: ');
  }
});
