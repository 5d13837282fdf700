/**
 * What the console switches on and off in the terminal. A terminal that does not know one of the private modes ignores
 * it (ECMA-48 5.4, DEC private modes of xterm's ctlseqs).
 */

const CANCEL = '\u0018';
const CSI = '\u001b[';

/** Alternate screen, hidden cursor, bracketed paste, no wrapping in the last column; then nothing on the screen. */
const ENTER = [
  `${CSI}?1049h`,
  `${CSI}?25l`,
  `${CSI}?2004h`,
  `${CSI}?7l`,
  `${CSI}0m`,
  `${CSI}H`,
  `${CSI}2J`,
].join('');

/**
 * Recovers from wherever a write was cut off. CAN ends a sequence that was begun. The scroll region comes before
 * the screens are switched, because setting it moves the cursor, which the switch then puts where the shell had it. The
 * screen is cleared first for terminals that have only one (linux, vt100).
 */
const LEAVE = [
  CANCEL,
  `${CSI}?2026l`,
  `${CSI}0m`,
  `${CSI}r`,
  `${CSI}2J`,
  `${CSI}?7h`,
  `${CSI}?2004l`,
  `${CSI}?25h`,
  `${CSI}?1049l`,
].join('');

/** What a session switches on when it takes the terminal, and how all of it is put back. */
export interface Modes {
  readonly enter: string;
  readonly leave: string;
}

/** For a console that owns the whole screen. */
export const SCREEN_MODES: Modes = { enter: ENTER, leave: LEAVE };

/** For one that only adds lines, on a terminal that knows no sequences at all. */
export const NO_MODES: Modes = { enter: '', leave: '' };

/** For one that only adds lines to what is there, and moves no cursor. */
export const LINE_MODES: Modes = {
  enter: `${CSI}?2004h`,
  leave: `${CANCEL}${CSI}0m${CSI}?2004l`,
};
