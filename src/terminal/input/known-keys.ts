/** How each key that is more than a character is handed on: one form, whichever of its forms a terminal sent. */
export const KEY = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  delete: '\u001b[3~',
  shiftTab: '\u001b[Z',
  /** The form of the kitty protocol: a lone ESC would make the reader wait for more. */
  escape: '\u001b[27u',
  enter: '\r',
  tab: '\t',
  backspace: '\u007f',
} as const;

/** What a sequence of the keyboard stands for. */
export interface KeyReading {
  /** Each a character or one of KEY; none where nothing was pressed: a key was let go, or one that only changes others. */
  readonly keys: readonly string[];
  /** It is sent because the key is still held down. */
  readonly isRepeat: boolean;
}
