import { OUTCOMES } from '../contract/values.ts';
import type { SoughtText } from './event-block.ts';
import type { EventRow } from './events-store.ts';
import { wordsOf } from './text-match.ts';
import type { EventsView } from './view-store.ts';

/** Host names by client id. */
export type HostByClient = ReadonlyMap<string, string>;

/** The part of the view that says which events pass. */
export type FilterView = Pick<EventsView, 'outcomes' | 'type' | 'ecosystem' | 'text'>;

/** What an event needs to have in order to be shown; made once for a filter, since it remembers what it found. */
export class EventFilter {
  readonly #view: FilterView;
  readonly #hosts: HostByClient;
  readonly #outcomes: ReadonlySet<string | undefined> | undefined;
  readonly #words: readonly SoughtWord[];

  constructor(view: FilterView, hosts: HostByClient) {
    this.#view = view;
    this.#hosts = hosts;
    this.#outcomes = view.outcomes.length === OUTCOMES.length ? undefined : new Set(view.outcomes);
    this.#words = wordsOf(view.text).map((word) => new SoughtWord(word, hosts));
  }

  /** Whether it lets everything through. */
  get isOpen(): boolean {
    const { type, ecosystem } = this.#view;
    return (
      this.#outcomes === undefined &&
      type === undefined &&
      ecosystem === undefined &&
      this.#words.length === 0
    );
  }

  /** Whether a filter made of these would let the same through, whatever the hosts are called. */
  isFor(view: FilterView): boolean {
    const mine = this.#view;
    return (
      mine === view ||
      (mine.outcomes === view.outcomes &&
        mine.type === view.type &&
        mine.ecosystem === view.ecosystem &&
        (mine.text === view.text || wordsOf(mine.text).join(' ') === wordsOf(view.text).join(' ')))
    );
  }

  /** Whether other names of hosts may make a difference. */
  dependsOn(hosts: HostByClient): boolean {
    return this.#words.length > 0 && hosts !== this.#hosts;
  }

  passes(row: EventRow): boolean {
    const { type, ecosystem } = this.#view;
    return (
      (this.#outcomes === undefined || this.#outcomes.has(row.event.outcome)) &&
      (type === undefined || row.event.type === type) &&
      (ecosystem === undefined || row.ecosystem === ecosystem) &&
      this.#words.every((word) => word.isIn(row))
    );
  }
}

/** Anything that may be a part of an ISO 8601 time. */
const OF_TIME = /^[\dtz:.+-]+$/;

/** A word of the text filter, which may stand in any value of an event or in the name of its host, whatever its case. */
class SoughtWord {
  readonly #word: string;
  readonly #hosts: HostByClient;
  readonly #isIn = (text: string) => text.includes(this.#word);
  readonly #inBlock = new WeakMap<EventRow['block'], SoughtText>();
  readonly #inHostOf = new Map<string, boolean>();
  #last: { readonly block: EventRow['block']; readonly sought: SoughtText } | undefined;

  constructor(word: string, hosts: HostByClient) {
    this.#word = word;
    this.#hosts = hosts;
  }

  isIn(row: EventRow): boolean {
    return row.holds(this.#soughtIn(row.block)) || this.#isInHostOf(row.event.client_id);
  }

  #soughtIn(block: EventRow['block']): SoughtText {
    if (this.#last?.block === block && this.#last.sought.verdicts.length >= block.dictionarySize) {
      return this.#last.sought;
    }
    let sought = this.#inBlock.get(block);
    if (sought === undefined || sought.verdicts.length < block.dictionarySize) {
      const verdicts = new Uint8Array(block.dictionarySize);
      verdicts.set(sought?.verdicts ?? []);
      sought = { isIn: this.#isIn, mayBeOfTime: OF_TIME.test(this.#word), verdicts };
      this.#inBlock.set(block, sought);
    }
    this.#last = { block, sought };
    return sought;
  }

  #isInHostOf(client: string | undefined): boolean {
    if (client === undefined) {
      return false;
    }
    let isIn = this.#inHostOf.get(client);
    if (isIn === undefined) {
      isIn = this.#isIn((this.#hosts.get(client) ?? '').toLowerCase());
      this.#inHostOf.set(client, isIn);
    }
    return isIn;
  }
}
