import type { SecurityEvent } from '../../contract/event.ts';
import { ECOSYSTEMS, type Ecosystem } from '../../contract/values.ts';
import { ecosystemNamed, registryName } from './ecosystems.ts';
import type { HuntList, ListEntry } from './hunt-list.ts';
import { versionTest, type Verdict, type VersionTest } from './versions.ts';

/** What of a list an event is about: `unclear` where its version cannot be compared with the listed ones. */
export interface ListMatch {
  readonly verdict: Exclude<Verdict, 'other'>;
  /** Those by which it is. */
  readonly entries: readonly ListEntry[];
}

const OF_NO_PACKAGE: ListMatch = { verdict: 'unclear', entries: [] };

/** Names and versions that were seen are remembered up to so many of each, so that each is compared once. */
const MOST_REMEMBERED = 100_000;

interface Sought {
  readonly entry: ListEntry;
  /** The name letter by letter; undefined where any spelling of the registry is meant. */
  readonly exactly: string | undefined;
  /** Made when an event has its package: of most entries of a long list none ever does. */
  readonly test: () => VersionTest;
}

/** A package that is sought in one ecosystem, by all entries that name it. */
class SoughtPackage {
  readonly #sought: readonly Sought[];
  readonly #matches = new Map<string | undefined, ListMatch | undefined>();

  constructor(sought: readonly Sought[]) {
    this.#sought = sought;
  }

  match(version: string | undefined): ListMatch | undefined {
    if (!this.#matches.has(version)) {
      forgetAll(this.#matches);
      this.#matches.set(version, this.#compare(version));
    }
    return this.#matches.get(version);
  }

  #compare(version: string | undefined): ListMatch | undefined {
    const verdicts = this.#sought.map(({ entry, test }) => ({ entry, verdict: test()(version) }));
    for (const verdict of ['listed', 'unclear'] as const) {
      const entries = verdicts.filter((each) => each.verdict === verdict).map(({ entry }) => entry);
      if (entries.length > 0) {
        return { verdict, entries };
      }
    }
    return undefined;
  }
}

/** Says of events whether a list names their package and version. What it costs does not grow with the list. */
export class ListMatcher {
  readonly #byKey = new Map<string, Sought[]>();
  /** By ecosystem and name as events have them. */
  readonly #packages = new Map<string, SoughtPackage | undefined>();

  constructor({ entries }: Pick<HuntList, 'entries'>) {
    for (const entry of entries) {
      for (const ecosystem of entry.ecosystem === undefined
        ? [...ECOSYSTEMS, undefined]
        : [entry.ecosystem]) {
        const name = registryName(ecosystem, entry.name);
        const sought = {
          entry,
          exactly: entry.foldsCase === true ? undefined : name,
          test: once(() => versionTest(ecosystem, entry.versions)),
        };
        const key = keyOf(ecosystem, name);
        const others = this.#byKey.get(key);
        if (others === undefined) {
          this.#byKey.set(key, [sought]);
        } else {
          others.push(sought);
        }
      }
    }
  }

  /**
   * Undefined where the list does not name its package, or other versions of it. An install that names no package may be of
   * any that is listed.
   */
  match({ type, subject }: Pick<SecurityEvent, 'type' | 'subject'>): ListMatch | undefined {
    const { ecosystem = '', package: name = '', version } = subject ?? {};
    if (name.trim() === '') {
      return type === 'audit' ? undefined : OF_NO_PACKAGE;
    }
    if (ecosystem.trim() !== '') {
      return this.#packageOf(ecosystemNamed(ecosystem), name)?.match(version);
    }
    // An event that does not say where its package is from may be about a listed one.
    const entries = ECOSYSTEMS.flatMap((each) => this.#packageOf(each, name)?.match(version)?.entries ?? []);
    return entries.length === 0 ? undefined : { verdict: 'unclear', entries: [...new Set(entries)] };
  }

  /** Undefined is an ecosystem that nothing is known of. */
  #packageOf(ecosystem: Ecosystem | undefined, name: string): SoughtPackage | undefined {
    const spelled = `${ecosystem ?? ''} ${name}`;
    if (!this.#packages.has(spelled)) {
      forgetAll(this.#packages);
      this.#packages.set(spelled, this.#find(ecosystem, name));
    }
    return this.#packages.get(spelled);
  }

  #find(ecosystem: Ecosystem | undefined, name: string): SoughtPackage | undefined {
    const known = registryName(ecosystem, name);
    const sought = (this.#byKey.get(keyOf(ecosystem, known)) ?? []).filter(
      ({ exactly }) => exactly === undefined || exactly === known,
    );
    return sought.length === 0 ? undefined : new SoughtPackage(sought);
  }
}

function keyOf(ecosystem: Ecosystem | undefined, name: string): string {
  return `${ecosystem ?? ''} ${name.toLowerCase()}`;
}

/** What is made when it is first asked for. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Begins anew where too much is remembered: what comes in could have as many names as there are events. */
function forgetAll(remembered: Map<unknown, unknown>): void {
  if (remembered.size >= MOST_REMEMBERED) {
    remembered.clear();
  }
}
