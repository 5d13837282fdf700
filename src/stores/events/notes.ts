import { createStore, type StoreApi } from 'zustand/vanilla';

import { isSameJson } from '../../lib/same-json.ts';
import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';

/** The longest note, in characters. */
export const LONGEST_NOTE = 1000;

/** So many notes are kept; those that were written first are forgotten first. */
const MOST_NOTES = 2000;

/** No id is as long; the file may have been edited. */
const LONGEST_ID = 1024;

/** What somebody at this host wrote about an event. */
export interface Note {
  /** Empty where it was taken away, so that another console learns of that. */
  readonly text: string;
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
}

export interface NotesState {
  /** By the id of the event. */
  readonly notes: ReadonlyMap<string, Note>;
}

/** Notes on events, kept on this host. */
export interface NotesStore extends StoreApi<NotesState> {
  readonly kept: KeptOnHost;
  /** The note on an event; undefined where there is none. */
  noteOn(id: string): Note | undefined;
  /** Writes the note on an event anew; an empty text takes it away. */
  write(id: string, note: Note): void;
}

/** No notes yet. */
export function createNotesStore(): NotesStore {
  const store = createStore<NotesState>(() => ({ notes: new Map() }));
  const takeIn = (theirs: unknown) => {
    const { notes } = store.getState();
    const merged = mergedNotes(notes, readKept(theirs));
    if (!isSameJson(writtenNotes(notes), writtenNotes(merged))) {
      store.setState({ notes: merged });
    }
  };
  return {
    ...store,
    noteOn(id) {
      const note = store.getState().notes.get(id);
      return note === undefined || note.text === '' ? undefined : note;
    },
    write: (id, note) =>
      store.setState(({ notes }) => ({ notes: mergedNotes(notes, new Map([[id, note]])) })),
    kept: {
      name: 'notes',
      isOfData: true,
      read: () => writtenNotes(store.getState().notes),
      isWhole: (value) =>
        value === undefined || (Array.isArray(value) && value.length === readKept(value).size),
      restore: (value) => store.setState({ notes: readKept(value) }),
      merge: (mine, theirs) => writtenNotes(mergedNotes(readKept(mine), readKept(theirs))),
      takeIn,
      subscribe: (listener) => store.subscribe(() => listener()),
    },
  };
}

/** Both, of two on one event the one that was written last; the newest of more than can be kept. */
function mergedNotes(
  mine: ReadonlyMap<string, Note>,
  theirs: ReadonlyMap<string, Note>,
): ReadonlyMap<string, Note> {
  const merged = new Map(mine);
  for (const [id, note] of theirs) {
    const known = merged.get(id);
    if (known === undefined || isLater(note, known)) {
      merged.set(id, note);
    }
  }
  const newest = [...merged].sort(([, left], [, right]) => right.at - left.at);
  return new Map(newest.slice(0, MOST_NOTES));
}

/** Of two of the same moment it is the same one in every console. */
function isLater(note: Note, than: Note): boolean {
  return note.at === than.at ? note.text > than.text : note.at > than.at;
}

function writtenNotes(notes: ReadonlyMap<string, Note>): JsonValue {
  return [...notes].map(([id, { text, at }]) => [id, at, text]);
}

function readKept(value: unknown): ReadonlyMap<string, Note> {
  const entries = Array.isArray(value) ? (value as unknown[]) : [];
  return new Map(entries.filter(isEntry).map(([id, at, text]) => [id, { at, text }] as const));
}

function isEntry(value: unknown): value is readonly [id: string, at: number, text: string] {
  if (!Array.isArray(value) || value.length !== 3) {
    return false;
  }
  const [id, at, text] = value as readonly unknown[];
  return (
    typeof id === 'string' &&
    id !== '' &&
    id.length <= LONGEST_ID &&
    typeof at === 'number' &&
    Number.isFinite(at) &&
    typeof text === 'string' &&
    text.length <= LONGEST_NOTE
  );
}
