import type { Clock } from '../../lib/clock.ts';
import { TerminalGoneError, type TerminalOutput } from '../output/terminal-output.ts';
import { PLAIN } from './attributes.ts';
import { BELL } from './bell.ts';
import { blankRow, type CellRow, type Frame } from './cell-row.ts';
import type { TerminalPace } from '../pace/terminal-pace.ts';
import type { RejectedCells } from './rejected-cells.ts';
import { leanRow } from './lean-row.ts';
import { Pen } from './pen.ts';
import { RowSanitizer } from './row-sanitizer.ts';
import { framePart, type FrameRanks } from './frame-part.ts';
import { bytesOf, writeFrame, writeOtherFrame } from './write-frame.ts';

const BEGIN_UPDATE = '\u001b[?2026h';
const END_UPDATE = '\u001b[?2026l';
/** No scroll region but the whole screen. */
const WHOLE_REGION = '\u001b[r';
/** Ends whatever sequence was cut, the scroll region and the look, and the update. */
const ABANDON = new TextEncoder().encode(`\u0018${WHOLE_REGION}\u001b[m${END_UPDATE}`);
const NOTHING = new Uint8Array();

/** For so long, in milliseconds, what is not up to date any more may stand beside what is. */
const LONGEST_KEPT = 4000;

const FIRST_RETRY_MS = 2;
const LAST_RETRY_MS = 100;

export interface ScreenWriterOptions {
  readonly output: TerminalOutput;
  readonly clock: Clock;
  readonly columns: number;
  readonly rows: number;
  /** The terminal can show ASCII alone: every other grapheme becomes a question mark and is counted. */
  readonly asciiOnly?: boolean;
  /** The counter that is shared with whatever makes the rows. */
  readonly dropped?: RejectedCells;
  /** Knows when a frame has to wait for what the terminal still has before it. */
  readonly pace?: TerminalPace | undefined;
  /** Called once when there is no terminal any more. */
  readonly onGone?: () => void;
}

/**
 * Owns the screen, as its only writer: only so is it known what the terminal shows. Keeps what the terminal shows and
 * writes the least that turns it into the newest frame, as one synchronized update; nothing when nothing changed. It never
 * waits: while the terminal has not taken all of an update, frames replace each other, and the newest is compared with the
 * screen once it may go out. Nothing but cells and known attributes gets through. The cursor is expected to be hidden and
 * automatic wrapping off.
 */
export class ScreenWriter {
  readonly #output: TerminalOutput;
  readonly #clock: Clock;
  readonly #asciiOnly: boolean;
  readonly #dropped: RejectedCells;
  readonly #pace: TerminalPace | undefined;
  readonly #onGone: (() => void) | undefined;
  #columns = 0;
  #rows = 0;
  #sanitizer!: RowSanitizer;
  #pen!: Pen;
  #phase: 'stopped' | 'started' | 'gone' = 'stopped';
  #newest: Frame | undefined;
  /** What is called once the newest frame is on the screen, and once the one in flight is. */
  #whenNewestShown: (() => void) | undefined;
  #whenShown: (() => void) | undefined;
  /** As they were handed over; and to see at once what is the same, where the same becomes of it. */
  #given: Frame = [];
  #shownAsGiven: Frame = [];
  #shown: Frame = [];
  #isUnknown = true;
  /** Nothing has been shown since the start, so that nobody sees all of it erased at once, which takes the fewest bytes. */
  #mayErase = true;
  /** What the screen shows was made without what only adorns it. */
  #isLean = false;
  /** A frame that was handed over since the last update is of something else than what the screen shows. */
  #isOther = false;
  /** What the terminal has not taken yet of the update in flight. */
  #inFlight: Uint8Array = NOTHING;
  /** Sequences that are to go out before the next update. */
  #sequences: Uint8Array[] = [];
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;

  /** Writes nothing before `start`. */
  constructor({ output, clock, columns, rows, asciiOnly, dropped, pace, onGone }: ScreenWriterOptions) {
    this.#output = output;
    this.#clock = clock;
    this.#asciiOnly = asciiOnly ?? false;
    this.#dropped = dropped ?? { count: 0 };
    this.#pace = pace;
    this.#onGone = onGone;
    this.resize(columns, rows);
  }

  /** Whether the terminal has yet to take a part of an update, or to show what it took. */
  get isBusy(): boolean {
    return this.#inFlight.length > 0 || this.#pace?.isHolding === true;
  }

  /** Milliseconds by which a frame is seen after it was drawn; undefined while the terminal is yet to answer. */
  get delay(): number | undefined {
    return this.#pace === undefined ? 0 : this.#pace.delay;
  }

  /** Whether the terminal is known to take long for what it shows. */
  get isSlow(): boolean {
    return this.#pace?.partBytes !== undefined;
  }

