import { useStore as useZustandStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

/** The state of a store; draws anew whenever it changes. */
export function useStore<State>(store: StoreApi<State>): State {
  return useZustandStore(store);
}
