import type { Speech } from '../../commands/base/command.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ReplySource } from '../../terminal/input/reply-source.ts';
import type { SessionScreen } from '../../terminal/life/session-host.ts';
import type { TerminalSession } from '../../terminal/life/terminal-session.ts';
import type { TerminalOutput } from '../../terminal/output/terminal-output.ts';
import { TerminalPace } from '../../terminal/pace/terminal-pace.ts';
import type { RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import { LineWriter } from '../../terminal/screen/line-writer.ts';
import { ScreenWriter } from '../../terminal/screen/screen-writer.ts';
import type { Console } from '../../ui/dialogs/base/console-context.ts';
import type { Theme } from '../../ui/theme.ts';
import { createConsoleScreen, type ConsoleScreen } from '../../ui/app/console-screen.ts';
import { createScreenReader, type ScreenReader } from '../../ui/app/speech/screen-reader.ts';

/** A terminal that is neither slow nor far away has answered in so many milliseconds. */
const AT_ONCE = 30;

/** What draws the console, and what the session says of the terminal's comings and goings. */
export interface ConsoleDrawing {
  /** Draws that console from now on, in the place of another one of which nothing stays on the screen. */
  show(console: Console): ConsoleScreen;
  readonly writer: SessionScreen;
  /** Undefined where the console is seen and not heard. */
  readonly speech?: Speech;
  /** Writes a sequence of our own that shows nothing. */
  send(sequence: string): void;
  /** Rings the bell, unless the terminal takes nothing at the moment: bells must not pile up. */
  ring(): void;
  /** Writes a sequence of our own that shows nothing, unless the terminal takes nothing at the moment; whether it does. */
  sendIfTaken(sequence: string): boolean;
  /** Begins to ask the terminal how far it is behind, from raw mode on. */
  keepPace(): void;
  /** Resolves once the terminal has answered for the first time and shows what it was drawn then, or does not do so at once. */
  heard(): Promise<void>;
  /** Leaves the terminal once it has answered, or a little later. */
  beforeLeaving(leave: () => void): void;
}

interface DrawingParts {
  readonly theme: Pick<Theme, 'ascii'>;
  readonly output: TerminalOutput;
  readonly input: ReplySource;
  readonly clock: Clock;
  readonly session: TerminalSession;
  readonly dropped: RejectedCells;
}

/** The console over the whole screen. */
export function drawOnScreen({
  theme,
  output,
  input,
  clock,
  session,
  dropped,
}: DrawingParts): ConsoleDrawing {
  let screen: ConsoleScreen | undefined;
  const pace = new TerminalPace({
    input,
    clock,
    onFree: () => screen?.paint(),
    send: (question) => writer.send(question),
    onAsking: (isAsking) => session.expectAnswer(isAsking),
  });
  const writer = new ScreenWriter({
    output,
    clock,
    ...session.size,
    asciiOnly: theme.ascii,
    dropped,
    pace,
    onGone: () => session.hangUp(),
  });
  return {
    show(console) {
      if (screen !== undefined) {
        screen.stop();
        writer.turnOver();
      }
      screen = createConsoleScreen(console, writer, dropped);
      return screen;
    },
    writer,
    send: (sequence) => {
      pace.noteSequence(sequence.length);
      writer.send(sequence);
    },
    ring: () => writer.ring(),
    sendIfTaken(sequence) {
      const isTaken = writer.sendIfTaken(sequence);
      if (isTaken) {
        pace.noteSequence(sequence.length);
      }
      return isTaken;
    },
    keepPace: () => pace.begin(),
    heard: () =>
      new Promise((resolve) => {
        const cancel = clock.schedule(AT_ONCE, resolve);
        pace.whenSeen(() => {
          cancel();
          resolve();
        });
      }),
    beforeLeaving: (leave) => pace.beforeLeaving(leave),
  };
}

/** The console as lines that are only added to. */
export function drawAsLines({
  output,
  clock,
  session,
  dropped,
}: Omit<DrawingParts, 'input' | 'theme'>): ConsoleDrawing {
  const lines = new LineWriter({ output, clock, onGone: () => session.hangUp() });
  let screen: ScreenReader | undefined;
  let hasBegun = false;
  return {
    show(console) {
      if (screen !== undefined) {
        screen.stop();
        lines.turnOver();
      }
      screen = createScreenReader(console, (text, how) => lines.say(text, how), dropped);
      return screen;
    },
    writer: {
      start: () => {
        lines.start();
        // Whoever comes back from the shell has it read aloud where they are.
        if (hasBegun) {
          screen?.sayAnew();
        }
        hasBegun = true;
      },
      stop: () => lines.stop(),
      // What has been said stands. What somebody typed before keys were taken ends its line.
      redraw: () => lines.say('\r\n'),
      resize: () => undefined,
    },
    speech: {
      sayAgain: () => screen?.sayAgain(),
      sayDetail: () => screen?.sayDetail(),
      sayStatus: () => screen?.sayStatus(),
      sayAll: () => screen?.sayAll(),
    },
    send: (sequence) => lines.say(sequence),
    ring: () => lines.ring(),
    sendIfTaken: (sequence) => lines.sendIfTaken(sequence),
    // Nothing that was said is said again: there is no frame that could be left out.
    keepPace: () => undefined,
    heard: () => Promise.resolve(),
    beforeLeaving: (leave) => leave(),
  };
}
