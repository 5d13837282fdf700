/** Enough for the largest of some hundred thousand entries to be made anew within a fraction of a millisecond. */
const SHARDS = 256;

/** Characters of a key by which its shard is chosen, from its end: ids often begin alike. */
const TELLING = 10;

/** The shard of a key, counted from 0: the same one every time. */
export function shardOf(key: string): number {
  let hash = 0;
  for (let place = Math.max(0, key.length - TELLING); place < key.length; place++) {
    hash = (hash * 31 + key.charCodeAt(place)) | 0;
  }
  return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (SHARDS - 1);
}

/**
 * A map for very many entries. A single one makes all of its table anew each time that it has outgrown it, which stops
 * everything for tens of milliseconds; here a small part is made anew at a time. Its order is none that can be relied on.
 */
export class ShardedMap<Value> implements Iterable<readonly [string, Value]> {
  readonly #shards: (Map<string, Value> | undefined)[] = [];
  #size = 0;

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    for (const [key, value] of entries) {
      this.set(key, value);
    }
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.#shards[shardOf(key)]?.has(key) === true;
  }

  set(key: string, value: Value): void {
    const shard = (this.#shards[shardOf(key)] ??= new Map<string, Value>());
    const before = shard.size;
    shard.set(key, value);
    this.#size += shard.size - before;
  }

  /** Whether there was an entry to be deleted. */
  delete(key: string): boolean {
    const isDeleted = this.#shards[shardOf(key)]?.delete(key) === true;
    this.#size -= isDeleted ? 1 : 0;
    return isDeleted;
  }

  *[Symbol.iterator](): Generator<readonly [string, Value], undefined> {
    for (const shard of this.#shards) {
      if (shard !== undefined) {
        yield* shard;
      }
    }
    return undefined;
  }
}
