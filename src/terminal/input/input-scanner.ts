import { keyOfSingleShift, readControlSequence } from './key-sequences.ts';
import { KEY, type KeyReading } from './known-keys.ts';
import { PastedText } from './pasted-text.ts';
import { FoundInput, type ScannedInput } from './scanned-input.ts';

/** How long an ESC waits for what would make it the beginning of a sequence, in milliseconds. */
const ESCAPE_WAIT = 25;
/** How long an unfinished sequence, string or paste is waited for, in milliseconds. */
const UNFINISHED_WAIT = 1000;
/**
 * How long an O behind the Escape key waits for what would make it the middle of a sequence, in milliseconds: longer than
 * a slow link takes from one byte to the next.
 */
const SHIFT_WAIT = 250;
/** How long what arrives right behind a paste that never ended still belongs to it, in milliseconds. */
const PASTE_REST_WAIT = 150;

/**
 * The same while the terminal was asked for much that a link delivers in parts, in milliseconds: its answers must not become
 * keys. Nothing is asked so while somebody works: an Escape with a key close behind it would count for nothing.
 */
const REPLY_ESCAPE_WAIT = 250;
const REPLY_UNFINISHED_WAIT = 5000;

/** Behind that a sequence is nothing. The kitty protocol puts a whole sentence of an input method into one. */
const LONGEST_SEQUENCE = 1024;

const ESC = 0x1b;
const BEL = 0x07;
const CTRL_C = 0x03;
const TAB = 0x09;
const LF = 0x0a;
const DEL = 0x7f;
/** CAN and SUB take a begun sequence back (ECMA-48). */
const CANCEL = [0x18, 0x1a];
const STRING_TERMINATOR = 0x9c;
/** The second characters of DCS, SOS, PM and APC; OSC is apart, because its own is the key of nothing. */
const STRING_LETTERS = 'PX^_';
/** What ends an arrow, Home, End or a function key behind SS3. */
const SINGLE_SHIFT_ENDS = /^[A-DFHMP-S]/;

