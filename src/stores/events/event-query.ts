import type { JsonObject } from '../../contract/tolerant.ts';
import type { SoughtPlaces, SoughtText } from './event-columns.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import type { QueryField } from '../query/query-fields.ts';
import type { EventRow } from './event-row.ts';
import type { EventShape } from './event-shape.ts';
import type { FieldTerm, Query, Term, WordTerm } from '../query/query.ts';
import { resolveTime, type QueryClock } from '../query/query-time.ts';
import { leavesAt, textsAt } from '../query/record-leaves.ts';
import { hasWildcards, textOfPattern } from '../query/scan-terms.ts';
import { occursIn, type TextTest } from '../query/text-pattern.ts';
import { boundsOfTerm } from '../query/time-bounds.ts';
import { testOfValues, timesIn } from '../query/value-test.ts';

export type { HostByClient } from '../base/host-by-client.ts';

type RowTest = (row: EventRow) => boolean;

/** A test of the rows for a term. */
interface TermTest {
  readonly passes: RowTest;
  /**
   * Of a term that goes by the names of machines and users: whether what it asks for holds of an event, negation left aside,
   * whatever its machine is called.
   */
  readonly holdsAnyhow: RowTest | undefined;
  readonly negated: boolean;
}

/**
 * What a query says of events. It remembers what it found of each text of a block ("Filtering"), so that a term costs
 * once per distinct text. Bounds of `since` and `until` are left out: the feed is sorted by time, and is cut there.
 */
export class EventQuery {
  /** Whether other names of hosts may make a difference. */
  readonly asksForHosts: boolean;
  readonly #terms: readonly Term[];
  readonly #tests: readonly TermTest[];
  readonly #hosts: HostByClient;

  constructor({ terms }: Pick<Query, 'terms'>, hosts: HostByClient, clock: QueryClock) {
    const tested = terms.filter((term) => boundsOfTerm(term, clock) === undefined);
    this.#terms = tested;
    this.#hosts = hosts;
    this.asksForHosts = tested.some(isByName);
    this.#tests = tested.map((term) => {
      const { negated } = term;
      const test = testOf(term, hosts, clock);
      return {
        passes: negated ? (row) => !test(row) : test,
        holdsAnyhow: isByName(term) ? testWithoutNames(term, clock) : undefined,
        negated,
      };
    });
  }

  /** Whether it lets everything through, its bounds of time left aside. */
  get isOpen(): boolean {
    return this.#tests.length === 0;
  }

  /** Whether its times, other than its bounds, mean the same by two clocks. */
  isSameAt(clock: QueryClock, other: QueryClock): boolean {
    return (
      (clock.now === other.now && clock.zone === other.zone) ||
      timesIn(this.#terms).every((time) => resolveTime(time, clock).start === resolveTime(time, other).start)
    );
  }

  passes(row: EventRow): boolean {
    return this.#tests.every(({ passes }) => passes(row));
  }

  /** Whether an event passes, whatever its machine is called; undefined where that decides, and its name is not known. */
  judge(row: EventRow): boolean | undefined {
    const client = row.event.client_id ?? '';
    if (client === '' || this.#hosts.has(client)) {
      return this.passes(row);
    }
    let isOpen = false;
    for (const { passes, holdsAnyhow, negated } of this.#tests) {
      if (holdsAnyhow === undefined ? !passes(row) : negated && holdsAnyhow(row)) {
        return false;
      }
      isOpen ||= holdsAnyhow !== undefined && (negated || !holdsAnyhow(row));
    }
    return isOpen ? undefined : true;
  }
}

