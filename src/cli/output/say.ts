import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import { withoutCredentials } from '../../host/connection/credential-text.ts';
import { clearStatusLine } from './status-line.ts';

/** Shows people something on standard error, made safe and without anything that looks like a key, on one line. */
export function say(sentence: Sentence): void {
  clearStatusLine();
  process.stderr.write(`${oneLine(safeSentence(withoutCredentials(quoting`vigil: ${sentence}`)))}\n`);
}

/** What others wrote may hold line feeds, which would pass for a line of our own. */
export function oneLine(safeText: string): string {
  return safeText.replaceAll('\n', ' ');
}

/** Has a command go on when nobody takes what it says, as where standard error is a pipe whose reader has ended. */
export function outliveClosedErrors(): void {
  process.stderr.off('error', passOver).on('error', passOver);
}

function passOver(): void {
  // What it has to say is not what it was started for.
}
