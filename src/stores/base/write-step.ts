/**
 * Where a write is: it is read first, sent, and read again; `not seen yet` while that is done over and over since what is read may
 * be older than the change; `not certain yet` while it is as requested, but was so before an earlier change from here, too.
 */
export type WriteStep = 'reading' | 'sending' | 'reading again' | 'not seen yet' | 'not certain yet';

/** The step that a write is at, and since when, in milliseconds since the epoch. */
export interface WriteProgress {
  readonly kind: WriteStep;
  readonly since: number;
  /** Somebody stopped it before it was sent: it ends with nothing sent. */
  readonly isStopped?: true;
}
