import type { Clock } from '../../lib/clock.ts';
import type { ReplySource } from '../input/reply-source.ts';
import type { Rgb, TerminalColours } from './terminal-colours.ts';

/** Asks what the terminal is, which all answer: behind the colours, where one terminal answers both. */
const PRIMARY_ATTRIBUTES = '\u001b[c';
const ATTRIBUTES_ANSWER = /^\[\?[\d;]*c$/;

/** Milliseconds for which answers are waited for: a slow link has to carry the first screen before them. */
const LONGEST_WAIT = 10_000;
/**
 * Milliseconds for which a background is still trusted behind the answer that should be the last one: GNU screen gives that one
 * itself, and asks the terminal around it for colours, which may be far away.
 */
const LATE_FOR = 5000;
/** Milliseconds without a further answer after which those that came are all, where nothing says so. */
const QUIET = 200;
/** Milliseconds that leaving the terminal waits for answers, which a shell would take for keys. */
const LEAVE_WAIT = 500;

export interface AskColoursOptions {
  readonly input: ReplySource;
  readonly clock: Clock;
  /** Writes a sequence to the terminal, which must be in raw mode: otherwise it would show the answers. */
  readonly send: (sequence: string) => void;
  /** Which of the 16 colours are asked for. */
  readonly numbers: readonly number[];
  /** Is given what the terminal reported, once it has; never when it does not report its background. */
  readonly onAnswer: (colours: TerminalColours) => void;
}

/**
 * Asks a terminal for its colours. Nothing waits for the answers; what comes later than LONGEST_WAIT, or LATE_FOR behind what
 * should be the last one, is swallowed as every other reply that nobody asked for.
 */
export class AskColours {
  readonly #options: AskColoursOptions;
  #reported = new Map<ColourPlace, Rgb>();
  #isOpen = false;
  #stopAwaiting: () => void = () => undefined;
  #whenClosed: () => void = () => undefined;
  #cancelWait: () => void = () => undefined;
  #cancelQuiet: () => void = () => undefined;

  constructor(options: AskColoursOptions) {
    this.#options = options;
  }

  /** Asks, unless answers to an earlier question are still waited for. */
  ask(): void {
    if (this.#isOpen) {
      return;
    }
    this.#isOpen = true;
    this.#reported = new Map();
    const { send, numbers } = this.#options;
    this.#listen(LONGEST_WAIT, true);
    send(colourQuestion(['foreground', 'background', ...numbers]) + PRIMARY_ATTRIBUTES);
  }

  /** Runs it at once, or where answers are on their way, when they have come or a little later. */
  beforeLeaving(leave: () => void): void {
    if (!this.#isOpen) {
      leave();
      return;
    }
    const cancel = this.#options.clock.schedule(LEAVE_WAIT, () => this.#close());
    this.#whenClosed = () => {
      cancel();
      leave();
    };
  }

  /** Takes answers for so long; `waitsLonger` as an Escape waits for what may make it the beginning of one. */
  #listen(milliseconds: number, waitsLonger: boolean): void {
    const { input, clock } = this.#options;
    this.#cancelWait();
    this.#stopAwaiting();
    this.#stopAwaiting = input.awaitReplies((reply) => this.#take(reply), { waitsLonger });
    this.#cancelWait = clock.schedule(milliseconds, () => this.#close());
  }

  #take(reply: string): void {
    const reported = readColourReply(reply);
    if (reported === undefined) {
      if (this.#isOpen && ATTRIBUTES_ANSWER.test(reply)) {
        this.#close();
        if (!this.#reported.has('background')) {
          this.#listen(LATE_FOR, false);
        }
      }
    } else if (typeof reported.place === 'string' || this.#options.numbers.includes(reported.place)) {
      this.#reported.set(reported.place, reported.colour);
      this.#cancelQuiet();
      this.#cancelQuiet = this.#options.clock.schedule(QUIET, () => this.#answer());
    }
  }

  #close(): void {
    this.#isOpen = false;
    this.#cancelWait();
    this.#stopAwaiting();
    this.#answer();
    const notify = this.#whenClosed;
    this.#whenClosed = () => undefined;
    notify();
  }

  #answer(): void {
    this.#cancelQuiet();
    const background = this.#reported.get('background');
    if (background !== undefined) {
      const palette = new Map(
        [...this.#reported].filter((entry): entry is [number, Rgb] => typeof entry[0] === 'number'),
      );
      this.#options.onAnswer({ foreground: this.#reported.get('foreground'), background, palette });
    }
  }
}

/** What a colour is of: the letters (10), the background (11), or one of the 16 colours. */
type ColourPlace = 'foreground' | 'background' | number;

/** `OSC 10`, `OSC 11` and `OSC 4` as terminals answer them: one to four hexadecimal digits for each part, some with alpha. */
const REPLY =
  /^\](1[01]|4;\d{1,3});rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})(?:\/[0-9a-f]{1,4})?$/i;

/** The bytes that ask for these colours (xterm's ctlseqs), one question each, since not all terminals take several in one. */
function colourQuestion(places: readonly ColourPlace[]): string {
  return places.map((place) => `\u001b]${codeOf(place)};?\u001b\\`).join('');
}

/** Which colour a reply (`]11;rgb:ffff/ffff/ffff`) reports; undefined for anything else. */
function readColourReply(reply: string): { readonly place: ColourPlace; readonly colour: Rgb } | undefined {
  const [, code = '', red = '', green = '', blue = ''] = REPLY.exec(reply) ?? [];
  if (code === '') {
    return undefined;
  }
  const place = code === '10' ? 'foreground' : code === '11' ? 'background' : Number(code.slice(2));
  return { place, colour: [part(red), part(green), part(blue)] };
}

function codeOf(place: ColourPlace): string {
  return place === 'foreground' ? '10' : place === 'background' ? '11' : `4;${place}`;
}

/** However many digits there are, all of them set is the whole. */
function part(digits: string): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}
