import { KEYS, type Terminal } from './terminal.ts';
import { pause } from './writing-console.ts';

/** A question of the command line takes its answer 400 ms after it was printed. */
const READABLE_AFTER = 500;

/**
 * Answers a question of the command line as somebody does who reads it before: again where a machine that is held up
 * took it for typed too early. The answer must not be empty.
 */
export async function answerQuestion(terminal: Terminal, question: string, answer: string): Promise<void> {
  const last = () => terminal.output.lastIndexOf(question);
  await terminal.waitFor(question);
  for (let asked = -1; asked !== last();) {
    asked = last();
    await pause(READABLE_AFTER);
    terminal.press(answer, KEYS.enter);
    // The terminal shows what is typed once the question can be answered.
    const taken = () => terminal.output.slice(asked + question.length).startsWith(` ${answer}\r\n`);
    await terminal.waitUntil(`"${answer}" to be taken, or asked again`, () => taken() || last() !== asked);
  }
}
