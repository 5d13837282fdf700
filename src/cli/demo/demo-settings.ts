import type { Organization } from '../../stores/base/organization.ts';

/** The organization of the demo: small enough to be there at once, lively enough to watch. */
export const DEMO = {
  port: 0,
  seed: 7,
  agents: 60,
  events: 20_000,
  sessions: 120,
  rate: 1.6,
  quota: 300,
  window: 60,
  policySync: 8,
  /** In the currency of its data. */
  llmBudget: { day: 3, models: new Map([['large-2', 0.5]]) },
  title: 'demo organization',
} as const;

/** How questions name it: nobody else has its server, and its key is another one with each start. */
export const organizationOfDemo: Organization = { name: DEMO.title, server: undefined, key: undefined };
