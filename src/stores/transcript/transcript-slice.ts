import type { SlicedFilter } from '../base/live-filter.ts';
import type { Readable } from '../base/readable.ts';
import type { ResourceStore } from '../base/resource-store.ts';
import type { EventRow } from '../events/event-row.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import type { OpenTranscript } from './open-transcript.ts';
import type { OutlineEntry } from './outline.ts';
import type { PagerText } from './pager-text.ts';
import type { PagerView } from './pager-view.ts';
import type { TranscriptSearch } from './transcript-search.ts';

/** The open transcript, and what its selectors read of the feed and of the view. */
export interface TranscriptSlice extends Pick<EventsSlice, 'events'> {
  readonly transcript: ResourceStore<OpenTranscript>;
  /** The open transcript as lines, and how many were counted. */
  readonly pagerText: PagerText;
  /** Where the searched words are in the open transcript. */
  readonly transcriptSearch: TranscriptSearch;
  /** The entries of the open transcript's outline that have the words of its filter. */
  readonly outlineFilter: SlicedFilter<OutlineEntry>;
  /** The events of the machine that the open transcript is of, at its time. */
  readonly sessionEvents: SlicedFilter<EventRow>;
  readonly view: Readable<{
    readonly pager: PagerView | undefined;
    readonly columns: number;
    readonly ascii: boolean;
    readonly pageSize: number;
  }>;
}
