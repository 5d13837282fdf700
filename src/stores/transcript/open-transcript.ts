import type { Session } from '../../contract/session.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';

/** A transcript that was asked for. */
export interface OpenTranscript {
  readonly sessionId: string;
  /** The session as it was listed when the transcript was read. */
  readonly session: Session;
  /** Grows while it arrives; `messages` says how much of it was noted. */
  readonly transcript: Transcript;
  readonly messages: number;
  /** - `broken`: nothing more comes although it is not whole, or is not known to be. */
  readonly state: 'arriving' | 'whole' | 'broken';
  /** While it arrived for the first time it had no more; undefined when it was read once. */
  readonly messagesBefore: number | undefined;
}

/** What stands behind a figure or a "none" that is made of a transcript; empty where that is whole. */
export function measureOfTranscript({ state }: OpenTranscript): string {
  switch (state) {
    case 'arriving':
      return ' so far';
    case 'broken':
      return ' in what is here';
    case 'whole':
      return '';
  }
}
