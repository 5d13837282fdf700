import { describe, expect, it } from 'vitest';

import { runAgentsList } from '../../src/cli/agents/read-agents-command.ts';
import { runEvents } from '../../src/cli/events/events-program.ts';
import { runHunt } from '../../src/cli/hunt/hunt-program.ts';
import { runLlm } from '../../src/cli/llm/llm-command.ts';
import { runHealth } from '../../src/cli/service/facts-command.ts';
import type { CommandHost } from '../../src/cli/session/command-session.ts';
import {
  runSessionsCalendar,
  runSessionsClients,
  runSessionsList,
} from '../../src/cli/sessions/list-sessions-command.ts';
import { runSessionsSearch } from '../../src/cli/sessions/search-sessions-command.ts';
import { useCommandedServices } from '../helpers/service-command.ts';

const start = useCommandedServices();

type Run = (columns: string, host: CommandHost) => Promise<number>;

const LISTS: readonly (readonly [string, Run])[] = [
  ['events', (columns, host) => runEvents({ columns }, host)],
  ['agents list', (columns, host) => runAgentsList({ columns }, host)],
  ['sessions list', (columns, host) => runSessionsList({ columns }, host)],
  ['sessions calendar', (columns, host) => runSessionsCalendar({ columns, json: true }, host)],
  ['sessions clients', (columns, host) => runSessionsClients({ columns }, host)],
  ['llm', (columns, host) => runLlm({ columns, csv: true }, host)],
  ['health', (columns, host) => runHealth({ columns }, host)],
];

describe('--columns', () => {
  it.each(LISTS)('of %s says which names no row has that was printed', async (_name, runList) => {
    const { run } = await start();
    const { status, problem } = await run((host) => runList('nosuch,payload.nosuch', host));
    expect(status).toBe(0);
    expect(problem).toContain(
      'vigil: --columns: no row that was printed has nosuch, payload.nosuch. The fields are ',
    );
  });

  it.each<readonly [string, Run]>([
    ['hunt', (columns, host) => runHunt('-', { columns }, host)],
    ['sessions search', (columns, host) => runSessionsSearch(['x'], { columns }, host)],
    ['llm --by', (columns, host) => runLlm({ by: 'model', columns }, host)],
  ])('of %s takes no other names, and lists them', async (_name, runList) => {
    const { run } = await start();
    const { status, problem, lines } = await run((host) => runList('nosuch', host), { input: 'chalk\n' });
    expect([status, lines]).toEqual([2, []]);
    expect(problem).toMatch(/--columns: nosuch is no field\. The fields are [a-z_0-9, ]+\.$/);
  });

  it.each<readonly [string, string, Run]>([
    ['events', 'TIME,OUTCOME,TYPE,ECOSYSTEM,PACKAGE,CLIENT', LISTS[0]?.[1] as Run],
    ['agents list', 'STATUS,HOST,ID,USER,OS,VERSION,SEEN', LISTS[1]?.[1] as Run],
    ['sessions list', 'ACTIVE,ID,HOST,PROJECT,MSGS,FIRST PROMPT', LISTS[2]?.[1] as Run],
    ['sessions clients', 'HOST,CLIENT,SESSIONS', LISTS[4]?.[1] as Run],
    ['sessions calendar', 'DATE,SESSIONS', (columns, host) => runSessionsCalendar({ columns }, host)],
    ['llm --by', 'MODEL,CALLS,TOKENS IN,P50', (columns, host) => runLlm({ by: 'model', columns }, host)],
    [
      'hunt',
      'MACHINE,PACKAGE,TIMES,LAST',
      (columns, host) => runHunt('-', { columns, filter: 'type:install' }, host),
    ],
  ])('of %s takes the titles that are printed without it: %s', async (_name, columns, runList) => {
    const { run } = await start({ events: 60 });
    const { lines, problem } = await run((host) => runList(columns, host), { input: 'requests\n' });
    const rows = lines.filter((line) => line.includes('\t')).map((line) => line.split('\t'));
    expect(rows[0]).toEqual(columns.split(','));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.slice(1).every((cells) => cells.every((cell) => cell !== '-'))).toBe(true);
    expect(problem).not.toContain('--columns');
  });

  it.each<readonly [string, (headers: boolean, host: CommandHost) => Promise<number>]>([
    ['events', (headers, host) => runEvents({ headers }, host)],
    ['agents list', (headers, host) => runAgentsList({ headers }, host)],
    ['sessions list', (headers, host) => runSessionsList({ headers }, host)],
  ])(
    '%s has a line of names on a pipe, for as many columns, and none with --no-headers',
    async (_name, list) => {
      const { run } = await start();
      const [named, bare] = [await run((host) => list(true, host)), await run((host) => list(false, host))];
      expect(named.lines.slice(1)).toEqual(bare.lines);
      expect(named.lines[0]).toMatch(/^[A-Z]+(\t[A-Z ]+)+$/);
      expect(named.lines[0]?.split('\t')).toHaveLength(bare.lines[0]?.split('\t').length ?? 0);
    },
  );

  it('says nothing of a field of the list that no row has, nor with --quiet', async () => {
    const { run } = await start();
    const known = await run((host) => runSessionsList({ columns: 'id,branch,git_branch' }, host));
    expect(known.problem).toBe('');
    const quiet = await run((host) => runSessionsList({ columns: 'nosuch', quiet: true }, host));
    expect(quiet.problem).toBe('');
  });
});
