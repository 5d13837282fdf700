import { TerminalGoneError } from '../output/terminal-output.ts';
import { writeWithRetry } from '../output/write-with-retry.ts';
import { complaintsAbout, isSurvived, type AccidentKind, type Accidents } from './accidents.ts';
import type { SessionHost, SessionScreen, TerminalSize } from './session-host.ts';
import { stopJob } from './stop-job.ts';
import type { StrayWrites } from './stray-writes.ts';
import type { Watchdog } from './watchdog.ts';

const UNKNOWN_SIZE: TerminalSize = { columns: 80, rows: 24 };
const FAILED = 1;
const HANGUP = 129;
/** Signals that end the session, with its exit status: 128 and the number of the signal. */
const ENDING = { SIGHUP: HANGUP, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
/** Milliseconds after which a terminal that is full is asked to change its modes again. */
const RETRY = 50;
/** Milliseconds for which a full terminal is asked again when it is given back: nothing else is left to do then. */
const PATIENCE = 100;

const bytes = new TextEncoder();

/**
 * The time in which the console has the terminal, from its first mode to the exit of the process. Whatever ends it or
 * interrupts it, the terminal is given back as it was: by itself, or by the watchdog when it cannot any more.
 */
export class TerminalSession {
  readonly #host: SessionHost;
  readonly #resized = new Set<(size: TerminalSize) => void>();
  readonly #ending = new Set<() => void>();
  #state: 'new' | 'held' | 'lent' | 'ended' = 'new';
  #screen: SessionScreen | undefined;
  #strays: StrayWrites | undefined;
  #watchdog: Watchdog | undefined;
  #size: TerminalSize;
  #status = 0;
  #accidents: Accidents | undefined;
  #beforeLeaving: (leave: () => void) => void = (leave) => leave();
  #isAboutToEnd = false;
  readonly #keysTaken = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<number>();

  constructor(host: SessionHost) {
    this.#host = host;
    this.#size = host.measure() ?? UNKNOWN_SIZE;
  }

  /** The size of the terminal, in cells. */
  get size(): TerminalSize {
    return this.#size;
  }

  /** Resolves with the exit status once the session has ended; the process exits in the same turn. */
  get ended(): Promise<number> {
    return this.#over.promise;
  }

  /** Writes of others to standard output that never reached the terminal. */
  get strayWrites(): number {
    return this.#strays?.dropped ?? 0;
  }

  /** Is given the size whenever it has changed, after the screen was. */
  onResize(listener: (size: TerminalSize) => void): void {
    this.#resized.add(listener);
  }

  /** Is called once when the session has ended and the terminal is given back, before the process exits. */
  onEnd(listener: () => void): void {
    this.#ending.add(listener);
  }

  /**
   * Signals that stop or end the console go through this from now on, before the terminal is given back: what it still
   * answers would be keys for the shell. A second signal that ends it does not wait.
   */
  leaveThrough(beforeLeaving: (leave: () => void) => void): void {
    this.#beforeLeaving = beforeLeaving;
  }

  /** Whether the terminal is about to answer a question: should the process be killed now, the shell would get the answer. */
  expectAnswer(isExpected: boolean): void {
    this.#watchdog?.expectAnswer(isExpected);
  }

  /** Asked from now on about exceptions that nobody caught; before, each of them ends the session. */
  handleUncaughtErrors(accidents: Accidents): void {
    this.#accidents = accidents;
  }

  /**
   * Resolves once keys are taken, because raw mode is set for the first time, or never will be, and those that were typed
   * before are read.
   */
  get keysTaken(): Promise<void> {
    return this.#keysTaken.promise;
  }

  /**
   * Takes the terminal for the screen. The screen can draw at once; raw mode and the watchdog, which needs a new
   * process, come when the caller has returned, so that the first frame does not wait for them.
   */
  enter(screen: SessionScreen): void {
    this.#screen = screen;
    this.#strays = this.#host.captureStrayWrites();
    this.#listen();
    this.#state = 'lent';
    // The settings of the terminal are only ours to remember once it is our turn.
    void this.#take().then(() => this.#beGuarded());
  }

  /** Draws everything anew. */
  redraw(): void {
    if (this.#state === 'held') {
      this.#screen?.redraw();
    }
  }

  /**
   * Gives the terminal back and stops the job. Resolves when the console has the terminal again: with false if there
   * was no shell to go to, or the terminal is too full to be given back.
   */
  async suspendToShell(): Promise<boolean> {
    if (this.#state !== 'held') {
      return false;
    }
    this.#state = 'lent';
    let wasStopped = false;
    if (this.#leave() && !this.#isOver()) {
      this.#watchdog?.rest();
      wasStopped = await this.#stop('SIGTSTP');
    }
    await this.#take();
    return wasStopped;
  }

  /** The terminal is gone, as when its window was closed: ends as SIGHUP does. */
  hangUp(): void {
    this.end(HANGUP);
  }

  /**
   * Gives the terminal back and ends the process with the status, and with what went wrong on standard error. Only the
   * first call counts.
   */
  end(status: number, problem?: unknown): void {
    if (this.#isOver()) {
      return;
    }
    const wasHeld = this.#state === 'held';
    this.#state = 'ended';
    this.#status = status;
    // A second signal then ends the process at once, even while it waits for a thread.
    this.#leaveEndingsToSystem();
    const wasLeft = !wasHeld || this.#leave();
    if (wasLeft) {
      this.#watchdog?.dismiss();
    }
    for (const listener of this.#ending) {
      try {
        listener();
      } catch {
        // Nothing may keep the process from ending.
      }
    }
    const complaints = [...(this.#strays?.lines ?? []), ...complaintsAbout(problem, this.#accidents)];
    this.#strays?.release();
    this.#over.resolve(status);
    this.#host.exit({ status, wasLeft, complaints });
  }

  #isOver(): boolean {
    return this.#state === 'ended';
  }

  #listen(): void {
    const { process, input } = this.#host;
    this.#hearEndings();
    process.on('uncaughtException', (error: unknown) => this.#fail(error, 'exception'));
    process.on('unhandledRejection', (error: unknown) => this.#fail(error, 'rejection'));
    process.on('SIGTSTP', () => this.#beforeLeaving(() => void this.suspendToShell()));
    process.on('SIGCONT', () => this.#continue());
    process.on('SIGWINCH', () => this.#measure());
    // Somebody else ended the process.
    process.on('exit', () => {
      if (this.#state === 'held' && this.#leave()) {
        this.#watchdog?.dismiss();
      }
    });
    input.on('error', () => this.hangUp());
    input.on('end', () => this.hangUp());
  }

  #fail(error: unknown, kind: AccidentKind): void {
    if (this.#isOver()) {
      this.#host.exit({ status: this.#status, wasLeft: false, complaints: [] });
    } else if (error instanceof TerminalGoneError) {
      this.hangUp();
    } else if (!isSurvived(this.#accidents, error, kind)) {
      this.end(FAILED, error ?? new Error('Something failed without saying what.'));
    }
  }

  /** After a stop that nobody announced, another program may have changed anything. */
  #continue(): void {
    if (this.#state === 'held') {
      this.#screen?.stop();
      this.#state = 'lent';
      void this.#take();
    }
  }

  #hearEndings(): void {
    for (const [signal, status] of Object.entries(ENDING)) {
      this.#host.process.on(signal, () => this.#endBySignal(status));
    }
  }

  #endBySignal(status: number): void {
    // Nothing answers any more where the terminal is gone.
    if (this.#isAboutToEnd || status === HANGUP) {
      this.end(status);
      return;
    }
    this.#isAboutToEnd = true;
    this.#beforeLeaving(() => this.end(status));
  }

  #leaveEndingsToSystem(): void {
    for (const signal of Object.keys(ENDING)) {
      this.#host.process.removeAllListeners(signal);
    }
  }

  /** Stops the job. What ends it meanwhile ends it by default: on our way out we would touch another job's terminal. */
  async #stop(signal: NodeJS.Signals): Promise<boolean> {
    const { process, signalJob, clock } = this.#host;
    this.#leaveEndingsToSystem();
    const wasStopped = await stopJob({ signals: process, signalJob, clock }, signal);
    if (!this.#isOver()) {
      this.#hearEndings();
    }
    return wasStopped;
  }

  async #beGuarded(): Promise<void> {
    this.#watchdog = await this.#host.startWatchdog();
    if (this.#state === 'held') {
      this.#beRaw();
      await this.#readTypedBefore();
    }
    this.#keysTaken.resolve();
  }

  /**
   * What was typed before raw mode was shown by the terminal itself: all is drawn anew then. It is read as soon as raw mode
   * is set, before the terminal is asked anything: its answers are no such thing.
   */
  async #readTypedBefore(): Promise<void> {
    const { typed, clock } = this.#host;
    const onData = () => this.redraw();
    typed.once('data', onData);
    // Behind this turn, which may have looked already, and the next one.
    await new Promise<void>((resolve) => clock.afterReading(() => clock.afterReading(resolve)));
    typed.off('data', onData);
  }

  /** Takes the terminal once it is our turn. */
  async #take(): Promise<void> {
    while (this.#host.isInBackground() && (await this.#stop('SIGTTIN'))) {
      continue;
    }
    if (this.#state === 'lent') {
      this.#enterModes();
    }
  }

  #enterModes(): void {
    this.#state = 'held';
    if (this.#watchdog !== undefined) {
      this.#beRaw();
    }
    // Node asks the terminal for its size at this signal alone, which a job in the background does not get.
    this.#host.process.emit('SIGWINCH');
    this.#startScreen();
  }

  #startScreen(): void {
    if (this.#state !== 'held') {
      return;
    }
    if (this.#write(this.#host.modes.enter, 0)) {
      this.#screen?.start();
    } else {
      this.#host.clock.schedule(RETRY, () => this.#startScreen());
    }
  }

  #beRaw(): void {
    const { input } = this.#host;
    try {
      // Twice, because somebody may have changed the settings since, and the first alone would then do nothing.
      input.setRawMode(false);
      input.setRawMode(true);
    } catch {
      this.hangUp();
      return;
    }
    this.#watchdog?.hold();
  }

  /** Gives the terminal back and says whether it took all of it. */
  #leave(): boolean {
    this.#screen?.stop();
    const wasLeft = this.#write(this.#host.modes.leave, PATIENCE);
    try {
      this.#host.input.setRawMode(false);
    } catch {
      // There is no terminal any more that could have settings.
    }
    return wasLeft;
  }

  /** Writes all of it and says whether the terminal took it; one that is gone needs nothing any more. */
  #write(text: string, patience: number): boolean {
    const { output, clock, pause } = this.#host;
    const stopwatch = { monotonic: () => clock.monotonic(), pause };
    try {
      return writeWithRetry(output, bytes.encode(text), stopwatch, patience);
    } catch {
      this.hangUp();
      return true;
    }
  }

  #measure(): void {
    const { columns, rows } = this.#host.measure() ?? this.#size;
    if (this.#state !== 'held' || (columns === this.#size.columns && rows === this.#size.rows)) {
      return;
    }
    this.#size = { columns, rows };
    this.#screen?.resize(columns, rows);
    for (const listener of this.#resized) {
      listener(this.#size);
    }
  }
}
