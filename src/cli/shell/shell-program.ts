import { Argument, type Command } from 'commander';

import { does, PRINTING } from '../session/exit-statuses.ts';
import { SHELLS, type Shell } from './shells.ts';

const COMPLETIONS_HELP = `
To have Tab complete commands, options and their values in every new shell:
  bash  echo 'source <(vigil completions bash)' >>~/.bashrc
  zsh   echo 'source <(vigil completions zsh)' >>~/.zshrc      behind compinit
  fish  vigil completions fish >~/.config/fish/completions/vigil.fish`;

const MAN_HELP = `
It is made of the same as the help of the commands. To read it, or to keep it where man finds it:
  vigil man | man -l -
  vigil man >~/.local/share/man/man1/vigil.1`;

/** Adds to the command line what makes vigil at home in a shell. */
export function addShellCommands(program: Command): void {
  const completions = program
    .command('completions')
    .description('Print the script by which a shell completes commands and options.')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', COMPLETIONS_HELP);
  does(completions, PRINTING, async (_flags: object, shell: Shell) => {
    const { completionScript } = await import('./completion-script.ts');
    process.stdout.write(completionScript(program, shell));
  });
  const man = program.command('man').description('Print the manual page.').addHelpText('after', MAN_HELP);
  does(man, PRINTING, async () => {
    const { manPage } = await import('./man-page.ts');
    process.stdout.write(manPage(program));
  });
  const help = program
    .command('help')
    .description('Show the help of a command.')
    .argument('[command...]', 'its words');
  does(help, PRINTING, (_flags: object, names: readonly string[]) => {
    names
      .reduce((command, name) => command.commands.find((each) => each.name() === name) ?? command, program)
      .outputHelp();
  });
}
