import type { Ecosystem } from '../../contract/values.ts';

/** What lists, purls and servers call the ecosystems of the API, in lower case. */
const NAMES: ReadonlyMap<string, Ecosystem> = new Map([
  ['npm', 'npm'],
  ['pip', 'pip'],
  ['pypi', 'pip'],
  ['python', 'pip'],
  ['go', 'go'],
  ['golang', 'go'],
  ['cargo', 'cargo'],
  ['crates.io', 'cargo'],
  ['rust', 'cargo'],
]);

/** The ecosystem of the API that is meant; undefined for one that it does not know. What an OSV record adds behind a colon is left aside. */
export function ecosystemNamed(name: string): Ecosystem | undefined {
  return NAMES.get(name) ?? NAMES.get(name.trim().toLowerCase().replace(/:.*$/s, ''));
}

/**
 * A name in the one form in which its registry distinguishes it: npm, Go and those of which nothing is known by every letter,
 * pip and cargo not by these signs and case.
 */
export function registryName(ecosystem: Ecosystem | undefined, name: string): string {
  switch (ecosystem) {
    case undefined:
    case 'npm':
    case 'go':
      return name;
    case 'pip':
      return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
    case 'cargo':
      return name.toLowerCase().replaceAll('_', '-');
  }
}
