import type { Transcript } from '../../contract/transcript/transcript.ts';
import { createSmartSearch } from '../../lib/text-search.ts';
import type { TranscriptSlice } from './transcript-slice.ts';
import { Outline, type OutlineEntry } from './outline.ts';
import { measureOfTranscript } from './open-transcript.ts';
import type { OutlineView } from './pager-view.ts';

/** The outline as it is to be shown. */
export interface ShownOutline {
  readonly outline: Outline;
  /** Those that have the words of the filter, as far as they were found. */
  readonly entries: readonly OutlineEntry[];
  /** The place of the selected one in the list. */
  readonly cursor: number;
  readonly all: number;
  /** What stands behind a count of them; empty where the transcript is whole. */
  readonly measure: string;
}

const outlines = new WeakMap<Transcript, Outline>();

function outlineOf(transcript: Transcript): Outline {
  const outline = outlines.get(transcript) ?? new Outline(transcript);
  outlines.set(transcript, outline);
  return outline;
}

/** The outline with the entry selected that a message belongs to. */
export function openOutline(transcript: Transcript, message: number): OutlineView {
  const entry = outlineOf(transcript).entries.findLast(({ first }) => first <= message);
  return { cursor: entry?.first ?? 0, filter: '' };
}

/** The open outline; undefined when there is none. */
export function selectOutline(stores: TranscriptSlice): ShownOutline | undefined {
  const open = stores.transcript.getState().data;
  const { pager } = stores.view.getState();
  if (pager?.outline === undefined || open?.sessionId !== pager.sessionId) {
    return undefined;
  }
  const { cursor, filter } = pager.outline;
  const outline = outlineOf(open.transcript);
  const all = outline.entries;
  const entries = stores.outlineFilter.look(all, [filter], [], () => {
    const pattern = createSmartSearch(filter);
    return pattern === undefined ? undefined : (entry) => outline.textOf(entry).search(pattern) >= 0;
  });
  const at = entries.findLastIndex(({ first }) => first <= cursor);
  return { outline, entries, cursor: Math.max(0, at), all: all.length, measure: measureOfTranscript(open) };
}
