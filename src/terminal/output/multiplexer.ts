/** What stands between the console and the terminal. */
export type Multiplexer = 'none' | 'screen' | 'tmux';

const ESCAPE = '\u001b';

/** GNU screen hands on what is wrapped so, in pieces of at most 768 bytes. */
const SCREEN_PIECE = 700;

/** What the environment says of it. */
export function multiplexerOf(environment: Readonly<Record<string, string | undefined>>): Multiplexer {
  if (isSet(environment['TMUX'])) {
    return 'tmux';
  }
  return isSet(environment['STY']) ? 'screen' : 'none';
}

/** A sequence as GNU screen hands it on to its terminal. */
export function throughScreen(sequence: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < sequence.length; start += SCREEN_PIECE) {
    pieces.push(`${ESCAPE}P${sequence.slice(start, start + SCREEN_PIECE)}${ESCAPE}\\`);
  }
  return pieces.join('');
}

/** A sequence as tmux hands it on to its terminal, where `allow-passthrough` is on. */
export function throughTmux(sequence: string): string {
  return `${ESCAPE}Ptmux;${sequence.replaceAll(ESCAPE, ESCAPE + ESCAPE)}${ESCAPE}\\`;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
