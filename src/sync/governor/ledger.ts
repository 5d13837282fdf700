/** One request of ours, from when it left: its call carries it, and the client reports its exchange with it. */
export class SentRequest {
  /** Counts up in the order of sending. */
  readonly number: number;
  /** Steady time at which it left. */
  readonly sentAt: number;
  /** Whether it is the health check, which belongs to no organization. */
  readonly isHealth: boolean;
  /**
   * Whether it took one request from the quota: surely, not at all, or nobody knows; undefined while it is under way.
   */
  counted: 'yes' | 'no' | 'perhaps' | undefined;

  constructor(number: number, sentAt: number, isHealth: boolean) {
    this.number = number;
    this.sentAt = sentAt;
    this.isHealth = isHealth;
  }
}

/**
 * Our own requests since the quota was last reported, so that those which the server may not have counted yet are taken off
 * what remains, and those of others can be told from ours.
 */
export class Ledger {
  #requests: SentRequest[] = [];
  #sent = 0;
  /** Whether the health check was seen to take nothing from the quota. */
  isHealthFree = false;

  /** Takes note that a request leaves at that steady time. */
  open(sentAt: number, isHealth: boolean): SentRequest {
    const request = new SentRequest(++this.#sent, sentAt, isHealth);
    this.#requests.push(request);
    return request;
  }

  /** How many requests were sent in all, which is the number of the last one. */
  get sent(): number {
    return this.#sent;
  }

  /** How many requests are under way that left at that steady time or later. */
  underWaySince(time: number): number {
    return this.#requests.filter(({ counted, sentAt }) => counted === undefined && sentAt >= time).length;
  }

  /** When the first request left of those that are under way and left at that steady time or later. */
  firstUnderWaySince(time: number): number | undefined {
    return this.#requests.find(({ counted, sentAt }) => counted === undefined && sentAt >= time)?.sentAt;
  }

  /** The most that can have been taken from the quota without showing in an answer to the request of that number. */
  unseenAfter(number: number): number {
    return this.#sum((request) => request.counted === undefined || request.number > number, mostOf);
  }

  /** The least and the most that our requests after one and through another took, as far as is known now. */
  between(
    after: { readonly number: number; readonly readAt: number },
    through: number,
  ): { readonly least: number; readonly most: number } {
    const inOrder = ({ number }: SentRequest) => number > after.number && number <= through;
    return {
      // What was under way when the earlier answer came may already have been counted in it.
      least: this.#sum((request) => inOrder(request) && request.sentAt >= after.readAt, leastOf),
      most: this.#sum((request) => inOrder(request) || request.counted === undefined, mostOf),
    };
  }

  /** How many health checks are among those. */
  healthChecksBetween(after: number, through: number): number {
    return this.#requests.filter(
      ({ number, isHealth, counted }) => isHealth && counted !== 'no' && number > after && number <= through,
    ).length;
  }

  /** Forgets what can no longer matter once the answer to the request of that number is the latest. */
  forgetThrough(number: number): void {
    this.#requests = this.#requests.filter(
      (request) => request.counted === undefined || request.number > number,
    );
  }

  #sum(
    matches: (request: SentRequest) => boolean,
    value: (request: SentRequest, isHealthFree: boolean) => number,
  ): number {
    let sum = 0;
    for (const request of this.#requests) {
      if (matches(request)) {
        sum += value(request, this.isHealthFree);
      }
    }
    return sum;
  }
}

function leastOf({ counted, isHealth }: SentRequest): number {
  return counted === 'yes' && !isHealth ? 1 : 0;
}

function mostOf({ counted, isHealth }: SentRequest, isHealthFree: boolean): number {
  return counted === 'no' || (isHealth && isHealthFree) ? 0 : 1;
}
