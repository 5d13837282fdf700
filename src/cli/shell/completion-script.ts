import type { Command } from 'commander';

import { bashCompletion } from './bash-completion.ts';
import { describeCommand } from './describe-command.ts';
import { fishCompletion } from './fish-completion.ts';
import type { Shell } from './shells.ts';
import { zshCompletion } from './zsh-completion.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** The completion script of a shell, made from the command line itself. */
export function completionScript(program: Command, shell: Shell): string {
  return SCRIPTS[shell](describeCommand(program));
}
