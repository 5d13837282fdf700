import { formatCount } from '../../lib/format-number.ts';
import { safeString } from '../../lib/safe-text.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { findNameProblem } from '../../stores/policy/element-problem.ts';

/** Names that were typed or pasted for a list. Each is counted once. */
export interface TypedNames {
  /** Those that can be added, in their order. */
  readonly names: readonly string[];
  /** How many are in the list already. */
  readonly listed: number;
  /** How many stand there a second time. */
  readonly repeated: number;
  readonly invalid: readonly string[];
}

/** No registry has longer names, and no address is longer. */
const LONGEST_NAME = 512;

/** Of those that are not valid, so many are named, and so much of each. */
const MOST_NAMED = 3;
const LONGEST_NAMED = 40;

/** Why a text cannot name anything, as the end of a sentence that begins with it; undefined when it can. */
export function whyNoName(name: string): string | undefined {
  return name.length > LONGEST_NAME
    ? `has ${formatCount(name.length)} characters, which no name has`
    : findNameProblem(name);
}

/** Sorts names that commas separate by what becomes of them. What stands between two commas without a name counts nowhere. */
export function sortTypedNames(
  text: string,
  listed: ReadonlySet<string | undefined>,
  isValid: (name: string) => boolean = () => true,
): TypedNames {
  const names = new Set<string>();
  const invalid = new Set<string>();
  const counts = { listed: 0, repeated: 0 };
  for (const name of text.split(',').map(withoutBlanks)) {
    if (name === '') {
      continue;
    }
    if (names.has(name) || invalid.has(name)) {
      counts.repeated++;
    } else if (listed.has(name)) {
      counts.listed++;
    } else if (whyNoName(name) === undefined && isValid(name)) {
      names.add(name);
    } else {
      invalid.add(name);
    }
  }
  return { names: [...names], invalid: [...invalid], ...counts };
}

/** How many names were sorted how, for a sentence that begins with what becomes of the valid ones: `3 to add`. */
export function countedNames(
  valid: string,
  { listed, repeated, invalid }: Omit<TypedNames, 'names'>,
): string {
  const named = invalid
    .slice(0, MOST_NAMED)
    .map((name) =>
      safeString(name.length > LONGEST_NAMED ? `${name.slice(0, LONGEST_NAMED)}…` : name, 'ident'),
    );
  return [
    valid,
    listed === 0 ? '' : `${formatCount(listed)} there already`,
    repeated === 0 ? '' : `${formatCount(repeated)} repeated`,
    invalid.length === 0
      ? ''
      : `${formatCount(invalid.length)} not valid: ${named.join(', ')}${invalid.length > MOST_NAMED ? ', …' : ''}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
