import type { KeyArrival } from '../../terminal/input/input-guard.ts';

/** A text field that is open, as the key dispatcher sees it. */
export interface OpenField {
  /** A key that types nothing, as a chord. */
  press(chord: string): void;
  /** Text that was typed. */
  type(text: string): void;
}

/**
 * What the key dispatcher shares with fields and menus. It hears a key before any of them does, so that what stands here
 * is about the key that they are about to hear.
 */
export interface Keyboard {
  /** How keys arrive; undefined where nothing tells. */
  readonly arrival: KeyArrival | undefined;
  /** Whether the key may answer a question: it came singly, and not right behind a paste. */
  mayAnswer: boolean;
  field: OpenField | undefined;
}

/** A keyboard on which nothing was pressed yet. */
export function createKeyboard(arrival?: KeyArrival): Keyboard {
  return { arrival, mayAnswer: false, field: undefined };
}
