/**
 * The sequence that asks a terminal to put text on the clipboard of whoever sits before it, over SSH too (OSC 52, "Copy is
 * OSC 52 on a key press", product page). Nothing of the text is in it but its base64.
 */

/** Some terminals take no sequence that is longer than 100,000 bytes, and base64 makes four of three. */
export const MOST_CLIPBOARD_BYTES = 74_000;

/** GNU screen hands on what is wrapped so, in pieces of at most 768 bytes. */
const SCREEN_PIECE = 700;

const ESCAPE = '\u001b';
const BELL = '\u0007';

/** What stands between the console and the terminal. */
export type Multiplexer = 'none' | 'screen' | 'tmux';

/** What the environment says of it. */
export function multiplexerOf(environment: Readonly<Record<string, string | undefined>>): Multiplexer {
  if (isSet(environment['TMUX'])) {
    return 'tmux';
  }
  return isSet(environment['STY']) ? 'screen' : 'none';
}

/** The bytes that ask for it, at most 100,000 for a text of at most `MOST_CLIPBOARD_BYTES`. */
export function clipboardSequence(text: string, multiplexer: Multiplexer): string {
  const sequence = `${ESCAPE}]52;c;${Buffer.from(text).toString('base64')}${BELL}`;
  return multiplexer === 'screen' ? inPieces(sequence) : sequence;
}

function inPieces(sequence: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < sequence.length; start += SCREEN_PIECE) {
    pieces.push(`${ESCAPE}P${sequence.slice(start, start + SCREEN_PIECE)}${ESCAPE}\\`);
  }
  return pieces.join('');
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
