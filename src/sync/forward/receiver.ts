/** What a receiver is given: an event with its id, or a note on the feed, which has none. */
export interface OutgoingRecord {
  readonly id: string | undefined;
  /** A JSON object as one line, without its end. */
  readonly line: string;
}

/** Of a batch, what the receiver will never take, and why. */
export interface RefusedRecord {
  readonly record: OutgoingRecord;
  /** A sentence, safe to print. */
  readonly reason: string;
}

/** Where events go. */
export interface Receiver {
  /** So many records, and so many characters, are sent at once at most. A longer record is sent by itself. */
  readonly most: { readonly records: number; readonly characters: number };
  /**
   * Resolves once the receiver has taken all of them but those that are returned. Rejects when it cannot tell that it has;
   * then all of them are sent again.
   */
  send(records: readonly OutgoingRecord[], signal: AbortSignal): Promise<readonly RefusedRecord[]>;
}

/** A receiver that asks for a pause of so many milliseconds. */
export class PauseError extends Error {
  readonly pause: number;

  constructor(message: string, pause: number) {
    super(message);
    this.pause = pause;
  }
}

/** Items in batches of so many records and characters at most, each with its record, which is made when its turn comes. */
export function* batchesOf<Item>(
  items: readonly Item[],
  most: Receiver['most'],
  recordOf: (item: Item) => OutgoingRecord,
): Iterable<readonly { readonly item: Item; readonly record: OutgoingRecord }[]> {
  let batch: { readonly item: Item; readonly record: OutgoingRecord }[] = [];
  let characters = 0;
  for (const item of items) {
    const record = recordOf(item);
    if (
      batch.length > 0 &&
      (batch.length >= most.records || characters + record.line.length > most.characters)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push({ item, record });
    characters += record.line.length;
  }
  if (batch.length > 0) {
    yield batch;
  }
}