  /** Whether the terminal has yet to answer for the first time, and may still do so. */
  get isUnheard(): boolean {
    return this.#pace?.isUnheard === true;
  }

  /** How much was no cell or no known attribute, and was kept off the screen. */
  get dropped(): number {
    return this.#dropped.count;
  }

  /**
   * Makes the screen show the frame: now, or as soon as the terminal has taken what was written before. `onShown` is called
   * when it has taken all of the frame, and where it answers, has shown it; never for one that another takes the place of
   * before it goes out. One that shows something `isOther` than the last one has its rows written from their first cell on,
   * so that nothing is left of letters that reach beyond their cells in some fonts.
   */
  show(frame: Frame, onShown?: () => void, isOther = false): void {
    this.#newest = frame;
    this.#isOther ||= isOther;
    this.#whenNewestShown = onShown;
    this.#advance();
  }

  /**
   * What of a frame is to be shown next: all of it, the same frame, unless it is known how slow the terminal is and that it
   * takes longer. Then as many of its rows as are soon seen, those first that matter most, over what the terminal shows.
   */
  nextPart(frame: Frame, ranks: () => FrameRanks, isOther = false): Frame {
    const most = this.#pace?.partBytes;
    if (most === undefined) {
      return frame;
    }
    const how = { columns: this.#columns, isOther: isOther || this.#isOther };
    const next = this.#sound(frame);
    const bytes = bytesOf(this.#shown, next, how);
    if (bytes <= most) {
      return frame;
    }
    const inRanks = ranks();
    return framePart({
      ...how,
      most,
      shown: { given: this.#given, cells: this.#shown },
      whole: { given: frame, cells: next },
      first: { given: inRanks.first, cells: this.#sound(inRanks.first) },
      ranks: inRanks,
      mayKeep: !how.isOther && bytes <= (this.#pace?.bytesIn(LONGEST_KEPT) ?? 0),
    });
  }

  /** The next frame is of something else than all before: nothing of these is written any more, or stays beside a part of it. */
  turnOver(): void {
    this.#newest = undefined;
    this.#whenNewestShown = undefined;
    this.#isOther = true;
  }

  /** Milliseconds until all of a frame is seen, if it goes out now; 0 where the terminal is not known to be slow. */
  timeFor(frame: Frame, isOther = false): number {
    const how = { columns: this.#columns, isOther: isOther || this.#isOther };
    return this.#pace?.timeFor(bytesOf(this.#shown, this.#sound(frame), how)) ?? 0;
  }

  /** Writes a sequence that leaves the screen as it is, as soon as no update is in flight. It must be one of our own. */
  send(sequence: string): void {
    if (this.#phase === 'started') {
      this.#sequences.push(new TextEncoder().encode(sequence));
      this.#advance();
    }
  }

  /** Rings the bell, unless the terminal takes nothing at the moment: bells must not pile up. */
  ring(): void {
    this.sendIfTaken(BELL);
  }

  /** Writes a sequence unless the terminal takes nothing at the moment; whether it does. */
  sendIfTaken(sequence: string): boolean {
    const isTaken = this.#phase === 'started' && this.#inFlight.length === 0;
    if (isTaken) {
      this.send(sequence);
    }
    return isTaken;
  }

  /** Writes every row again, for a screen that something else has written to. */
  redraw(): void {
    this.#forget();
    this.#advance();
  }

  /** The screen has another size: the next frame is written whole, cut or padded where its size is another. */
  resize(columns: number, rows: number): void {
    this.#columns = columns;
    this.#rows = rows;
    this.#pen = new Pen(columns);
    this.#sanitizer = new RowSanitizer({ columns, asciiOnly: this.#asciiOnly, dropped: this.#dropped });
    this.#forget();
  }

  /** The screen is ours, with nothing known to be on it: the newest frame is written whole. */
  start(): void {
    if (this.#phase === 'stopped') {
      this.#phase = 'started';
      this.#forget();
      this.#mayErase = true;
      this.#advance();
    }
  }

  /**
   * The screen is not ours any more: writes nothing until `start`, and gives up what is in flight. Returns what must be
   * sent before anything else may be, which ends an update that was cut in its middle; nothing when none was.
   */
  stop(): Uint8Array {
    const wasCut = this.#inFlight.length > 0;
    this.#pace?.interrupt();
    if (this.#phase === 'started') {
      this.#phase = 'stopped';
    }
    this.#giveUp();
    return wasCut ? ABANDON : NOTHING;
  }

  /** What the screen shows is not known. */
  #forget(): void {
    const unknown = unknownRow(this.#columns);
    this.#shown = Array<CellRow>(this.#rows).fill(unknown);
    this.#given = [];
    this.#shownAsGiven = this.#shown;
    this.#isUnknown = true;
    this.#pen.forget();
  }

  #giveUp(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#inFlight = NOTHING;
    this.#whenShown = undefined;
    this.#sequences = [];
    this.#retryMs = FIRST_RETRY_MS;
  }

  #advance(): void {
    if (this.#phase !== 'started' || this.#cancelRetry !== undefined) {
      return;
    }
    if (this.#inFlight.length === 0) {
      this.#inFlight = this.#nextBytes();
    }
    while (this.#inFlight.length > 0) {
      const taken = this.#send();
      if (taken === undefined) {
        return;
      }
      this.#inFlight = this.#inFlight.subarray(taken);
      if (this.#inFlight.length > 0) {
        this.#retryMs = taken > 0 ? FIRST_RETRY_MS : this.#retryMs;
        this.#retryLater();
        return;
      }
      this.#retryMs = FIRST_RETRY_MS;
      this.#notifyShown();
      // A question behind it may have gone out meanwhile, or a part of one.
      if (this.#inFlight.length > 0) {
        return;
      }
      this.#inFlight = this.#nextBytes();
    }
    // Nothing had to be written for it.
    this.#notifyShown();
  }

  #notifyShown(): void {
    const notify = this.#whenShown;
    this.#whenShown = undefined;
    if (notify !== undefined && this.#pace !== undefined) {
      this.#pace.whenSeen(notify);
    } else {
      notify?.();
    }
  }

  #retryLater(): void {
    this.#cancelRetry = this.#clock.schedule(this.#retryMs, () => {
      this.#cancelRetry = undefined;
      this.#advance();
    });
    this.#retryMs = Math.min(LAST_RETRY_MS, 2 * this.#retryMs);
  }

