import type { Dispatcher } from 'undici';

/** A use of a pool by one request. */
export interface PoolUse {
  readonly dispatcher: Dispatcher;
  /** Aborted when the pool is replaced; never for a request that may change something. */
  readonly replaced: AbortSignal;
  /** Says that the request is over. */
  end(): void;
}

/** The connections of a client, which can be replaced as a whole. */
export interface ConnectionPools {
  /** The pool for a request that begins now. */
  use(isWrite: boolean): PoolUse;
  /**
   * Takes a new pool for what comes. Reads on the old one are given up, since after a sleep nobody may be at the other
   * end any more; writes on it go on to their answer or their timeout, and the old pool ends with the last of them.
   */
  renew(): void;
  /** Ends every pool and what is under way on it. */
  close(): Promise<void>;
}

interface Pool {
  readonly dispatcher: Dispatcher;
  readonly replaced: AbortController;
  /** Requests under way. */
  uses: number;
}

/** The pools that `create` makes; when it gives the same again, that one stays. */
export function createConnectionPools(create: () => Dispatcher): ConnectionPools {
  const never = new AbortController().signal;
  const open = (): Pool => ({ dispatcher: create(), replaced: new AbortController(), uses: 0 });
  let current = open();
  const retired = new Set<Pool>();

  async function endWhenUnused(pool: Pool): Promise<void> {
    if (pool.uses === 0 && retired.delete(pool) && pool.dispatcher !== current.dispatcher) {
      await pool.dispatcher.destroy();
    }
  }

  return {
    use(isWrite) {
      const pool = current;
      pool.uses++;
      return {
        dispatcher: pool.dispatcher,
        replaced: isWrite ? never : pool.replaced.signal,
        end() {
          pool.uses--;
          void endWhenUnused(pool);
        },
      };
    },
    renew() {
      const old = current;
      current = open();
      retired.add(old);
      old.replaced.abort();
      void endWhenUnused(old);
    },
    async close() {
      await Promise.all([current, ...retired].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}
