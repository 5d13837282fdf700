export const TABS = ['overview', 'events', 'agents', 'sessions', 'llm', 'policy'] as const;
export type Tab = (typeof TABS)[number];
