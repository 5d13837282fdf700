import { afterEach, describe, expect, it, vi } from 'vitest';

import { runLlm } from '../../src/cli/llm/llm-command.ts';
import { runApi } from '../../src/cli/service/api-command.ts';
import { runHealth, runStats } from '../../src/cli/service/facts-command.ts';
import type { CommandHost } from '../../src/cli/session/command-session.ts';
import {
  runSessionsCalendar,
  runSessionsClients,
  runSessionsList,
} from '../../src/cli/sessions/list-sessions-command.ts';
import { runSessionsSearch } from '../../src/cli/sessions/search-sessions-command.ts';
import { runSessionsShow, runSessionsTranscript } from '../../src/cli/sessions/show-session-command.ts';
import { columnsOf } from '../../src/lib/cell-text.ts';
import { startHostileServer } from '../helpers/hostile-server.ts';
import { runRealCommand } from '../helpers/run-command.ts';
import { startTestService, stopTestServices } from '../helpers/test-service.ts';
import { nameUnreachedServer } from '../helpers/unreached-server.ts';

nameUnreachedServer();

const TERMINAL = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };

afterEach(async () => {
  Object.assign(process.stdout, TERMINAL);
  await stopTestServices();
});

type Run = (host: CommandHost) => Promise<number>;

/** The commands that print tables or texts for people; of a server whose sessions have that id. */
const commandsOf = (id: string): Readonly<Record<string, Run>> => ({
  'sessions list': (host) => runSessionsList({ subagents: true }, host),
  'sessions list --columns': (host) => runSessionsList({ columns: 'id,host,project,prompt' }, host),
  'sessions show': (host) => runSessionsShow(id, {}, host),
  'sessions transcript': (host) => runSessionsTranscript(id, {}, host),
  'sessions transcript --tools full': (host) => runSessionsTranscript(id, { tools: 'full' }, host),
  'sessions search': (host) => runSessionsSearch(['/[^ ]+/'], { limit: 50 }, host),
  'sessions search --secrets': (host) => runSessionsSearch([], { secrets: true }, host),
  'sessions calendar': (host) => runSessionsCalendar({}, host),
  'sessions clients': (host) => runSessionsClients({}, host),
  llm: (host) => runLlm({ limit: 50 }, host),
  'llm --by model': (host) => runLlm({ by: 'model' }, host),
  stats: (host) => runStats({}, host),
  health: (host) => runHealth({}, host),
});

/** Which server answers: one that means well, or one whose every text is hostile. */
async function serverOf(kind: 'service' | 'hostile'): Promise<{ readonly id: string }> {
  if (kind === 'hostile') {
    const server = await startHostileServer();
    vi.stubEnv('VIGIL_BASE_URL', server.baseUrl.href);
    return { id: 'x' };
  }
  const test = await startTestService({});
  const { service } = test;
  vi.stubEnv('VIGIL_BASE_URL', service.baseUrl);
  vi.stubEnv('VIGIL_API_KEY', service.apiKey ?? '');
  const { sessions } = (await test.get('/sessions')) as {
    readonly sessions: readonly { readonly id: string }[];
  };
  return { id: String(sessions[0]?.id) };
}

function onTerminal(columns: number, environment: Readonly<Record<string, string | undefined>> = {}): void {
  Object.assign(process.stdout, { isTTY: true, columns });
  for (const [name, value] of Object.entries({
    TERM: 'xterm-256color',
    NO_COLOR: undefined,
    LANG: 'C.UTF-8',
    ...environment,
  })) {
    vi.stubEnv(name, value);
  }
}

const withoutColours = (line: string) => line.replaceAll(/\u001b\[[\d;]*m/g, '');

describe('what is printed for people', () => {
  it.each([
    ['service', 60],
    ['service', 80],
    ['hostile', 60],
  ] as const)('of a server (%s) fits on a terminal of %i columns', async (kind, columns) => {
    const { id } = await serverOf(kind);
    onTerminal(columns);
    for (const [name, run] of Object.entries(commandsOf(id))) {
      const { lines, problem } = await runRealCommand({}, run);
      const tooWide = lines.map(withoutColours).filter((line) => columnsOf(line) > columns);
      expect([name, tooWide]).toEqual([name, []]);
      expect(lines.length + problem.length, name).toBeGreaterThan(0);
    }
  });

  it.each([
    ['service', 160],
    ['hostile', 80],
  ] as const)(
    'of a server (%s) has no colours where none are wanted, and no letters that the locale does not have',
    async (kind, columns) => {
      const { id } = await serverOf(kind);
      onTerminal(columns, { NO_COLOR: '1', LANG: 'C', LC_ALL: undefined, LC_CTYPE: undefined });
      for (const [name, run] of Object.entries(commandsOf(id))) {
        const { lines } = await runRealCommand({}, run);
        expect([name, lines.filter((line) => /[^ -~]/.test(line))]).toEqual([name, []]);
      }
    },
  );

  it('has colours on a terminal alone, and nothing else that acts on one', async () => {
    const { id } = await serverOf('service');
    const coloured: string[] = [];
    for (const [name, run] of Object.entries(commandsOf(id))) {
      Object.assign(process.stdout, { isTTY: false });
      const { lines } = await runRealCommand({}, run);
      expect([name, lines.filter((line) => line.includes('\u001b'))]).toEqual([name, []]);
      onTerminal(100);
      const { lines: onOne } = await runRealCommand({}, run);
      expect([name, onOne.map(withoutColours).filter((line) => line.includes('\u001b'))]).toEqual([name, []]);
      coloured.push(...(onOne.some((line) => line.includes('\u001b')) ? [name] : []));
    }
    expect(coloured.length).toBeGreaterThan(5);
  });
});

it('vigil api prints the answer in ASCII, whatever the locale and the terminal', async () => {
  await serverOf('hostile');
  for (const LANG of ['C', 'C.UTF-8']) {
    onTerminal(60, { LANG });
    const { lines } = await runRealCommand({}, (host) => runApi('/sessions', {}, host));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => /[^ -~]/.test(line))).toEqual([]);
  }
});
