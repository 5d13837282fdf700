import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

import type { SessionEnd, SessionScreen, TerminalSize } from '../../../src/terminal/life/session-host.ts';
import { StrayWrites } from '../../../src/terminal/life/stray-writes.ts';
import { TerminalSession } from '../../../src/terminal/life/terminal-session.ts';
import { FakeTerminalOutput } from '../../helpers/fake-terminal-output.ts';
import { FakeTerminalInput } from '../../helpers/fake-terminal-input.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

/** The terminal's own words in what happened. */
const MODES = { enter: 'enter', leave: 'leave' };

/** A session in a process and on a terminal of a test's own. Everything that happens is noted in order. */
export class FakeSession {
  readonly happened: string[] = [];
  readonly process = new EventEmitter();
  readonly input = new FakeTerminalInput();
  readonly output = new FakeTerminalOutput();
  readonly clock = new VirtualClock();
  readonly stderr = new PassThrough();
  readonly ends: SessionEnd[] = [];
  readonly session: TerminalSession;
  size: TerminalSize | undefined = { columns: 80, rows: 24 };
  isInBackground = false;
  /** Milliseconds for which the session blocked its thread. */
  paused = 0;
  /** Lets the watchdog have started. */
  startWatchdog: () => void = () => undefined;

  constructor() {
    const note = (what: string) => void this.happened.push(what);
    const setRawMode = (isRaw: boolean) => note(isRaw ? 'raw' : 'cooked');
    this.session = new TerminalSession({
      output: {
        write: (bytes) => {
          const taken = this.output.write(bytes);
          if (taken > 0) {
            note(Buffer.from(bytes.subarray(0, taken)).toString());
          }
          return taken;
        },
      },
      modes: MODES,
      input: Object.assign(this.input, { setRawMode }),
      typed: this.input,
      process: this.process,
      signalJob: note,
      isInBackground: () => this.isInBackground,
      measure: () => this.size,
      startWatchdog: () =>
        new Promise((resolve) => {
          this.startWatchdog = () =>
            resolve({
              hold: () => note('hold'),
              rest: () => note('rest'),
              expectAnswer: (isExpected) => note(isExpected ? 'asked' : 'heard'),
              dismiss: () => note('dismiss'),
            });
        }),
      captureStrayWrites: () =>
        new StrayWrites({ stdout: new PassThrough(), stderr: this.stderr, warnings: new EventEmitter() }),
      clock: {
        now: () => this.clock.now(),
        monotonic: () => this.clock.monotonic() + this.paused,
        schedule: (milliseconds, run) => this.clock.schedule(milliseconds, run),
        afterReading: (run) => this.clock.afterReading(run),
      },
      pause: (milliseconds) => (this.paused += milliseconds),
      exit: (end) => {
        this.ends.push(end);
        note(`exit ${end.status}`);
      },
    });
  }

  readonly screen: SessionScreen = {
    start: () => void this.happened.push('start'),
    stop: () => void this.happened.push('stop'),
    redraw: () => void this.happened.push('redraw'),
    resize: (columns, rows) => void this.happened.push(`resize ${columns}x${rows}`),
  };

  /** Enters and lets the watchdog start; what happened until then is forgotten. */
  async enter(): Promise<void> {
    this.session.enter(this.screen);
    await this.clock.advance(1);
    this.startWatchdog();
    await this.clock.advance(1000);
    this.happened.length = 0;
  }
}