/** What is ever asked for: colours, what the terminal is, and how it is. */
const ANSWER = /^(?:\](?:4|10|11);|\[\?[\d;]*c$|\[[03]n$)/;

type State =
  /** Keys. */
  | 'ground'
  /** Behind an ESC that may begin a sequence. */
  | 'escape'
  /** Behind an ESC that was handed on as the Escape key: what looks like the rest of a sequence is swallowed. */
  | 'escaped'
  /** Behind an O that came alone behind that: with what would end a sequence it is swallowed, and a key otherwise. */
  | 'escaped-shift'
  | 'csi'
  | 'ss3'
  /** In an OSC, DCS, SOS, PM or APC string. */
  | 'string'
  | 'string-escape'
  /** In the three characters of an X10 mouse report. */
  | 'mouse'
  | 'paste'
  /** In what still arrives of a paste that was given up. */
  | 'paste-rest';

/**
 * Separates keys and pastes from everything else that a terminal sends (ECMA-48 sequences and strings, xterm's reports),
 * however it is cut into chunks. What it keeps is bounded, and its work grows with the
 * length of a chunk alone. It has no timer: after `push` and `expire` its owner calls `expire` at `deadline`.
 */
export class InputScanner {
  #state: State = 'ground';
  #deadline: number | undefined;
  #now = 0;
  #sequence = '';
  /** The sequence is the rest of one whose ESC was taken for a key, or it is held with Alt. */
  #isSwallowed = false;
  #isDoubled = false;
  /** The sequence came right behind an ESC of its own: that one is Alt before a key, and the Escape key before a report. */
  #isBehindEscape = false;
  /** Until when the rest of a sequence is waited for, of which an answer came in the place. */
  #restDueUntil: number | undefined;
  #missing = 0;
  #pasted = new PastedText();
  #found = new FoundInput();

  /** The terminal was asked something: what looks like an answer is found as one. */
  awaitsReplies = false;
  /** An answer may come in parts with much time between them. */
  waitsLonger = false;

  /** When `expire` is due, on the clock that `now` is of; undefined while nothing is waited for. */
  get deadline(): number | undefined {
    return this.#deadline;
  }

  /** What a chunk holds. Keys on both sides of a paste are apart from each other. */
  push(chunk: string, now: number): readonly ScannedInput[] {
    this.#now = now;
    this.#found = new FoundInput();
    for (let index = 0; index < chunk.length;) {
      index = this.#take(chunk, index);
    }
    if (chunk !== '' && this.#state === 'paste') {
      this.#deadline = now + UNFINISHED_WAIT;
    } else if (chunk.length > 1 && this.#state === 'paste-rest') {
      // Single keys are no paste: somebody wants to go on.
      this.#deadline = now + PASTE_REST_WAIT;
    }
    if (this.#state !== 'ground') {
      // What begins behind a key in its piece shows that it was not typed singly either.
      this.#found.garbage();
    }
    this.#found.endKeys();
    return this.#found.inputs;
  }

  /** Gives up what was waited for: an ESC becomes the Escape key, an unfinished paste a paste, the rest nothing. */
  expire(now: number): readonly ScannedInput[] {
    this.#now = now;
    this.#found = new FoundInput();
    if (this.#state === 'escape') {
      this.#found.key(KEY.escape);
      this.#enter('escaped', UNFINISHED_WAIT);
    } else if (this.#state === 'escaped-shift') {
      this.#rest();
      this.#found.key('O');
    } else if (this.#state === 'paste') {
      this.#found.paste(this.#pasted);
      this.#beginPaste('paste-rest', PASTE_REST_WAIT);
    } else {
      this.#rest();
    }
    this.#found.endKeys();
    return this.#found.inputs;
  }

  /** Forgets what was begun. */
  reset(): void {
    this.#rest();
  }

  #enter(state: State, wait: number): void {
    this.#state = state;
    this.#deadline = this.#now + wait;
    this.#sequence = '';
  }

  get #unfinishedWait(): number {
    return this.waitsLonger ? REPLY_UNFINISHED_WAIT : UNFINISHED_WAIT;
  }

  #rest(): void {
    this.#state = 'ground';
    this.#deadline = undefined;
    this.#isSwallowed = false;
    this.#isBehindEscape = false;
    this.#restDueUntil = undefined;
  }

  #beginEscape(): void {
    this.#enter('escape', this.waitsLonger ? REPLY_ESCAPE_WAIT : ESCAPE_WAIT);
    this.#isSwallowed = false;
    this.#isDoubled = false;
  }

  #beginPaste(state: 'paste' | 'paste-rest', wait: number): void {
    this.#enter(state, wait);
    this.#isSwallowed = false;
    this.#pasted = new PastedText();
  }

  /** Takes what stands at the index and answers with the index behind it. */
  #take(chunk: string, index: number): number {
    const code = chunk.codePointAt(index) ?? 0;
    const next = index + (code > 0xffff ? 2 : 1);
    switch (this.#state) {
      case 'ground':
        this.#takeKey(code, chunk.charAt(index - 1));
        return next;
      case 'escape':
        this.#takeBehindEscape(code);
        return next;
      case 'escaped':
        return this.#takeBehindKey(chunk, index);
      case 'escaped-shift':
        return this.#takeBehindShift(chunk, index);
      case 'csi':
        return this.#takeOfSequence(code) ? next : index;
      case 'ss3':
        return this.#takeOfSingleShift(code) ? next : index;
      case 'string':
      case 'string-escape':
        return this.#takeOfString(code) ? next : index;
      case 'mouse':
        this.#missing--;
        if (this.#missing === 0) {
          this.#endReport('');
        }
        return next;
      case 'paste':
      case 'paste-rest':
        return this.#takeOfPaste(chunk, index);
    }
  }

  #takeKey(code: number, before: string): void {
    if (code === ESC) {
      this.#beginEscape();
    } else if (code === 0x9b) {
      this.#enter('csi', UNFINISHED_WAIT);
    } else if (code === 0x8f) {
      this.#enter('ss3', UNFINISHED_WAIT);
    } else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) {
      this.#enter('string', UNFINISHED_WAIT);
    } else if (code === 0 || (code > 0x1a && code < 0x20) || (code > DEL && code < 0xa0) || code === 0xfffd) {
      this.#found.garbage();
    } else if (code === LF) {
      // A terminal that is not in raw mode yet makes it of the CR of Enter. Some send both for one Enter.
      if (before === KEY.enter) {
        this.#found.garbage();
      } else {
        this.#found.key(KEY.enter);
      }
    } else {
      this.#found.key(String.fromCodePoint(code));
    }
  }

  #takeBehindEscape(code: number): void {
    const letter = String.fromCodePoint(code);
    if (code === ESC) {
      this.#isDoubled = true;
    } else if (letter === '[' || letter === 'O') {
      // A doubled ESC in front of a sequence is how rxvt sends Alt.
      this.#isSwallowed = this.#isDoubled;
      this.#isBehindEscape = this.#isDoubled;
      this.#enter(letter === '[' ? 'csi' : 'ss3', this.#unfinishedWait);
    } else if (letter === ']' || STRING_LETTERS.includes(letter)) {
      if (this.#isDoubled) {
        this.#found.key(KEY.escape);
      }
      this.#enter('string', this.#unfinishedWait);
      this.#sequence = letter;
    } else {
      this.#rest();
      if (code === CTRL_C) {
        this.#found.key(letter);
      } else if (code === TAB && !this.#isDoubled) {
        // The Linux console sends that for Shift-Tab.
        this.#found.key(KEY.shiftTab);
      } else if (letter !== '\\') {
        this.#found.garbage();
      }
    }
  }

  /** What follows the Escape key: the rest of a sequence that a slow link delayed, or a key of its own. */
  #takeBehindKey(chunk: string, index: number): number {
    const letter = chunk.charAt(index);
    const rest = this.#deadline ?? this.#now;
    if (letter === '[' || letter === ']') {
      this.#isSwallowed = true;
      this.#enter(
        letter === '[' ? 'csi' : 'string',
        this.waitsLonger ? this.#unfinishedWait : rest - this.#now,
      );
      this.#sequence = letter === '[' ? '' : letter;
      return index + 1;
    }
    this.#rest();
    this.#restDueUntil = letter === '\u001b' ? rest : undefined;
    // These are keys too: only what comes along with them shows which.
    if (letter === 'O' && /[A-Za-z]/.test(chunk.charAt(index + 1))) {
      this.#found.garbage();
      return index + 2;
    }
    if (letter === 'O' && index + 1 === chunk.length) {
      this.#enter('escaped-shift', SHIFT_WAIT);
      return index + 1;
    }
    if (letter !== '' && STRING_LETTERS.includes(letter) && index + 1 < chunk.length) {
      this.#enter('string', UNFINISHED_WAIT);
      return index + 1;
    }
    return index;
  }

  /** What follows an O behind the Escape key: the end of a key that a slow link cut twice, or a key of its own. */
  #takeBehindShift(chunk: string, index: number): number {
    this.#rest();
    if (SINGLE_SHIFT_ENDS.test(chunk.charAt(index))) {
      this.#found.garbage();
      return index + 1;
    }
    // It came in a piece of its own.
    this.#found.key('O');
    this.#found.endKeys();
    return index;
  }

  /** False when the character does not belong to the sequence, which is then over. */
  #takeOfSequence(code: number): boolean {
    if (CANCEL.includes(code)) {
      this.#rest();
      return true;
    }
    if (code < 0x20 || code >= DEL) {
      this.#rest();
      if (code !== ESC) {
        this.#found.garbage();
      }
      return false;
    }
    const letter = String.fromCharCode(code);
    // `CSI [ letter` are function keys of the Linux console, `CSI digit $` shifted keys of rxvt.
    const isFinal =
      (code >= 0x40 && !(letter === '[' && this.#sequence === '')) ||
      (letter === '$' && /^[235678]$/.test(this.#sequence));
    if (isFinal) {
      this.#endSequence(this.#sequence, letter);
    } else if (this.#sequence.length < LONGEST_SEQUENCE) {
      this.#sequence += letter;
    } else {
      this.#isSwallowed = true;
    }
    return true;
  }

  #endSequence(parameters: string, final: string): void {
    const isSwallowed = this.#isSwallowed;
    const isBehindEscape = this.#isBehindEscape;
    const restDueUntil = this.#restDueUntil;
    this.#rest();
    if (isBehindEscape && isReport(parameters, final)) {
      this.#found.key(KEY.escape);
    }
    if (final === '~' && parameters === '200') {
      this.#beginPaste('paste', UNFINISHED_WAIT);
    } else if (final === '~' && parameters === '201') {
      // The end of a paste whose beginning was lost: what stood before it was not typed.
      this.#found.forgetKeys();
      this.#found.paste(new PastedText());
    } else if ((final === 'c' && parameters.startsWith('?')) || final === 'n') {
      this.#endReport(`[${parameters}${final}`);
      if (restDueUntil !== undefined && restDueUntil > this.#now) {
        this.#enter('escaped', restDueUntil - this.#now);
      }
    } else if (final === 'M' && parameters === '') {
      this.#enter('mouse', UNFINISHED_WAIT);
      this.#missing = 3;
    } else {
      this.#hand(isSwallowed ? undefined : readControlSequence(parameters, final));
    }
  }

  #takeOfSingleShift(code: number): boolean {
    const isSwallowed = this.#isSwallowed;
    if (((code >= 0x30 && code <= 0x39) || code === 0x3b) && this.#sequence.length < LONGEST_SEQUENCE) {
      this.#sequence += String.fromCharCode(code);
      return true;
    }
    const parameters = this.#sequence;
    this.#rest();
    if (code >= 0x40 && code < DEL) {
      const key = isSwallowed || parameters !== '' ? undefined : keyOfSingleShift(String.fromCharCode(code));
      this.#hand(key === undefined ? undefined : { keys: [key], isRepeat: false });
      return true;
    }
    if (code !== ESC) {
      this.#found.garbage();
    }
    return false;
  }

  /** False when the character ends the string by beginning something else. */
  #takeOfString(code: number): boolean {
    if (this.#state === 'string-escape') {
      if (code === 0x5c) {
        this.#endReport(this.#sequence);
        return true;
      }
      this.#beginEscape();
      return false;
    }
    if (code === BEL || code === STRING_TERMINATOR) {
      this.#endReport(this.#sequence);
    } else if (CANCEL.includes(code)) {
      this.#endReport('');
    } else if (code === ESC) {
      this.#state = 'string-escape';
    } else if (this.#sequence.length < LONGEST_SEQUENCE) {
      this.#sequence += String.fromCodePoint(code);
    }
    return true;
  }

  #takeOfPaste(chunk: string, index: number): number {
    const end = this.#pasted.take(chunk, index);
    if (end === undefined) {
      return chunk.length;
    }
    if (this.#state === 'paste') {
      this.#found.paste(this.#pasted);
    } else {
      this.#found.garbage();
    }
    this.#rest();
    return end;
  }

  /** What stands beside a report that nobody asked for may be part of what the terminal sent. */
  #endReport(text: string): void {
    this.#rest();
    if (this.awaitsReplies && ANSWER.test(text)) {
      this.#found.reply(text);
    } else {
      this.#found.garbage();
    }
  }

  #hand(reading: KeyReading | undefined): void {
    if (reading === undefined) {
      this.#found.garbage();
    } else {
      reading.keys.forEach((key) => this.#found.key(key, reading.isRepeat));
    }
  }
}

/**
 * Whether that is what a terminal reports of itself or of its mouse, which comes of no key: an answer, or that it has the
 * focus. Where the cursor is looks as F3 does that is held with others, but for its first row.
 */
function isReport(parameters: string, final: string): boolean {
  return (
    'nMmt'.includes(final) ||
    /^[?><]/.test(parameters) ||
    (final === 'R' && /^\d+;\d+$/.test(parameters) && !parameters.startsWith('1;')) ||
    (parameters === '' && (final === 'I' || final === 'O'))
  );
}
