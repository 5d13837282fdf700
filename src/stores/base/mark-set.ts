import { shardOf } from '../../lib/sharded-map.ts';
import { RowList, RowListBuilder } from './row-list.ts';

/** The ids of marked rows, in the order in which they were marked. */
export type Marks = Pick<ReadonlySet<string>, 'size' | 'has'> & Iterable<string>;

/** At which place in the order an id stands. */
type Places = ReadonlyMap<string, number>;

/** So many of those in the order may have lost their marks before it is made anew. */
const MOST_LEFT_OUT = 1024;

/**
 * Marks that do not change: others are made of them, which share with them what stayed the same, so that marking one row
 * more costs the same however many are marked.
 */
export class MarkSet implements Marks {
  readonly size: number;
  /** An id that is here a second time stands where its place says. */
  readonly #order: RowList<string>;
  readonly #shards: readonly (Places | undefined)[];

  constructor(order = new RowList<string>(), shards: readonly (Places | undefined)[] = [], size = 0) {
    this.#order = order;
    this.#shards = shards;
    this.size = size;
  }

  static of(marks: Marks): MarkSet {
    return marks instanceof MarkSet ? marks : new MarkSet().with(marks);
  }

  get order(): RowList<string> {
    return this.#order;
  }

  /** The marks by shard, and each with its place in the order. */
  get shards(): readonly (Places | undefined)[] {
    return this.#shards;
  }

  has(id: string): boolean {
    return this.#shards[shardOf(id)]?.has(id) === true;
  }

  with(ids: Iterable<string>): MarkSet {
    const builder = new MarkSetBuilder(this);
    for (const id of ids) {
      builder.add(id);
    }
    return builder.marks();
  }

  without(ids: Iterable<string>): MarkSet {
    const shards = [...this.#shards];
    const own = new Map<number, Map<string, number>>();
    let { size } = this;
    for (const id of ids) {
      if (!this.has(id)) {
        continue;
      }
      const number = shardOf(id);
      const shard = own.get(number) ?? new Map(shards[number]);
      own.set(number, shard);
      shards[number] = shard;
      size -= shard.delete(id) ? 1 : 0;
    }
    const marks = new MarkSet(this.#order, shards, size);
    const isWorn = this.#order.length - size > Math.max(MOST_LEFT_OUT, size);
    return isWorn ? new MarkSet().with(marks) : marks;
  }

  *[Symbol.iterator](): Generator<string, undefined> {
    let place = 0;
    for (const id of this.#order) {
      if (this.#shards[shardOf(id)]?.get(id) === place) {
        yield id;
      }
      place++;
    }
    return undefined;
  }
}

/** Makes marks by adding to others, which stay as they are. */
export class MarkSetBuilder {
  readonly #order: RowListBuilder<string>;
  #length: number;
  readonly #shards: (Places | undefined)[];
  /** The shards that are only ours by now. */
  readonly #own = new Map<number, Map<string, number>>();
  #size: number;

  constructor(marks: MarkSet) {
    this.#order = new RowListBuilder(marks.order);
    this.#length = marks.order.length;
    this.#shards = [...marks.shards];
    this.#size = marks.size;
  }

  add(id: string): void {
    const number = shardOf(id);
    if (this.#shards[number]?.has(id) === true) {
      return;
    }
    let shard = this.#own.get(number);
    if (shard === undefined) {
      shard = new Map(this.#shards[number]);
      this.#own.set(number, shard);
      this.#shards[number] = shard;
    }
    shard.set(id, this.#length++);
    this.#order.push(id);
    this.#size++;
  }

  /** The marks that were made; nothing may be added afterwards. */
  marks(): MarkSet {
    return new MarkSet(this.#order.list(), this.#shards, this.#size);
  }
}
