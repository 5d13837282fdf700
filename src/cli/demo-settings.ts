/** The organization of the demo: small enough to be there at once, lively enough to watch. */
export const DEMO = {
  port: 0,
  seed: 7,
  agents: 60,
  events: 6000,
  sessions: 80,
  rate: 1.5,
  quota: 300,
  window: 60,
  policySync: 8,
} as const;