  /** Bytes that the terminal took; undefined once it is gone. */
  #send(): number | undefined {
    try {
      return this.#output.write(this.#inFlight);
    } catch (error) {
      if (!(error instanceof TerminalGoneError)) {
        throw error;
      }
      this.#phase = 'gone';
      this.#giveUp();
      this.#onGone?.();
      return undefined;
    }
  }

  #sound(given: Frame): Frame {
    this.#noteLean();
    return Array.from({ length: this.#rows }, (_, index) => {
      const row = given[index] ?? blankRow(this.#columns);
      if (row === this.#shownAsGiven[index]) {
        return this.#shown[index] as CellRow;
      }
      const sound =
        index === this.#rows - 1 ? this.#sanitizer.sanitizeLast(row) : this.#sanitizer.sanitize(row);
      return this.#isLean ? leanRow(sound) : sound;
    });
  }

  /** Whether rows are lean changes what becomes of those that were handed over. */
  #noteLean(): void {
    const isLean = this.#pace?.isLean ?? false;
    if (isLean !== this.#isLean) {
      this.#isLean = isLean;
      this.#shownAsGiven = [];
    }
  }

  #nextBytes(): Uint8Array {
    return this.#sequences.shift() ?? (this.#pace?.isHolding === true ? NOTHING : this.#nextUpdate());
  }

  /** What turns the screen into the newest frame. */
  #nextUpdate(): Uint8Array {
    const given = this.#newest;
    this.#whenShown = this.#whenNewestShown;
    this.#whenNewestShown = undefined;
    this.#noteLean();
    if (given === undefined || given === this.#shownAsGiven) {
      return NOTHING;
    }
    const next = this.#sound(given);
    const { bytes } = this.#pen;
    bytes.cut(0);
    // What comes slowly is seen as it comes: a terminal would show an update at its end.
    const [begin, end] = this.#isLean ? ['', ''] : [BEGIN_UPDATE, END_UPDATE];
    bytes.ascii(begin);
    if (this.#isUnknown) {
      bytes.ascii(WHOLE_REGION);
      this.#isUnknown = false;
    }
    if (this.#mayErase) {
      this.#mayErase = false;
      this.#pen.moveTo(0, 0);
      this.#pen.eraseBelow();
      this.#shown = Array<CellRow>(this.#rows).fill(blankRow(this.#columns));
    }
    (this.#isOther ? writeOtherFrame : writeFrame)(this.#pen, this.#shown, next);
    this.#isOther = false;
    this.#shown = next;
    this.#given = given;
    this.#shownAsGiven = given;
    if (bytes.length === begin.length) {
      return NOTHING;
    }
    bytes.ascii(end);
    bytes.ascii(this.#pace?.questionBehind(bytes.length, this.#whenShown !== undefined) ?? '');
    return bytes.copy();
  }
}

/** A row of which no cell is known: none of them is the same as a cell of a frame. */
function unknownRow(columns: number): CellRow {
  return { glyphs: Array<string>(columns).fill('\0'), attributes: Array<number>(columns).fill(PLAIN) };
}
