/** What tells of changes; a store gives its state and the one before. */
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
