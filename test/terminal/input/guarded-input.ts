import { InputGuard } from '../../../src/terminal/input/input-guard.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

/** One piece that was handed on, and how many keys came together with it. */
export interface HandedOn {
  readonly text: string;
  readonly together: number;
}

/** A guard whose reader notes what it is handed. */
export class GuardedInput {
  readonly clock = new VirtualClock();
  readonly terminal = new FakeTerminalInput();
  readonly guard = new InputGuard(() => this.terminal.stream, this.clock);
  readonly handedOn: HandedOn[] = [];

  constructor() {
    this.guard.setRawMode(true);
    this.listen();
  }

  listen(): void {
    this.guard.on('readable', () => {
      for (let text = this.guard.read(); text !== null; text = this.guard.read()) {
        this.handedOn.push({ text, together: this.guard.keysTogether });
      }
    });
  }

  /** What was handed on since the last time, pieces joined by a blank, ESC as `^`. */
  get taken(): string {
    return this.handedOn
      .splice(0)
      .map(({ text }) =>
        text.replaceAll('\u001b', '^').replaceAll('\r', '<enter>').replaceAll('\u007f', '<del>'),
      )
      .join(' ');
  }

  /** Sends chunks at once, one after the other. */
  async send(...chunks: readonly (string | Uint8Array)[]): Promise<void> {
    for (const chunk of chunks) {
      this.terminal.send(chunk);
      await settle();
    }
    for (let turn = 0; turn < 20; turn++) {
      await settle();
    }
  }

  /** What chunks come to when they arrive at once. */
  async result(...chunks: readonly (string | Uint8Array)[]): Promise<string> {
    await this.send(...chunks);
    return this.taken;
  }

  wait(milliseconds: number): Promise<void> {
    return this.clock.advance(milliseconds);
  }
}
