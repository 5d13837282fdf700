import type { Sentence } from '../../lib/untrusted.ts';

/** A program that is to be run for an event. */
export interface AlertRun {
  /** Those of one filter are run one after the other. */
  readonly key: string;
  /** How messages call the filter. */
  readonly title: Sentence;
  readonly command: readonly string[];
  /** The event as JSON, as the server sent it. */
  readonly event: string;
}

/** What alerts are given to. */
export interface AlertOutlets {
  ring(): void;
  /** Has the terminal show a notification; false where it takes nothing at the moment. */
  sendNotification(text: Sentence): boolean;
  run(alert: AlertRun): void;
}
