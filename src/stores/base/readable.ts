/** A store as those see it who only read it. */
export interface Readable<State> {
  getState(): State;
}
