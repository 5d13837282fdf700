import { systemClock } from '../../lib/clock.ts';

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** The exit status after SIGINT, which is what Ctrl-C sends. */
const INTERRUPTED = 130;

/** Milliseconds that a reader has to take what was found, once the program was asked to stop. */
const TIME_TO_FLUSH = 5000;

/** What a program does when it is asked to stop. */
export interface Stopping {
  /** Aborts on the first signal; its reason is the exit status of a program that the signal ended. */
  readonly stop: AbortSignal;
  /** Says that nothing is left to be waited for. */
  readonly finished: () => void;
}

/**
 * Listens for the signals that end a program. The second of two is passed over: a terminal and our own shim may both send
 * one. With `stalledSentence`, the program ends after a while, with that sentence, when nobody takes what it prints.
 */
export function listenForSignals(say: (sentence: string) => void, stalledSentence?: string): Stopping {
  const stopping = new AbortController();
  let cancel = () => {};
  const onSignal = (_name: string, number: number) => {
    if (!stopping.signal.aborted) {
      if (stalledSentence !== undefined) {
        cancel = systemClock.schedule(TIME_TO_FLUSH, () => {
          say(stalledSentence);
          process.exit(1);
        });
      }
      stopping.abort(128 + number);
    }
  };
  for (const name of SIGNALS) {
    process.on(name, onSignal);
  }
  return { stop: stopping.signal, finished: () => cancel() };
}

/** Why a program was asked to stop, as a sentence. */
export function whyStopped({ reason }: AbortSignal): string {
  return reason === INTERRUPTED ? 'It was stopped by hand.' : 'It was stopped by a signal.';
}
