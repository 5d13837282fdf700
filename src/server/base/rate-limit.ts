/**
 * "Limits": a quota of requests in a fixed window, for each organization by itself. Windows begin at whole multiples of
 * their length since 1970. Times are milliseconds.
 */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  /** When the present window ends. */
  readonly resetAt: number;
}

export interface RateLimit {
  readonly quota: number;
  /** Takes one request from the organization's quota; `allowed` is false, and nothing is taken, when none remains. */
  spend(organization: number, now: number): { readonly allowed: boolean; readonly standing: RateStanding };
  /** How the organization stands, taking nothing. `undefined` stands for requests without a valid key. */
  look(organization: number | undefined, now: number): RateStanding;
}

/** Makes a limit of `quota` requests in `windowSeconds`. */
export function createRateLimit(quota: number, windowSeconds: number): RateLimit {
  const length = windowSeconds * 1000;
  const spentBy = new Map<number, { window: number; spent: number }>();

  function currentUse(organization: number, now: number) {
    const window = Math.floor(now / length);
    let use = spentBy.get(organization);
    if (use?.window !== window) {
      use = { window, spent: 0 };
      spentBy.set(organization, use);
    }
    return use;
  }

  function look(organization: number | undefined, now: number): RateStanding {
    const spent = organization === undefined ? 0 : currentUse(organization, now).spent;
    return { limit: quota, remaining: quota - spent, resetAt: (Math.floor(now / length) + 1) * length };
  }

  return {
    quota,
    look,
    spend(organization, now) {
      const use = currentUse(organization, now);
      const allowed = use.spent < quota;
      if (allowed) {
        use.spent++;
      }
      return { allowed, standing: look(organization, now) };
    },
  };
}
