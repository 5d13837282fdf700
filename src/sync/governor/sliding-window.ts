/** What an answer says and our own sending differ by so much in time, in milliseconds, and in requests. */
const SLACK = 1000;
const FEW = 2;

/** So many answers in a row that agree are no coincidence. */
const AGREED = 5;

/**
 * Whether the quota is of the last minute or so at any time, with nobody else taking from it: then all that is taken of it is
 * what we sent ourselves within that time. In a bucket, which fills by itself, it is less, and with others it is more.
 */
export class SlidingWindow {
  /** When requests of ours were sent, in order; of an hourly quota they are thousands. */
  #sent: number[] = [];
  #agreed = 0;
  #short = 0;
  #firstSentAt: number | undefined;

  /** Whether it is. */
  get isOursAlone(): boolean {
    return this.#agreed >= AGREED;
  }

  /** Whether less is taken than we sent ourselves within that time, which no such quota allows. */
  get isRefuted(): boolean {
    return this.#short >= AGREED;
  }

  /** How many requests of ours count at that steady time. */
  ownOf(now: number, length: number): number {
    return this.#sent.length - this.#firstAfter(now - length);
  }

  /** When the oldest of our requests is forgotten that still counts at that steady time. */
  nextBack(now: number, length: number): number | undefined {
    const oldest = this.#sent[this.#firstAfter(now - length)];
    return oldest === undefined ? undefined : oldest + length;
  }

  /**
   * Takes note of an answer at a steady time: when its request was sent, how much of the limit is taken, how many requests of
   * ours can be among that without an answer, and how long the window is.
   */
  note(sentAt: number, taken: number, unseen: number, length: number): void {
    this.#sent.push(sentAt);
    this.#sent.splice(0, this.#firstAfter(sentAt - length - SLACK));
    const least = this.#sent.length - this.#firstAfter(sentAt - length + SLACK);
    const most = this.#sent.length + unseen;
    this.#firstSentAt ??= sentAt;
    this.#short = taken < least - FEW ? Math.min(2 * AGREED, this.#short + 1) : Math.max(0, this.#short - 1);
    // Before the first of them is out of the window it would be the same in a longer one.
    const isConclusive = sentAt - this.#firstSentAt > length + SLACK;
    this.#agreed = isConclusive && taken >= least - FEW && taken <= most + FEW ? this.#agreed + 1 : 0;
  }

  /** Where the first request stands that was sent after a time. */
  #firstAfter(time: number): number {
    let [from, to] = [0, this.#sent.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((this.#sent[middle] ?? 0) > time) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
