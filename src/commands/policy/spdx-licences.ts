import { withoutBlanks } from '../../lib/text-cleaning.ts';
import DEPRECATED from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import CURRENT from 'spdx-license-ids/index.json' with { type: 'json' };

/** So many identifiers are offered in the place of one that is none. */
const MOST_NEAR = 4;

/** Of what is no identifier, so many characters are shown. */
const LONGEST_QUOTED = 40;

const current = new Set<string>(CURRENT);
const deprecated = new Set<string>(DEPRECATED);
const ALL: readonly string[] = [...CURRENT, ...DEPRECATED];

/** An identifier that an organization made for itself, as SPDX has them. */
const OWN_REFERENCE = /^LicenseRef-[A-Za-z0-9.-]+$/;
const EXPRESSION = /[()]|\s(?:AND|OR|WITH)\s/i;

/** What stands on the list of SPDX licence identifiers under a name, which is compared to the letter. */
function statusOfLicence(id: string): 'current' | 'deprecated' | 'own' | 'unknown' {
  if (current.has(id)) {
    return 'current';
  }
  if (deprecated.has(id)) {
    return 'deprecated';
  }
  return OWN_REFERENCE.test(id) ? 'own' : 'unknown';
}

/** What is to be known of a licence that is listed, in a word or two; undefined when there is nothing. */
export function remarkOfLicence(element: unknown): string | undefined {
  switch (typeof element === 'string' ? statusOfLicence(element) : 'unknown') {
    case 'deprecated':
      return 'deprecated by SPDX';
    case 'unknown':
      return 'not in SPDX';
    default:
      return undefined;
  }
}

/** Whether `findLicenceProblem` finds nothing wrong with one licence. */
export function isListable(id: string): boolean {
  return statusOfLicence(id) !== 'unknown';
}

/** Why a text cannot be added to the allowed licences, as a sentence; undefined when it can: several with commas between. */
export function findLicenceProblem(text: string): string | undefined {
  for (const id of text.split(',').map((part) => withoutBlanks(part))) {
    if (EXPRESSION.test(` ${id} `)) {
      return 'An expression cannot be listed: add each licence in it by itself, commas stand between several.';
    }
    if (id !== '' && statusOfLicence(id) === 'unknown') {
      const named = id.length > LONGEST_QUOTED ? `${id.slice(0, LONGEST_QUOTED)}…` : id;
      const near = nearestLicences(id.slice(0, LONGEST_QUOTED).replaceAll(/\s+/g, '-'));
      return near.length === 0
        ? `${named} is no SPDX licence identifier: spdx.org/licenses has them all.`
        : `${named} is no SPDX licence identifier. Near it: ${near.join(', ')}.`;
    }
  }
  return undefined;
}

/** What is to be known of licences that may be added all the same; undefined when there is nothing. */
export function licenceRemark(text: string): string | undefined {
  const old = text
    .split(',')
    .map((part) => withoutBlanks(part))
    .filter((id) => statusOfLicence(id) === 'deprecated');
  const [first] = old;
  if (first === undefined) {
    return undefined;
  }
  const instead = successorsOf(first);
  return `SPDX has deprecated ${old.join(', ')}${instead.length === 0 ? '' : `: it is now ${instead.join(' or ')}`}. Packages may still declare it.`;
}

/** What SPDX has in the place of a deprecated identifier, as far as its name says. */
function successorsOf(id: string): readonly string[] {
  return [`${id}-only`, `${id}-or-later`].filter((other) => current.has(other));
}

/** Identifiers that a text may have been meant as, the likeliest first; those that are current before deprecated ones. */
function nearestLicences(text: string): readonly string[] {
  const typed = text.toLowerCase();
  const scored = ALL.map((id) => ({ id, score: likeness(typed, id.toLowerCase()) }));
  return scored
    .filter(({ score }) => score > 0.4)
    .sort((left, right) => right.score - left.score || left.id.length - right.id.length)
    .slice(0, MOST_NEAR)
    .map(({ id }) => id);
}

/** From 0 to 1: the share of pairs of letters that two texts have in common (Dice), and more where one begins the other. */
function likeness(left: string, right: string): number {
  if (left === right) {
    return 3;
  }
  const [pairs, others] = [pairsOf(left), pairsOf(right)];
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  const share = (2 * common) / Math.max(1, pairs.size + others.size);
  return right.startsWith(left) ? 1 + share : share;
}

function pairsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
}
