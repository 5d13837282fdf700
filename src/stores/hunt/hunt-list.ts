import type { Ecosystem } from '../../contract/values.ts';
import type { Sentence, Untrusted } from '../../lib/untrusted.ts';
import type { ListKind } from './list-kinds.ts';
import type { ListedVersions } from './versions.ts';

/** A package that is sought, and in which versions. */
export interface ListEntry {
  /** Undefined where the list names none: any. */
  readonly ecosystem: Ecosystem | undefined;
  readonly name: Untrusted;
  /** Its name is compared without case, since the list has lost it. */
  readonly foldsCase?: true;
  readonly versions: ListedVersions;
  /** What the list calls it: its line, the id of its advisory, its place in the lock file. */
  readonly matched: Untrusted;
}

/** Why something of a list can match no event. */
export type SkipReason = 'ecosystem' | 'commits' | 'no-versions' | 'withdrawn' | 'not-from-registry';

/** Something of a list that can match no event, and what names the reason, if anything does. */
export interface Skipped {
  readonly reason: SkipReason;
  readonly named?: Untrusted;
}

/** What a list says. */
export interface HuntList {
  readonly kind: ListKind;
  readonly entries: readonly ListEntry[];
  readonly skipped: readonly Skipped[];
}

/** What is wrong at a line of a list, counted from 1; undefined where it is wrong as a whole. */
export interface ListProblem {
  readonly line: number | undefined;
  readonly sentence: Sentence;
}

/** A list, or all that is wrong with it. */
export type ListReading = { readonly list: HuntList } | { readonly problems: readonly ListProblem[] };

/** Entries and problems as they are found in a list. */
export class ListBuilder {
  readonly #kind: ListKind;
  readonly #entries: ListEntry[] = [];
  readonly #skipped: Skipped[] = [];
  readonly #problems: ListProblem[] = [];

  constructor(kind: ListKind) {
    this.#kind = kind;
  }

  add(entry: ListEntry): void {
    this.#entries.push(entry);
  }

  skip(reason: SkipReason, named?: Untrusted): void {
    this.#skipped.push({ reason, ...(named === undefined ? {} : { named }) });
  }

  reject(line: number | undefined, sentence: Sentence): void {
    this.#problems.push({ line, sentence });
  }

  get reading(): ListReading {
    return this.#problems.length > 0
      ? { problems: this.#problems }
      : { list: { kind: this.#kind, entries: this.#entries, skipped: this.#skipped } };
  }
}
