import { createInterface } from 'node:readline';

import { organizationText, type Organization } from '../stores/organization.ts';
import { say } from './output/say.ts';
import { UsageError } from './usage-error.ts';

/**
 * Refuses to go on where somebody would have to be asked and nobody can be. Throws a UsageError that says what to add.
 * `isInputTaken` says that standard input was read for something else.
 */
export function requireAnswerable(yes: boolean, isInputTaken: boolean): void {
  if (!yes && (isInputTaken || !process.stdin.isTTY || !process.stderr.isTTY)) {
    throw new UsageError(
      isInputTaken
        ? 'Nothing was done: standard input was read, so nobody can be asked there. Add --yes to go on without a question.'
        : 'Nothing was done: without a terminal nobody can be asked. Add --yes to go on without a question.',
    );
  }
}

/**
 * Asks on the terminal, naming the organization that it is about, and resolves with the answer without blanks around it; undefined when none came before the end of
 * the input or the signal. The question must be safe to print.
 */
export function ask(
  question: string,
  organization: Organization,
  signal: AbortSignal,
): Promise<string | undefined> {
  say(`In ${organizationText(organization)}:`);
  return new Promise((resolve) => {
    process.stderr.write(question);
    // The question before let go of it, and nothing else may keep the program waiting for an answer.
    process.stdin.ref?.();
    // Without line editing of its own, the terminal turns Ctrl-C into the signal that ends everything else, too.
    const lines = createInterface({ input: process.stdin, terminal: false });
    const end = (answer: string | undefined) => {
      signal.removeEventListener('abort', giveUp);
      lines.removeAllListeners('close');
      lines.close();
      process.stdin.unref?.();
      resolve(answer);
    };
    const giveUp = () => end(undefined);
    lines.once('line', (line) => end(line.trim()));
    lines.once('close', giveUp);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) {
      giveUp();
    }
  });
}
