import { asUntrusted, type Sentence, type Untrusted } from '../../../lib/untrusted.ts';
import type { Command, Speech } from '../../../commands/base/command.ts';
import { chordName, chordNames } from '../../../commands/keys/chord-names.ts';
import { keymapOf } from '../../../commands/app/keymap-in-force.ts';
import { commandById } from '../../../commands/app/registry.ts';
import { setScreenSize } from '../../../commands/base/screen.ts';
import { wrapLine } from '../../../lib/cell-text.ts';
import type { Message } from '../../../stores/view/view-store.ts';
import type { Saying } from '../../../terminal/screen/line-writer.ts';
import type { RejectedCells } from '../../../terminal/screen/rejected-cells.ts';
import { untrusted, trusted, type Line, type Size } from '../../widgets/line.ts';
import type { Console } from '../../dialogs/base/console-context.ts';
import type { ConsoleScreen } from '../console-screen.ts';
import { SurfaceBoard } from '../surface-board.ts';
import { storesWithout, watchStores, watchUrgentData } from '../watch-stores.ts';
import { Arrivals } from './arrivals.ts';
import type { Known } from './heard.ts';
import { createLook } from './look.ts';
import { NewMessages } from './new-messages.ts';
import { placedRow, saysSomething } from './readable-rows.ts';
import { sayChange } from './say.ts';
import { saySilentKey, type PressedKey } from './silent-key.ts';
import { isTyping } from './say-dialog.ts';
import { statusFacts, whereabouts } from './status-facts.ts';

/** News are said so often at most, in milliseconds; what a key did is said at once. */
const INTERVAL = 1000;

/** That nothing but harmless events came is said so often at most. */
const QUIET_INTERVAL = 10_000;

/** The room that panes are laid out in at the least: nothing of it is drawn, and lines are broken where the terminal ends. */
const LEAST = { columns: 160, rows: 24 } as const;

/** What scrolls a transcript, and goes to no message of it. */
const SCROLLING = /^pager\.(?:line|page|half)-/;

export interface ScreenReader extends ConsoleScreen, Speech {
  /** Says what a key did, and that it did nothing where that is so. */
  noteKey(chord: string, command: Command | undefined): void;
  /** Of that key it is said later what it did, or it was said before. */
  notePassed(): void;
  /** Says all anew that is said at the start, to somebody who comes back to it. */
  sayAnew(): void;
  /** Says that a key does nothing because it came again at once. */
  noteRepeat(chord: string): void;
}

/**
 * The console as text that is only ever added to, for people who have it read to them. What a key did is said at once and
 * in a few words: the row that it went to, how something is set now, how much a list holds. What comes by itself is said
 * at most once a second, behind what went wrong. The rest is said on request, and nothing because time has passed.
 */
