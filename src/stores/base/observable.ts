import { createStore, type StoreApi } from 'zustand/vanilla';

/** What is watched as a store is, and changes by itself alone. */
export class Observable<State> {
  readonly getState: StoreApi<State>['getState'];
  readonly subscribe: StoreApi<State>['subscribe'];
  protected readonly setState: StoreApi<State>['setState'];

  constructor(initial: State) {
    const store = createStore<State>(() => initial);
    this.getState = store.getState;
    this.subscribe = store.subscribe;
    this.setState = store.setState;
  }
}

/** What is found out in turns, and changes with each of them: also with one that ends as another one before it did. */
export class ObservableTurns extends Observable<{ readonly turns: number }> {
  constructor() {
    super({ turns: 0 });
  }

  protected notifyTurn(): void {
    this.setState(({ turns }) => ({ turns: turns + 1 }));
  }
}
