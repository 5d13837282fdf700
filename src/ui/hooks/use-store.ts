import { useStore as useZustandStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

/** What `select` takes from a store, the whole state without it; draws anew whenever that changes. */
export function useStore<State>(store: StoreApi<State>): State;
export function useStore<State, Selected>(
  store: StoreApi<State>,
  select: (state: State) => Selected,
): Selected;
export function useStore<State, Selected>(
  store: StoreApi<State>,
  select?: (state: State) => Selected,
): State | Selected {
  return useZustandStore(store, select ?? ((state: State): State | Selected => state));
}
