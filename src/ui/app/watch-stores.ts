import type { Stores } from '../../stores/stores.ts';

/** What can be subscribed to; a store passes its state and the one before. */
export interface Subscribable {
  subscribe(listener: (state?: object, before?: object) => void): () => void;
}

/** Listens to several stores; the function returned ends it for all of them. */
export function watchStores(
  stores: readonly Subscribable[],
  listener: (state?: object, before?: object) => void,
): () => void {
  const stops = stores.map((store) => store.subscribe(listener));
  return () => {
    for (const stop of stops) {
      stop();
    }
  };
}

/**
 * Listens to what is not waited for although it is data: the first page of a transcript, which a key asked for and of which
 * more keeps coming, and that nothing is read any more, or is again.
 */
export function watchUrgentData({ transcript, connection }: Stores, listener: () => void): () => void {
  const stops = [
    transcript.subscribe((state, before) => {
      if (before.data === undefined && state.data !== undefined) {
        listener();
      }
    }),
    connection.subscribe((state, before) => {
      if (state.stopped !== before.stopped) {
        listener();
      }
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** What of the stores reports no changes. */
const SILENT: readonly string[] = [
  'kept',
  'rowPlaces',
  'faults',
  'llmBudget',
] satisfies readonly (keyof Stores)[];

/** All stores but those named: what a screen is drawn from. */
export function storesWithout(stores: Stores, ...names: readonly (keyof Stores)[]): readonly Subscribable[] {
  return Object.entries(stores)
    .filter(([name]) => !SILENT.includes(name) && !names.includes(name as keyof Stores))
    .map(([, store]) => store as Subscribable);
}
