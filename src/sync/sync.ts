import type { Writable } from '../api/client.ts';
import type { Session } from '../contract/session.ts';
import type { Untrusted } from '../lib/untrusted.ts';
import type { SearchQuestion } from '../stores/search/session-search.ts';
import type { HuntQuestion } from '../stores/hunt/hunt-store.ts';
import type { HistoryPart } from '../stores/events/event-coverage.ts';
import type { JournalReading, JournalReadOptions } from './writes/journal.ts';
import type { Writer } from './writes/writer.ts';

export type { AgentDeletionRequest, AgentStatusRequest, PolicyWriteRequest } from './writes/requests.ts';
export type { AgentVerdict, PolicyVerdict, Verdict } from './writes/verdict.ts';

/** What the rest of the console can ask of the part that talks to the server. Data comes back through the stores. */
export interface Sync extends Writer {
  /** Begins to keep the stores fresh. */
  start(): void;
  /** Ends everything that is under way, except a write that was already sent. */
  stop(): void;
  /** Reads what the active pane shows, now. Also takes up reading again after it had stopped. */
  refresh(): void;
  /** Whether anybody looks at the terminal. While nobody does, everything is read more seldom. */
  setLookedAt(isLookedAt: boolean): void;
  /** Reads a transcript into its store. */
  openTranscript(session: Session): void;
  /** Gives up on a transcript that is still being read. */
  closeTranscript(): void;
  /** Searches transcripts, in the place of the last search; what it finds comes into its store. */
  searchSessions(question: SearchQuestion): void;
  /** Ends the search of transcripts that is under way; what it has found stays. */
  stopSearch(): void;
  /** Goes on with a search that was stopped, behind the last session that was searched. */
  goOnSearching(): void;
  /** Hunts for a list in all events, in the place of the last hunt; what it finds comes into its stores. */
  hunt(question: HuntQuestion): void;
  /** Takes up the hunt again that was stopped before it had gone through all events. */
  goOnHunting(): void;
  /** Ends the reading of older events for the hunt; what it has found stays. */
  stopHunting(): void;
  /** Reads the sessions of a machine into their store unless they were read just now; `isAsked` reads them anyhow. */
  readMachineSessions(clientId: Untrusted, isAsked?: boolean): void;
  /** Reads what lacks of a part of the past into the feed, from its end on, for as long as somebody asks for it. */
  readHistory(part: HistoryPart, isAskedFor: () => boolean): void;
  /** Gives up reading the feed back to the time that its filters name, until they change or it is refreshed. */
  giveUpHistory(): void;
  /** Lets writes through from now on until a time of the wall clock, for good, or not at all. The client refuses others. */
  setWritable(until: Writable): void;
  /** The writes that were made from this host. Rejects with a sentence that says why they cannot be read. */
  readJournal(options?: JournalReadOptions): Promise<JournalReading>;
}
