import { AGENT_STATUSES } from '../../contract/values.ts';
import type { CountGroup } from './counts.ts';

/** The lists whose rows are counted. */
export type CountedListId = 'events' | 'agents' | 'sessions' | 'llm';

/** A figure of each group. */
export interface CountMeasure {
  /** As it is exported. */
  readonly name: string;
  readonly title: string;
  /** What it is called in a menu. */
  readonly meaning: string;
  readonly unit: 'count' | 'bytes' | 'amount' | 'cost' | 'share';
  /** Which rows it speaks of, where those have a colour of their own. */
  readonly of?: 'block' | 'review' | 'allow' | 'error';
  /** Undefined where no row of the group says anything of it. */
  readonly valueOf: (group: CountGroup) => number | undefined;
}

const part = (name: string, title: string, meaning: string, of?: CountMeasure['of']): CountMeasure => ({
  ...{ name, title, meaning, unit: 'count' },
  ...(of !== undefined && { of }),
  valueOf: ({ parts }) => parts.get(name) ?? 0,
});

const sum = (
  name: string,
  title: string,
  meaning: string,
  unit: CountMeasure['unit'] = 'count',
): CountMeasure => ({
  ...{ name, title, meaning, unit },
  valueOf: ({ amounts }) => amounts.get(name)?.sum,
});

/** How large a part of the rows of a group is, from 0 to 1. */
const share = (
  name: string,
  title: string,
  meaning: string,
  partName: string,
  of: CountMeasure['of'],
): CountMeasure => ({
  ...{ name, title, meaning, unit: 'share' },
  ...(of !== undefined && { of }),
  valueOf: ({ parts, count }) => (count === 0 ? undefined : (parts.get(partName) ?? 0) / count),
});

const NO_SHARES: readonly CountMeasure[] = [];

const SHARES: Readonly<Record<CountedListId, readonly CountMeasure[]>> = {
  events: [
    share('block_share', 'BLOCK %', 'share that was blocked', 'block', 'block'),
    share('review_share', 'REVIEW %', 'share that needs a review', 'review', 'review'),
  ],
  agents: NO_SHARES,
  sessions: NO_SHARES,
  llm: [share('error_share', 'ERROR %', 'share that failed', 'errors', 'error')],
};

/** Shares within each group, which have a column while groups are sorted by them. */
export function sharesOf(list: CountedListId): readonly CountMeasure[] {
  return SHARES[list];
}

const LATENCY = 'latency';

/** What is known of each group beside how many rows it has. */
const OWN_MEASURES: Readonly<Record<CountedListId, readonly CountMeasure[]>> = {
  events: [
    part('block', 'BLOCK', 'how many were blocked', 'block'),
    part('review', 'REVIEW', 'how many need a review', 'review'),
    part('allow', 'ALLOW', 'how many were allowed', 'allow'),
  ],
  agents: AGENT_STATUSES.map((status) => part(status, status.toUpperCase(), `how many are ${status}`)),
  sessions: [
    sum('messages', 'MESSAGES', 'how many messages they have'),
    sum('size_bytes', 'SIZE', 'how large they are', 'bytes'),
  ],
  llm: [
    part('errors', 'ERRORS', 'how many failed', 'error'),
    sum('tokens_in', 'TOKENS IN', 'tokens that went in'),
    sum('tokens_out', 'TOKENS OUT', 'tokens that came out'),
    sum('cost', 'COST', 'what they cost', 'cost'),
    {
      ...{ name: 'latency_p50', title: 'P50', meaning: 'median latency', unit: 'amount' },
      valueOf: ({ amounts }) => amounts.get(LATENCY)?.median,
    },
    {
      ...{ name: 'latency_p95', title: 'P95', meaning: 'latency of the slowest twentieth', unit: 'amount' },
      valueOf: ({ amounts }) => amounts.get(LATENCY)?.slow,
    },
  ],
};

/** What several rows of a list are called. */
export const COUNTED_NOUNS: Readonly<Record<CountedListId, string>> = {
  events: 'events',
  agents: 'agents',
  sessions: 'sessions',
  llm: 'calls',
};

const COUNT: Omit<CountMeasure, 'title'> = {
  ...{ name: 'count', meaning: 'how many there are', unit: 'count' },
  valueOf: ({ count }) => count,
};

/** How many different machines, beside the share of all. */
export const MACHINES: CountMeasure = {
  ...{ name: 'machines', title: 'MACHINES', meaning: 'on how many machines', unit: 'count' },
  // Of rows that name no machine nobody knows on how many they are.
  valueOf: ({ machines }) => (machines === 0 ? undefined : machines),
};

/** The figures of the groups of a list, how many rows first. */
export function measuresOf(list: CountedListId): readonly CountMeasure[] {
  return [{ ...COUNT, title: COUNTED_NOUNS[list].toUpperCase() }, ...OWN_MEASURES[list]];
}

/** The parts of the groups of a list that are told apart. */
export function partsOf(list: CountedListId): readonly string[] {
  switch (list) {
    case 'events':
      return ['block', 'review', 'allow'];
    case 'agents':
      return AGENT_STATUSES;
    case 'sessions':
      return [];
    case 'llm':
      return ['errors'];
  }
}
