import type { Command } from 'commander';

import { does, is, READING, REFUSED, STOPPED, WRONG } from '../session/exit-statuses.ts';
import { CONNECTION_FLAGS, showingGlobalOptions, someText } from '../session/program-arguments.ts';
import type { PolicyApplyFlags } from './apply-policy-command.ts';
import type { PolicyFlags, PolicyPlanFlags } from './read-policy-command.ts';

const FILE_HELP = `
FILE is a policy or a part of one as JSON: rules, blocked_packages, blocked_maintainers. What it leaves out stays as it is;
a list in it is the whole list. - reads standard input. vigil policy show --json prints one to begin from.`;

const SHOW_HELP = `
On a terminal, long values are cut so that lines fit. On a pipe a tab separates the columns, and values are
whole, up to 65,536 characters. --json has longer ones whole, too.`;

const APPLY_HELP = `${FILE_HELP}
Shows what changes, what loosens first, many elements that tighten as one line, and asks: where anything loosens, for
how many changes do, too. Without a terminal, or with -, it lists each, needs --yes, and says how many loosen.
Needs --write, or write = true in the profile. Only what differs is sent; the policy is read before and after.

A plan (vigil policy plan) is taken in the place of a policy. It is refused where it was edited, is for another
organization or key, or the policy is no longer what it was made on; a new version with the same content is no difference.
The reason is kept in the journal; the server is not told.

A file that names another version than is stored is not applied with --yes: it would take back what others changed.
First it checks the changes whose outcome an earlier vigil left unknown, and says what became of them.
A list that the server does not show is not written with --yes: its name is asked for, since what it holds may be lost.
A server that does not answer is waited for half a minute, one that asks to wait (429) ten minutes.
With stdout closed from the start (>&-) the exit status is that of the verdict, and stderr says that nothing was printed.
With --json, may_have_overwritten is null where nothing shows whether a change was overwritten, and the exit status is not 5.`;

const DIFF_HELP = `${FILE_HELP}
What loosens comes first, then what is unclear (it may loosen), then what tightens: on a terminal many elements of a
list that go the same way are one line, while a pipe (| less) and --json have each.`;

const PLAN_HELP = `${FILE_HELP}
Prints how many changes loosen, are unclear and tighten, then each change, and writes a plan to a new file that only you
can read. vigil policy apply PLAN carries it out on the policy as it was read for the plan, and on no other.`;

/** Adds `vigil policy` to the command line. */
export function addPolicyCommand(program: Command): void {
  const policy = program
    .command('policy')
    .description('Show the policy, compare a file with it, or change it.');
  const show = policy
    .command('show')
    .description('Print the policy with the meaning and range of every rule.')
    .option('--json', 'one object, as the server sent it, in ASCII')
    .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS))
    .addHelpText('after', SHOW_HELP);
  does(show, READING, async (flags: PolicyFlags) =>
    (await import('./read-policy-command.ts')).runPolicyShow(flags),
  );
  const diff = policy
    .command('diff')
    .description('Print what a file would change of the policy.')
    .argument('<file>', 'a policy or a part of one as JSON, or - for standard input')
    .option(
      '--json',
      'one object a field in ASCII: field, before, after, loosens, unclear, tightens (how many do), differences',
    )
    .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS))
    .addHelpText('after', DIFF_HELP);
  does(
    diff,
    [
      is('0', 'nothing differs'),
      is('1', 'something differs, as that of diff(1)'),
      WRONG,
      is('2', 'whether something differs is unknown'),
      REFUSED,
      STOPPED,
    ],
    async (flags: PolicyFlags, file: string) =>
      (await import('./read-policy-command.ts')).runPolicyDiff(file, flags),
  );
  const plan = policy
    .command('plan')
    .description('Write what a file would change of the policy as a plan, to look at and apply.')
    .argument('<file>', 'a policy or a part of one as JSON, or - for standard input')
    .requiredOption('-o, --output <file>', 'the new file for the plan')
    .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS))
    .addHelpText('after', PLAN_HELP);
  does(
    plan,
    [
      is('0', 'nothing differs, and no plan was written'),
      is('1', 'something differs, and the plan was written'),
      WRONG,
      is('2', 'the plan was not written, or what differs could not be printed'),
      REFUSED,
      STOPPED,
    ],
    async (flags: PolicyPlanFlags, file: string) =>
      (await import('./read-policy-command.ts')).runPolicyPlan(file, flags),
  );
  const apply = policy
    .command('apply')
    .description('Change the policy to what a file or a plan says.')
    .argument('<file>', 'a policy or a part of one as JSON, or a plan; - for standard input')
    .option('--yes', 'do not ask')
    .option('--reason <text>', 'why, for the journal', someText)
    .option(
      '--json',
      'one object in ASCII: action, fields, verdict, sentence, status, operation, version, may_have_overwritten, overwritten (field, change, value)',
    )
    .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS, '--write', '--read-only'))
    .addHelpText('after', APPLY_HELP);
  does(
    apply,
    [
      is('0', 'confirmed'),
      is('1', 'not confirmed, or a result could not be printed'),
      WRONG,
      REFUSED,
      is(
        '5',
        "confirmed, but another change that came right before was overwritten, or may have been as the server's versions show",
      ),
      is('6', 'the policy is no longer what the plan was made on'),
      STOPPED,
    ],
    async (flags: PolicyApplyFlags, file: string) =>
      (await import('./apply-policy-command.ts')).runPolicyApply(file, flags),
  );
}
