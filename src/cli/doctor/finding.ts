import type { Sentence } from '../../lib/untrusted.ts';

/**
 * - `ok`: as it should be, or a plain fact.
 * - `note`: works, and is worth knowing.
 * - `failed`: does not work.
 * - `wrong`: the configuration has to be changed.
 * - `refused`: the service refuses the key.
 */
export type FindingState = 'ok' | 'note' | 'failed' | 'wrong' | 'refused';

/** One thing that was looked at. It may quote servers, and never holds the key. */
export interface Finding {
  readonly section: 'configuration' | 'server' | 'terminal' | 'program';
  readonly name: string;
  readonly state: FindingState;
  readonly value: Sentence;
  /** Where a setting comes from. */
  readonly source?: Sentence | undefined;
  /** What to know or to do about it. */
  readonly advice?: Sentence | undefined;
}

/** The exit status: 2 when the configuration is wrong, 3 when the service refuses, 1 when something else failed, or 0. */
export function exitStatusOf(findings: readonly Finding[]): number {
  const states = new Set(findings.map(({ state }) => state));
  return states.has('wrong') ? 2 : states.has('refused') ? 3 : states.has('failed') ? 1 : 0;
}
