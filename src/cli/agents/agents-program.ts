import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';

import { does, is, READING, REFUSED, STOPPED, WRONG, type ExitStatus } from '../session/exit-statuses.ts';
import {
  addRowOptions,
  CONNECTION_FLAGS,
  CSV_HELP,
  showingGlobalOptions,
  someText,
} from '../session/program-arguments.ts';
import { parseSpan } from '../../lib/time-span.ts';
import { suspensionProblem } from '../../stores/agents/suspension-ends.ts';
import type { AgentsDueFlags } from './due-agents-command.ts';
import type { AgentsFlags } from './read-agents-command.ts';
import type { AgentsWriteFlags } from './write-agents-command.ts';

const READ_HELP = `
On a terminal, long values are cut so that lines fit. On a pipe a tab separates the columns, and values are
whole, up to 65,536 characters. --json has longer ones whole, too.
${CSV_HELP}`;

const WRITE_HELP = `
Names agents by their ids, as vigil agents list shows them; - reads them from standard input, one a line:
  vigil agents list --json | jq -r 'select(.clone_detected).id' | vigil agents suspend - --yes --write
Shows what it will do first and asks; without a terminal, or with ids from standard input, it needs --yes.
Needs --write, or write = true in the profile. Each agent is read before and after, and what was seen is printed.
suspend --for is refused for an agent that is suspended already, unless that was done from here with an end, which it moves.
First it checks the changes whose outcome an earlier vigil left unknown, and says what became of them.

A server that does not answer is waited for half a minute, one that asks to wait (429) ten minutes. Of several agents it
stops at the first 429, 401 or 403 and says which ids are left; when it is stopped, the one under way is finished.
With stdout closed from the start (>&-) the exit status is that of the verdicts, and stderr says that nothing was printed.`;

const DUE_HELP = `
The journal of this host has the suspensions that you made with --for, here or in the console. Nothing ends them by itself: the
console and each command say that one is due, until its agent is reactivated from here or seen to be no longer suspended: from then
on the end is void, also if somebody suspends the agent again. To move an end, suspend the agent again with --for; without --for
the end is taken away. Where the agents cannot be read, the ends are listed as the journal has them.
With --reactivate it shows the agents first and asks, as vigil agents activate does; results are printed in the same form.`;

const CHANGING: readonly ExitStatus[] = [
  is('0', 'confirmed'),
  is('1', 'not confirmed, or a result could not be printed'),
  WRONG,
  REFUSED,
  is('4', 'some of several agents are not confirmed'),
  STOPPED,
];

/** Adds `vigil agents` to the command line. */
export function addAgentsCommand(program: Command): void {
  const agents = program
    .command('agents')
    .description('List agents, or suspend, reactivate and delete them.');
  const commandOf = (name: string, description: string) => agents.command(name).description(description);
  const list = commandOf('list', 'Print all agents, by hostname.');
  const show = commandOf('show', 'Print all that is known of one agent.').argument('<id>', 'its id');
  for (const command of [list, show]) {
    addRowOptions(command.addHelpText('after', READ_HELP), { one: 'an agent', isList: command === list });
  }
  does(list, READING, async (flags: AgentsFlags) =>
    (await import('./read-agents-command.ts')).runAgentsList(flags),
  );
  does(show, READING, async (flags: AgentsFlags, id: string) =>
    (await import('./read-agents-command.ts')).runAgentsShow(id, flags),
  );
  for (const [name, description] of [
    ['suspend', 'Suspend agents.'],
    ['activate', 'Reactivate agents that are suspended.'],
    ['delete', 'Delete agents softly, or for good with --hard.'],
  ] as const) {
    const command = commandOf(name, description)
      .argument('<id...>', 'their ids, or - for standard input')
      .option('--reason <text>', 'why, for the server and the journal', someText);
    if (name === 'suspend') {
      command.option('--for <time>', 'to end after 30m, 4h or 2d: vigil reminds you then', suspensionSpan);
    }
    if (name === 'delete') {
      command.option('--hard', 'remove them for good: a machine needs a new registration key to come back');
    }
    command
      .option('--yes', 'do not ask')
      .option(
        '--json',
        'one object an agent in ASCII: id, hostname, action, verdict, sentence, status, operation',
      )
      .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS, '--write', '--read-only'))
      .addHelpText('after', WRITE_HELP);
    does(command, CHANGING, async (flags: AgentsWriteFlags, ids: readonly string[]) =>
      (await import('./write-agents-command.ts')).runAgentsWrite(name, ids, flags),
    );
  }
  const due = commandOf(
    'due',
    'List suspensions that were made with --for, and reactivate those past their end.',
  )
    .option('--reactivate', 'reactivate the agents whose suspension is past its end')
    .option('--reason <text>', 'why, for the server and the journal', someText)
    .option('--yes', 'do not ask')
    .option(
      '--json',
      'one object a suspension in ASCII: id, hostname, until, state, status, reason, operation',
    )
    .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS, '--write', '--read-only'))
    .addHelpText('after', DUE_HELP);
  does(
    due,
    [
      is('0', 'all was printed; with --reactivate, all that is due is confirmed to be reactivated'),
      ...CHANGING.slice(1),
    ],
    async (flags: AgentsDueFlags) => (await import('./due-agents-command.ts')).runAgentsDue(flags),
  );
}

/** Reads for how long a suspension is to last, in milliseconds. */
function suspensionSpan(text: string): number {
  const span = parseSpan(text);
  const problem = suspensionProblem(span);
  if (span === undefined || problem !== undefined) {
    throw new InvalidArgumentError(problem ?? '');
  }
  return span;
}
