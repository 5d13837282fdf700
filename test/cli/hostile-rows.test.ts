import { expect, it, vi } from 'vitest';

import { runEvents } from '../../src/cli/events/events-program.ts';
import { runLlm } from '../../src/cli/llm/llm-command.ts';
import type { CommandHost } from '../../src/cli/session/command-session.ts';
import { runApi } from '../../src/cli/service/api-command.ts';
import { runHealth, runStats } from '../../src/cli/service/facts-command.ts';
import {
  runSessionsCalendar,
  runSessionsClients,
  runSessionsList,
} from '../../src/cli/sessions/list-sessions-command.ts';
import { runSessionsSearch } from '../../src/cli/sessions/search-sessions-command.ts';
import { runSessionsShow, runSessionsTranscript } from '../../src/cli/sessions/show-session-command.ts';
import { startHostileServer } from '../helpers/hostile-server.ts';
import { runRealCommand } from '../helpers/run-command.ts';
import { nameUnreachedServer } from '../helpers/unreached-server.ts';

nameUnreachedServer();

const OUTPUTS = ['text', 'csv', 'json'] as const;

/** What could act on a terminal, or make a text look like another one. */
const ACTS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

type Run = (host: CommandHost) => Promise<number>;

const commands = OUTPUTS.flatMap((output): readonly (readonly [string, Run])[] => [
  [`sessions list as ${output}`, (host) => runSessionsList({ output, subagents: true }, host)],
  [`sessions calendar as ${output}`, (host) => runSessionsCalendar({ output }, host)],
  [`sessions clients as ${output}`, (host) => runSessionsClients({ output }, host)],
  [`sessions search as ${output}`, (host) => runSessionsSearch(['/[^ ]/'], { output }, host)],
  [`llm as ${output}`, (host) => runLlm({ output }, host)],
  [`llm --by model as ${output}`, (host) => runLlm({ output, by: 'model' }, host)],
  [`stats as ${output}`, (host) => runStats({ output }, host)],
  [`health as ${output}`, (host) => runHealth({ output }, host)],
  [`sessions show as ${output}`, (host) => runSessionsShow('\u202ex', { output }, host)],
  [`events --filter as ${output}`, (host) => runEvents({ output, filter: 'outcome:block,allow' }, host)],
  ...(output === 'csv'
    ? []
    : [
        [
          `sessions transcript as ${output}`,
          (host: CommandHost) =>
            runSessionsTranscript('x', output === 'text' ? { tools: 'full' } : { output }, host),
        ] as const,
      ]),
]);

it.each<readonly [string, Run]>([...commands, ['api', (host) => runApi('/sessions', {}, host)]])(
  'prints nothing that acts on a terminal or deceives: vigil %s',
  async (name, run) => {
    const server = await startHostileServer();
    vi.stubEnv('VIGIL_BASE_URL', server.baseUrl.href);
    const { lines, problem } = await runRealCommand({}, run);
    expect(problem).not.toContain('UsageError');
    expect(lines.length + problem.length, name).toBeGreaterThan(0);
    expect(lines.filter((line) => ACTS.test(line))).toEqual([]);
    expect(ACTS.test(problem)).toBe(false);
  },
);
