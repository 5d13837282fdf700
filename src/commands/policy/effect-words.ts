import { formatCount } from '../../lib/format-number.ts';
import type { EffectCounts } from '../../stores/policy/policy-strictness.ts';

/** Which way the changes go, as the beginning of a sentence: `3 changes loosen and 1 is unclear`. */
export function describeLoosening({ loosens, unclear }: EffectCounts): string {
  const isAre = unclear === 1 ? 'is' : 'are';
  if (loosens === 0) {
    return `${formatCount(unclear)} ${unclear === 1 ? 'change' : 'changes'} ${isAre} unclear and may loosen`;
  }
  const some = `${formatCount(loosens)} ${loosens === 1 ? 'change loosens' : 'changes loosen'}`;
  return unclear === 0 ? some : `${some} and ${formatCount(unclear)} ${isAre} unclear`;
}

/** How many changes go which way, as the beginning of a sentence, what loosens first. */
export function describeEffects(counts: EffectCounts): string {
  return withUnclear(counts, 'unclear, which may loosen');
}

/** The same where there is little room: `2 loosen, 5 tighten`. */
export function effectsInShort(counts: EffectCounts): string {
  return withUnclear(counts, 'unclear');
}

function withUnclear({ loosens, unclear, tightens }: EffectCounts, whenUnclear: string): string {
  return [
    ...(loosens > 0 ? [`${formatCount(loosens)} ${loosens === 1 ? 'loosens' : 'loosen'}`] : []),
    ...(unclear > 0 ? [`${formatCount(unclear)} ${whenUnclear}`] : []),
    ...(tightens > 0 ? [`${formatCount(tightens)} ${tightens === 1 ? 'tightens' : 'tighten'}`] : []),
  ].join(', ');
}

const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['blocked_packages', 'packages'],
  ['blocked_maintainers', 'maintainers'],
  ['allowed_licenses', 'licences'],
]);

/** What the elements of a list are called, in the plural. */
export function elementsOf(field: string): string {
  return ELEMENTS.get(field) ?? 'elements';
}
