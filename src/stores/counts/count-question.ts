import type { Untrusted } from '../../lib/untrusted.ts';
import type { CountedListId } from './count-measures.ts';

/** A value of a field that rows were counted by; undefined for those that have none. */
export interface CountedValue {
  readonly field: string;
  readonly value: Untrusted | undefined;
}

/** What is counted of a list: how often each value of a field occurs in the rows that have these values in others. */
export interface CountQuestion {
  readonly of: CountedListId;
  readonly by: string;
  readonly within: readonly CountedValue[];
}

/** The same text for the same question. */
export function textOfQuestion({ of, by, within }: CountQuestion): string {
  return JSON.stringify({ of, by, within: within.map(({ field, value }) => ({ field, value })) });
}
