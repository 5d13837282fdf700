import { Surface } from '../../surface/Surface.tsx';

/** The transcript of a session, in the place of the list of sessions. Painted by `transcript-pager.ts`. */
export function TranscriptPane() {
  return <Surface name="transcript" />;
}