/** Whether a query depends on what machines are called, or who uses them. */
export function goesByNames({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some(isByName);
}

function isByName(term: Term): boolean {
  return term.kind === 'word' || isOfMachine(term.field);
}

/** What of a term that goes by names of machines can be seen in an event without them: a word, or the id that stands for a name. */
function testWithoutNames(term: Term, clock: QueryClock): RowTest {
  if (term.kind === 'word') {
    return wordTest(term, NO_HOSTS);
  }
  const { isOne } = testOfValues(term, clock);
  return term.field.name === 'host' ? hostTest(NO_HOSTS, isOne, false) : () => false;
}

/** Whether a field says something of the machine of an event, which the event itself does not hold. */
export function isOfMachine({ name }: Pick<QueryField, 'name'>): boolean {
  return name === 'host' || name === 'user';
}

function testOf(term: Term, hosts: HostByClient, clock: QueryClock): RowTest {
  if (term.kind === 'word') {
    return wordTest(term, hosts);
  }
  const { isOne, orNone } = testOfValues(term, clock);
  if (isOfMachine(term.field)) {
    return term.field.name === 'user'
      ? clientTest((client) => (hosts.users ?? NO_USERS).get(client), isOne, orNone)
      : hostTest(hosts, isOne, orNone);
  }
  const paths = new PlacesOfPaths(term.field.paths);
  const sought = new SoughtInBlocks(isOne, true);
  const isCommandLine = term.field.name === 'command' && mayBeOfSeveral(term);
  const test: RowTest = isCommandLine
    ? (row) => row.holdsAt(sought.in(row), paths) || isOne(commandLine(row))
    : (row) => row.holdsAt(sought.in(row), paths);
  if (!orNone) {
    return test;
  }
  const any = new SoughtInBlocks((text) => text !== '', true);
  return (row) => test(row) || !row.holdsAt(any.in(row), paths);
}

/** Whether a value can be a command with its arguments, beyond one of them. */
function mayBeOfSeveral({ values }: FieldTerm): boolean {
  return values.some(
    (value) =>
      value.kind === 'pattern' && (hasWildcards(value.pattern) || /\s/.test(textOfPattern(value.pattern))),
  );
}

function commandLine({ event: { actor } }: EventRow): string {
  return [actor?.command ?? '', ...(actor?.args ?? [])].join(' ');
}

const NO_HOSTS: HostByClient = new Map();
const NO_USERS: ReadonlyMap<string, string> = new Map();

/** The name of the host, or the id of its client. */
function hostTest(hosts: HostByClient, isOne: TextTest, orNone: boolean): RowTest {
  return clientTest(
    (client) => hosts.get(client),
    isOne,
    orNone,
    (client) => client !== '' && isOne(client),
  );
}

/** A name that belongs to the client of an event; `orClient` is another way to pass. */
function clientTest(
  nameOf: (client: string) => string | undefined,
  isOne: TextTest,
  orNone: boolean,
  orClient: (client: string) => boolean = () => false,
): RowTest {
  const byClient = new Map<string, boolean>();
  return (row) => {
    const client = row.event.client_id ?? '';
    let verdict = byClient.get(client);
    if (verdict === undefined) {
      const name = nameOf(client) ?? '';
      verdict = (name === '' ? orNone : isOne(name)) || orClient(client);
      byClient.set(client, verdict);
    }
    return verdict;
  };
}

/** Anything that may be a part of an ISO 8601 time. */
const OF_TIME = /^[\dtz:.+*?-]+$/i;

/** A word may stand in any value of an event or in the name of its host. */
function wordTest({ pattern }: WordTerm, hosts: HostByClient): RowTest {
  const isIn = occursIn(pattern);
  const sought = new SoughtInBlocks(isIn, OF_TIME.test(textOfPattern(pattern)));
  const inHost = hostTest(hosts, isIn, false);
  return (row) => row.holds(sought.in(row)) || inHost(row);
}

/** What was found of the texts of each block. */
class SoughtInBlocks {
  readonly #isIn: TextTest;
  readonly #mayBeOfTime: boolean;
  readonly #inBlock = new WeakMap<EventRow['block'], SoughtText>();
  #last: { readonly block: EventRow['block']; readonly sought: SoughtText } | undefined;

  constructor(isIn: TextTest, mayBeOfTime: boolean) {
    this.#isIn = isIn;
    this.#mayBeOfTime = mayBeOfTime;
  }

  in({ block }: EventRow): SoughtText {
    if (this.#last?.block === block && this.#last.sought.verdicts.length >= block.dictionarySize) {
      return this.#last.sought;
    }
    let sought = this.#inBlock.get(block);
    if (sought === undefined || sought.verdicts.length < block.dictionarySize) {
      const verdicts = new Uint8Array(block.dictionarySize);
      verdicts.set(sought?.verdicts ?? []);
      sought = { isIn: this.#isIn, mayBeOfTime: this.#mayBeOfTime, verdicts };
      this.#inBlock.set(block, sought);
    }
    this.#last = { block, sought };
    return sought;
  }
}

/** Where the values of some names stand in events. */
class PlacesOfPaths implements SoughtPlaces {
  readonly #paths: readonly string[];
  readonly #inShape = new WeakMap<EventShape, readonly number[]>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  placesIn(shape: EventShape): readonly number[] {
    let places = this.#inShape.get(shape);
    if (places === undefined) {
      let next = 0;
      const numbered = shape.rebuild(() => next++);
      places = this.#paths.flatMap((path) => leavesAt(numbered, path)) as readonly number[];
      this.#inShape.set(shape, places);
    }
    return places;
  }

  textsOf(raw: JsonObject): readonly string[] {
    return textsAt(raw, this.#paths);
  }
}
