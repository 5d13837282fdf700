import { asTyped, type AnyText } from '../../lib/untrusted.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import type { Multiplexer } from './multiplexer.ts';
import { throughScreen, throughTmux } from './multiplexer.ts';

const ESCAPE = '\u001b';
const BELL = '\u0007';

/** Longer ones are cut by whatever shows them. */
const LONGEST = 200;

/**
 * The sequence that asks a terminal to show a notification (OSC 9), over SSH, too. Nothing is in it but printable ASCII:
 * whatever a name holds, the sequence ends where it is to end. Of the text, at most 200 characters.
 */
export function notificationSequence(text: AnyText, multiplexer: Multiplexer): string {
  // What begins with a digit and a semicolon means something else to some terminals.
  const safe = `vigil: ${safeSentence(asTyped(text), true, 'cell')}`
    .replace(/[^ -~]/g, '?')
    .slice(0, LONGEST);
  const sequence = `${ESCAPE}]9;${safe}${BELL}`;
  switch (multiplexer) {
    case 'screen':
      return throughScreen(sequence);
    case 'tmux':
      return throughTmux(sequence);
    case 'none':
      return sequence;
  }
}
