import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { indexedRows, type VisibleRows } from '../base/visible-rows.ts';
import { changesOfList } from './list-changes.ts';

/** An element of a list in its editor. */
export interface ListRow {
  /** It stays the same whatever comes into the list: made of the element, and distinguished where that stands in it twice. */
  readonly id: string;
  readonly element: unknown;
  /** What it reads as. */
  readonly text: Untrusted;
  /** Whether it is stored and stays, the draft adds it, or the draft takes it away. */
  readonly state: 'stored' | 'added' | 'removed';
}

/** The rows of an editor, and where each of them stands. */
export interface ListRows {
  readonly rows: readonly ListRow[];
  readonly places: VisibleRows;
}

type Describe = (element: unknown) => Untrusted;

/** Says what an element reads as only once it is asked: of a hundred thousand rows some dozens are looked at. */
class Row implements ListRow {
  readonly id: string;
  readonly element: unknown;
  readonly state: ListRow['state'];
  readonly #describe: Describe;
  #text: Untrusted | undefined;

  constructor(id: string, element: unknown, state: ListRow['state'], describe: Describe) {
    this.id = id;
    this.element = element;
    this.state = state;
    this.#describe = describe;
  }

  get text(): Untrusted {
    this.#text ??= this.#describe(this.element);
    return this.#text;
  }
}

const storedRows = new WeakMap<readonly unknown[], ListRows>();

/**
 * The elements of a list as its editor shows them: those that are stored in their order, those that the draft takes away
 * among them, and behind them those that it adds; of all these, the ones in whose text the words occur. What the draft
 * changes costs no more than the change.
 */
export function listRows(
  stored: readonly unknown[],
  drafted: readonly unknown[],
  search: string,
  describe: Describe,
): ListRows {
  const all = rowsWithDraft(rowsOfStored(stored, describe), stored, drafted, describe);
  const words = withoutBlanks(search).toLowerCase();
  if (words === '') {
    return all;
  }
  const rows = all.rows.filter(({ text }) => text.toLowerCase().includes(words));
  return { rows, places: indexedRows(rows) };
}

function rowsOfStored(stored: readonly unknown[], describe: Describe): ListRows {
  const known = storedRows.get(stored) ?? makeRows(stored, 'stored', describe);
  storedRows.set(stored, known);
  return known;
}

function rowsWithDraft(
  { rows: before, places }: ListRows,
  stored: readonly unknown[],
  drafted: readonly unknown[],
  describe: Describe,
): ListRows {
  const { added, removed } = changesOfList(stored, drafted);
  if (added.length === 0 && removed.length === 0) {
    return { rows: before, places };
  }
  const rows = [...before];
  for (const row of makeRows(removed, 'removed', describe).rows) {
    rows[places.indexOf(row.id)] = row;
  }
  const { rows: more, places: behind } = makeRows(added, 'added', describe);
  const length = rows.length + more.length;
  return {
    // Not `push`: what is added may be a whole list.
    rows: more.length === 0 ? rows : rows.concat(more),
    places: {
      length,
      idAt: (index) => (index < before.length ? before[index]?.id : more[index - before.length]?.id),
      indexOf: (id) => {
        const place = behind.indexOf(id);
        return place < 0 ? places.indexOf(id) : before.length + place;
      },
    },
  };
}

/** Rows of elements, whose ids are distinguished where one stands among them more than once. */
function makeRows(elements: readonly unknown[], state: ListRow['state'], describe: Describe): ListRows {
  const places = new Map<string, number>();
  const times = new Map<string, number>();
  const rows = elements.map((element, place) => {
    const key = sameValueKey(element);
    const time = places.has(key) ? (times.get(key) ?? 0) + 1 : 0;
    const id = time === 0 ? key : `${key} ${time}`;
    if (time > 0) {
      times.set(key, time);
    }
    places.set(id, place);
    return new Row(id, element, state, describe);
  });
  const { length } = rows;
  return {
    rows,
    places: { length, idAt: (index) => rows[index]?.id, indexOf: (id) => places.get(id) ?? -1 },
  };
}
