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
} as const;