export function createScreenReader(
  console: Console,
  say: (text: string, how: Saying) => void,
  dropped: RejectedCells,
): ScreenReader {
  const { commands, theme, shownDialog } = console;
  const { stores, clock } = commands;
  const board = new SurfaceBoard();
  const { look, textOf } = createLook(console, board, dropped);
  const arrivals = new Arrivals(stores);
  const messages = new NewMessages(stores);
  let stopWatching: () => void = () => undefined;
  let width = stores.view.getState().columns;
  let known: Known | undefined;
  let factsSaid: readonly Untrusted[] = [];
  let lastSaid: readonly string[] = [];
  let newsSaidAt = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  let arrivalsSaidAt = Number.NEGATIVE_INFINITY;
  let pressed: PressedKey | undefined;
  let repeated: string | undefined;
  let isPainting = false;
  /** Painting notes what is shown, which may change what is shown next. */
  let isChangedMeanwhile = false;
  let isDueSoon = false;
  let isStopped = false;
  let cancelNext: (() => void) | undefined;

  function paint(): void {
    speak(true);
  }

  /** Says what has changed; what has come by itself only where it is time for that. */
  function speak(isTimeForNews: boolean): void {
    cancelNext?.();
    cancelNext = undefined;
    isDueSoon = false;
    if (isStopped) {
      return;
    }
    let onSaid: (() => void) | undefined;
    let isPassing = true;
    isPainting = true;
    // What cannot be announced is passed over: the fault itself is shown as a message, which is looked at next.
    const said = stores.faults.guard(
      'reading out what is new',
      () => {
        const now = look();
        if (now === undefined) {
          return [];
        }
        const isFirst = known === undefined;
        if (isTyping(known, now)) {
          typedAt = clock.monotonic();
        }
        const isOpened = now.dialog !== undefined && now.dialog.number !== known?.dialog?.number;
        const news = messages.take();
        const isAnswered = pressed?.command?.confirms === true;
        const change = sayChange(known, now, {
          // Of an answer from which nothing follows that is said, it is said where one is.
          isAnswered: isAnswered && news.length > 0,
          isScrolled: SCROLLING.test(pressed?.command?.id ?? ''),
          areMarksSaid: news.some(({ text }) => /marked\b/.test(text)),
          isVerdictSaid: news.some(({ tone }) => tone === 'good' || tone === 'bad'),
        });
        known = change.next;
        onSaid = shownDialog.notingOnce(now.dialog, clock);
        isPassing = news.length === 0 && !isOpened;
        const isReading = now.dialog !== undefined || now.isText;
        const sentences = [...news].sort(badFirst).map(({ text, tone }) => textOf(messageLine(text, tone)));
        const lines = [
          ...(isFirst ? [textOf(whereabouts(stores))] : []),
          ...sentences.filter((sentence) => !isAmong(change.said, sentence)),
          ...change.said,
          ...(repeated === undefined ? [] : [`Ignored: ${repeated} came again at once. Press it again.`]),
          ...statusNews(isTimeForNews),
          ...(isTimeForNews && !isReading ? arrivalNews() : []),
          ...(isFirst ? [`${keyOf('help.open')} for help.`] : []),
        ];
        return lines.length === 0 ? saySilentKey(pressed, known, theme).map(textOf) : lines;
      },
      () => [],
    );
    isPainting = false;
    pressed = undefined;
    repeated = undefined;
    utter(said, { onSaid, isPassing });
    if (isTimeForNews && said.length > 0) {
      newsSaidAt = clock.monotonic();
    }
    if (isChangedMeanwhile || typedAt === clock.monotonic() || (arrivals.isWaiting && !isTimeForNews)) {
      isChangedMeanwhile = false;
      speakLater();
    }
  }

  function utter(said: readonly string[], how: Saying): void {
    if (said.length === 0) {
      how.onSaid?.();
      return;
    }
    lastSaid = said;
    say(
      said
        .flatMap((each) => wrapLine(each, width))
        .map((line) => `${line.trim()}\r\n`)
        .join(''),
      how,
    );
  }

  /** Whether the same is said already: how something is set now is a message, too. */
  function isAmong(said: readonly string[], sentence: string): boolean {
    const words = sentence.toLowerCase();
    return said.some((each) => each.toLowerCase().includes(words));
  }

  function badFirst(one: Message, other: Message): number {
    return Number(other.tone === 'bad') - Number(one.tone === 'bad');
  }

  function messageLine(text: Sentence, tone: Message['tone']): Line {
    return [
      trusted(tone === 'bad' ? 'Problem: ' : ''),
      ...untrusted(text, { profile: 'cell', ascii: theme.ascii }),
    ];
  }

  function keyOf(id: string): string {
    return chordNames(keymapOf(stores).chordsOf(commandById(id)), theme.ascii);
  }

  /** What the status row says that differs from before; what is bad at once. */
  function statusNews(isTimeForNews: boolean): readonly string[] {
    const facts = statusFacts(stores, clock.now(), theme);
    const news = facts.filter(
      ({ key, isBad }, index) => key !== (factsSaid[index] ?? '') && (isTimeForNews || isBad),
    );
    factsSaid = facts.map((fact, index) =>
      news.includes(fact) ? fact.key : (factsSaid[index] ?? asUntrusted('')),
    );
    return news.map(({ words }) => textOf(words)).filter(saysSomething);
  }

  function arrivalNews(): readonly string[] {
    if (!arrivals.isUrgent && clock.monotonic() - arrivalsSaidAt < QUIET_INTERVAL) {
      return [];
    }
    arrivalsSaidAt = clock.monotonic();
    return arrivals.take().map(textOf);
  }

  /** Says it in this turn of the event loop, once for all that one key changes, and after Ink has drawn it, too. */
  function speakSoon(): void {
    if (!isDueSoon && !isPainting && !isStopped) {
      isDueSoon = true;
      queueMicrotask(() =>
        queueMicrotask(() => {
          if (isDueSoon) {
            speak(false);
          }
        }),
      );
    }
  }

  function speakLater(): void {
    if (!isStopped) {
      const due = INTERVAL + Math.max(newsSaidAt, typedAt);
      cancelNext ??= clock.schedule(Math.max(0, due - clock.monotonic()), paint);
    }
  }

  function fitTo({ columns, rows }: Size): void {
    width = Math.max(1, columns);
    setScreenSize(commands, Math.max(columns, LEAST.columns), Math.max(rows, LEAST.rows));
  }

  /** Says on request what was said or is shown, whether or not it is known. */
  function sayNow(lines: readonly string[]): void {
    pressed = undefined;
    utter(lines.filter(saysSomething), { isPassing: true });
  }

  return {
    board,
    start() {
      fitTo(stores.view.getState());
      const stopUrgent = watchStores([stores.view, stores.policyDraft], () => {
        if (isPainting) {
          isChangedMeanwhile = true;
        } else {
          speakSoon();
          speakLater();
        }
      });
      const stopUrgentData = watchUrgentData(stores, speakSoon);
      const stopData = watchStores(storesWithout(stores, 'view', 'policyDraft'), () => {
        arrivals.note();
        if (pressed === undefined) {
          speakLater();
        } else {
          speakSoon();
        }
      });
      stopWatching = () => {
        stopUrgent();
        stopUrgentData();
        stopData();
      };
      paint();
    },
    paint,
    stop() {
      isStopped = true;
      cancelNext?.();
      stopWatching();
    },
    noteKey(chord, command) {
      pressed = { chord, command, isPassed: false };
      speakSoon();
    },
    notePassed() {
      pressed = pressed && { ...pressed, isPassed: true };
    },
    sayAnew() {
      known = undefined;
      factsSaid = [];
      paint();
    },
    noteRepeat(chord) {
      repeated = chordName(chord, theme.ascii);
      speakSoon();
    },
    sayAgain: () => sayNow(lastSaid),
    sayAll() {
      const now = look();
      sayNow(now === undefined ? [] : now.all.map(placedRow));
    },
    sayDetail() {
      const now = look();
      const detail = (now?.detail() ?? []).filter(saysSomething);
      sayNow(detail.length > 0 ? detail : ['There is nothing to read here yet.']);
    },
    sayStatus() {
      const now = look();
      sayNow(now?.status ?? []);
    },
    resize: fitTo,
    takeInkRows(rows) {
      if (board.takeInkRows(rows)) {
        speakSoon();
      }
    },
  };
}
