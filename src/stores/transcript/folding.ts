import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { PagerView } from './pager-view.ts';

/** What decides which messages are folded to one line, or left out. */
export type Folding = Pick<PagerView, 'tools' | 'raw' | 'folds'>;

/** Whether a message takes no line. What somebody folded or unfolded is shown in any case. */
export function isHidden(transcript: Transcript, message: number, { tools, raw, folds }: Folding): boolean {
  return tools === 'off' && !raw && transcript.kindOf(message) === 'tool' && !folds.has(message);
}

/** Whether a message takes one line in place of all: tool calls when they are short, and messages of unknown types. */
export function isFolded(transcript: Transcript, message: number, { tools, raw, folds }: Folding): boolean {
  const chosen = folds.get(message);
  if (chosen !== undefined || raw) {
    return chosen === true;
  }
  const kind = transcript.kindOf(message);
  return kind === 'other' || (kind === 'tool' && tools !== 'full');
}
