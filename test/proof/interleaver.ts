/** Lets several actors take steps in an order that a test chooses: one at a time, each finished before the next begins. */
export class Interleaver {
  readonly #waiting: { readonly actor: string; readonly step: () => Promise<void> }[] = [];
  #acting = 0;

  /** Has an actor do its work, all steps of which go through `step`. */
  async act(work: () => Promise<void>): Promise<void> {
    this.#acting++;
    try {
      await work();
    } finally {
      this.#acting--;
    }
  }

  /** Takes a step once it is chosen. */
  step<Result>(actor: string, step: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        actor,
        step: async () => {
          const result = step();
          result.then(resolve, reject);
          await Promise.allSettled([result]);
        },
      });
    });
  }

  /** Chooses steps until no actor is at work any more. `choose` is given how many there are to choose from. */
  async run(choose: (waiting: number) => number): Promise<void> {
    while (this.#acting > 0) {
      // Between two steps an actor only waits for promises.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#waiting.length === this.#acting && this.#acting > 0) {
        this.#waiting.sort((left, right) => (left.actor < right.actor ? -1 : 1));
        const [chosen] = this.#waiting.splice(choose(this.#waiting.length), 1);
        await chosen?.step();
      }
    }
  }
}
