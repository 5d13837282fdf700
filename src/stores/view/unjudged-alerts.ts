import { createStore, type StoreApi } from 'zustand/vanilla';

/** Events that arrived and that alerts may be for, while it is not known what their machines are called. */
export interface UnjudgedAlerts {
  /** How many, by the key of what is alerted for. */
  readonly counts: ReadonlyMap<string, number>;
}

/** None arrived yet. */
export function createUnjudgedAlertsStore(): StoreApi<UnjudgedAlerts> {
  return createStore<UnjudgedAlerts>(() => ({ counts: new Map() }));
}
