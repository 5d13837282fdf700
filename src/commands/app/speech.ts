import type { Command, CommandContext, Speech } from '../base/command.ts';

function disabledReason({ speech }: CommandContext): string | undefined {
  return speech === undefined ? 'Only a console started with --accessible is read aloud.' : undefined;
}

function saying(id: string, title: string, say: (speech: Speech) => void): Command {
  return {
    id: `speech.${id}`,
    title,
    scope: 'global',
    disabledReason,
    run({ speech }) {
      if (speech !== undefined) {
        say(speech);
      }
    },
  };
}

/** What is said on request where the console is read aloud. */
export const speechCommands: readonly Command[] = [
  saying('again', 'Read aloud: what was said last', (speech) => speech.sayAgain()),
  saying('detail', 'Read aloud: all of the row, the text or the dialog', (speech) => speech.sayDetail()),
  saying('status', 'Read aloud: where you are and how good the data are', (speech) => speech.sayStatus()),
];
