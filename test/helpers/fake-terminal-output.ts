import { TerminalGoneError, type TerminalOutput } from '../../src/terminal/output/terminal-output.ts';

/** A terminal that takes as much as a test lets it. */
export class FakeTerminalOutput implements TerminalOutput {
  /** Everything that it took. */
  text = '';
  /** Bytes that it still takes. */
  room = Number.POSITIVE_INFINITY;
  isGone = false;
  attempts = 0;

  write(bytes: Uint8Array): number {
    this.attempts++;
    if (this.isGone) {
      throw new TerminalGoneError('The terminal is gone.');
    }
    const taken = Math.min(bytes.length, this.room);
    this.room -= taken;
    this.text += Buffer.from(bytes.subarray(0, taken)).toString();
    return taken;
  }
}
