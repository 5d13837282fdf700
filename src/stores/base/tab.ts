/** The tabs that show a list. */
export const LIST_IDS = ['events', 'agents', 'sessions', 'llm', 'policy'] as const;
export type ListId = (typeof LIST_IDS)[number];

export const TABS = ['overview', ...LIST_IDS] as const;
export type Tab = (typeof TABS)[number];

/** The list of a tab; undefined where nothing is listed. */
export function listOf(tab: Tab): ListId | undefined {
  return tab === 'overview' ? undefined : tab;
}
