import { formatCount } from '../../lib/format-number.ts';
import type { EffectCounts } from '../../stores/policy/policy-strictness.ts';

/** Which way the changes go, as the beginning of a sentence: `3 changes loosen and 1 is unclear`. */
export function looseningTold({ loosens, unclear }: EffectCounts): string {
  const isAre = unclear === 1 ? 'is' : 'are';
  if (loosens === 0) {
    return `${formatCount(unclear)} ${unclear === 1 ? 'change' : 'changes'} ${isAre} unclear and may loosen`;
  }
  const some = `${formatCount(loosens)} ${loosens === 1 ? 'change loosens' : 'changes loosen'}`;
  return unclear === 0 ? some : `${some} and ${formatCount(unclear)} ${isAre} unclear`;
}

/** How many changes go which way, as the beginning of a sentence, what loosens first. */
export function effectsTold({ loosens, unclear, tightens }: EffectCounts): string {
  return [
    ...(loosens > 0 ? [`${formatCount(loosens)} ${loosens === 1 ? 'loosens' : 'loosen'}`] : []),
    ...(unclear > 0 ? [`${formatCount(unclear)} unclear, which may loosen`] : []),
    ...(tightens > 0 ? [`${formatCount(tightens)} ${tightens === 1 ? 'tightens' : 'tighten'}`] : []),
  ].join(', ');
}
