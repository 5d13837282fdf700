/** The quota as it stands now. */
export interface QuotaState {
  readonly limit: number;
  /** What remains, less those of our requests that the server may not have counted yet. */
  readonly available: number;
  /** Steady time at which an answer reported that. */
  readonly reportedAt: number;
  /** What is kept for a person's actions: the larger of three and a twentieth of the limit. */
  readonly reserve: number;
  /** Steady time at which the window ends; undefined while that is not known, and for a bucket. */
  readonly end: number | undefined;
  /** Whether that was reported or seen, and is not only an assumption to go by. */
  readonly isEndKnown: boolean;
  /** Steady time before that at which the window may as well be over; undefined where the end is known well. */
  readonly lookAt: number | undefined;
  /** Milliseconds from one request to the next while it is worth some answers to see whether windows are over soon. */
  readonly lookEvery: number | undefined;
  /** How long a window lasts, in milliseconds; undefined while no whole one was reported or seen. */
  readonly length: number | undefined;
  /** Requests a millisecond that can be sent all the time, where windows are over so soon that nothing is to be spread over one. */
  readonly steady: number | undefined;
  /** Requests a millisecond that all together can send where a window slides, short or not, or may since none was seen to end. */
  readonly flow: number | undefined;
  /** Steady time before which nothing comes back of a window that slides, as far as that is known. */
  readonly nextBack: number | undefined;
  /** Requests that others take, a millisecond. */
  readonly others: number;
  /** The part of what can be spent that is for this console. */
  readonly share: number;
  /** Whether all consoles of this user have the same part of windows that are over soon. */
  readonly isEven: boolean;
  /** How many consoles of this user share it, this one among them. */
  readonly consoles: number;
  /** Requests that come back in a millisecond, when the quota is a bucket and not a window. */
  readonly refill: number | undefined;
}
