import type { Writable } from 'node:stream';

import { createClient, type Client, type ClientOptions } from '../../api/client.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { say } from '../output/say.ts';
import { listenForSignals, type Stopping } from './stop-signals.ts';

/** What a command that reads takes from the process that it runs in. */
export interface ReadingHost {
  readonly clock: Clock;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly output: Writable;
  /** With a sentence, the program ends with it some time after a signal when nobody takes what it prints. */
  readonly listenForSignals: (stalledSentence?: string) => Stopping;
  readonly createClient: (options: ClientOptions) => Client;
}

/** This process. */
export function ownReadingHost(): ReadingHost {
  return {
    clock: systemClock,
    random: Math.random,
    output: process.stdout,
    listenForSignals: (stalledSentence) => listenForSignals(say, stalledSentence),
    createClient,
  };
}
