const SHORTEST_AFTER_REFUSAL = 1000;
/**
 * Never longer without asking again, until that was said again: then twice as long each time. Asked every minute, five consoles that
 * had spent an hour's quota drew 225 refusals in two hours, and 58 like this.
 */
const LONGEST_BLIND_WAIT = 60_000;

/** How long to hold back, in milliseconds: a wait that is known, or the shortest that it can be. */
export type Hold = { readonly known: number } | { readonly atLeast: number };

/**
 * What holds everything back after a 429, or once nothing remains: a wait, then one request that tries whether the
 * server answers again, then everything or the next wait.
 */
export class RateLimitBackoff {
  #begunAt = Number.NEGATIVE_INFINITY;
  #until: number | undefined;
  #lastWait = 0;
  #longest = LONGEST_BLIND_WAIT;
  /** How often in a row the server held us back. */
  #times = 0;
  #isRefusal = false;
  #probe: object | undefined;

  /** The steady time until which nothing is sent; undefined when nothing is held back. */
  get until(): number | undefined {
    return this.#until;
  }

  /** Whether a 429 began it, and not only that nothing remained. */
  get isRefusal(): boolean {
    return this.#isRefusal;
  }

  /** Whether the request that tries is under way. */
  get isProbing(): boolean {
    return this.#probe !== undefined;
  }

  /**
   * Takes note that the server holds us back, in the answer to a request that was sent at that steady time. False when
   * the request left before the backoff began, or was the one that tried: only one more that met the same end.
   */
  begin(now: number, sentAt: number, isRefusal: boolean, hold: Hold): boolean {
    const isSameEvent = this.#until !== undefined && sentAt < this.#begunAt;
    const least = isRefusal ? SHORTEST_AFTER_REFUSAL : 0;
    if (isSameEvent) {
      this.#isRefusal ||= isRefusal;
      const wait = 'known' in hold ? hold.known : hold.atLeast;
      this.#until = Math.max(this.#until ?? 0, now + Math.min(LONGEST_BLIND_WAIT, Math.max(least, wait)));
      return false;
    }
    const isKnown = 'known' in hold;
    const doubled = isKnown
      ? Math.min(LONGEST_BLIND_WAIT, SHORTEST_AFTER_REFUSAL * 2 ** this.#times)
      : Math.max(1000, this.#lastWait * 2);
    const longest = isKnown ? this.#longest : LONGEST_BLIND_WAIT;
    const wait = Math.max(least, isKnown ? hold.known : hold.atLeast, this.#times === 0 ? 0 : doubled);
    this.#times++;
    this.#lastWait = Math.min(longest, wait);
    this.#longest *= isKnown && wait > longest ? 2 : 1;
    this.#begunAt = now;
    this.#until = now + this.#lastWait;
    this.#isRefusal = isRefusal;
    this.#probe = undefined;
    return this.#times === 1;
  }

  /** Whether it is time for the request that tries. */
  isDue(now: number): boolean {
    return this.#until !== undefined && now >= this.#until && this.#probe === undefined;
  }

  /** Milliseconds until a request may be sent: 0 when it may now, Infinity while another one tries. */
  wait(now: number): number {
    if (this.#until === undefined) {
      return 0;
    }
    return this.#probe === undefined ? Math.max(0, this.#until - now) : Number.POSITIVE_INFINITY;
  }

  /** Takes note that a request leaves: during a backoff it is the one that tries. */
  noteSent(request: object): void {
    if (this.#until !== undefined) {
      this.#probe = request;
    }
  }

  /** Takes note that a request was answered, and not held back: the backoff is over if it was the one that tried. */
  noteAnswered(request: object): void {
    if (request === this.#probe) {
      this.#until = undefined;
      this.#probe = undefined;
      this.#times = 0;
      this.#longest = LONGEST_BLIND_WAIT;
    }
  }

  /** Takes note that a request ended without an answer: another one has to try. */
  noteLost(request: object): void {
    if (request === this.#probe) {
      this.#probe = undefined;
    }
  }
}
