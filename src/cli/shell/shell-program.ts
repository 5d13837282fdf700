import { Argument, type Command } from 'commander';

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
  program
    .command('completions')
    .description('Print the script by which a shell completes commands and options.')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', COMPLETIONS_HELP)
    .exitOverride()
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion-script.ts');
      process.stdout.write(completionScript(program, shell));
    });
  program
    .command('man')
    .description('Print the manual page.')
    .addHelpText('after', MAN_HELP)
    .exitOverride()
    .action(async () => {
      const { manPage } = await import('./man-page.ts');
      process.stdout.write(manPage(program));
    });
  program
    .command('help')
    .description('Show the help of a command.')
    .argument('[command...]', 'its words')
    .exitOverride()
    .action((names: readonly string[]) => {
      names
        .reduce((command, name) => command.commands.find((each) => each.name() === name) ?? command, program)
        .outputHelp();
    });
}
