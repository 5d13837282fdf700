import { syncBuiltinESMExports } from 'node:module';

/**
 * A process in which nothing depends on the machine: time passes only when it is told to, and what is random is counted or
 * drawn from a seed. Must stand before the program is loaded; it knows nothing of the program but what Node offers it.
 */

/** When every play begins: a Monday. */
const BEGIN = Date.UTC(2026, 2, 2, 9, 30, 0);
const PROCESS = 4242;
/** Turns of the event loop in which nothing has happened, after which nothing is expected to. */
const QUIET_TURNS = 8;

const realImmediate = setImmediate;
const RealDate = Date;
const fs = process.getBuiltinModule('node:fs');

interface Timer {
  due: number;
  readonly order: number;
  readonly run: () => void;
  readonly every: number | undefined;
}

/** What happens in real time is counted, so that virtual time waits for it. */
export class World {
  #now = 0;
  #made = 0;
  #activity = 0;
  /** Milliseconds that every look at the precise clock seems to take: with some, work in slices ends its slices. */
  slowness = 0;
  #looks = 0;
  readonly #timers = new Set<Timer>();
  #failure: ((error: unknown) => void) | undefined;

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** Something has happened that may lead to more. */
  stir(): void {
    this.#activity++;
  }

  /** Takes what a timer throws, as Node would take an uncaught exception. */
  onFailure(listener: (error: unknown) => void): void {
    this.#failure = listener;
  }

  /** Resolves when everything that needs no time has been done. */
  async settle(): Promise<void> {
    let seen = -1;
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await new Promise<void>((resolve) => realImmediate(resolve));
      const isBusy = process.getActiveResourcesInfo().some((name) => /Req|Zlib/i.test(name));
      if (isBusy || this.#activity !== seen) {
        seen = this.#activity;
        quiet = -1;
      }
    }
  }

  /** Lets time pass, timer by timer. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await this.settle();
    for (let next = this.#next(); next !== undefined && next.due <= end; next = this.#next()) {
      this.#fire(next);
      await this.settle();
    }
    this.#now = end;
  }

  /** Lets time pass until the next timer; false when there is none. */
  async skip(): Promise<boolean> {
    const next = this.#next();
    if (next !== undefined) {
      await this.advance(Math.max(0, next.due - this.#now));
    }
    return next !== undefined;
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (
        first === undefined ||
        timer.due < first.due ||
        (timer.due === first.due && timer.order < first.order)
      ) {
        first = timer;
      }
    }
    return first;
  }

  #fire(timer: Timer): void {
    this.#now = Math.max(this.#now, timer.due);
    if (timer.every === undefined) {
      this.#timers.delete(timer);
    } else {
      timer.due = this.#now + timer.every;
    }
    try {
      timer.run();
    } catch (error) {
      this.#failure?.(error);
    }
  }

  #start(
    run: (...given: unknown[]) => void,
    milliseconds: number | undefined,
    given: unknown[],
    isRepeated: boolean,
  ) {
    const delay = Math.max(1, Math.trunc(Number(milliseconds)) || 1);
    const timer: Timer = {
      due: this.#now + delay,
      order: ++this.#made,
      run: () => run(...given),
      every: isRepeated ? delay : undefined,
    };
    this.#timers.add(timer);
    const handle = {
      timer,
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: () => {
        timer.due = this.#now + delay;
        this.#timers.add(timer);
        return handle;
      },
      close: () => this.#timers.delete(timer),
      [Symbol.toPrimitive]: () => timer.order,
      [Symbol.dispose]: () => this.#timers.delete(timer),
    };
    return handle;
  }

  #clear(handle: unknown): void {
    for (const timer of this.#timers) {
      if (timer === (handle as { timer?: Timer } | undefined)?.timer || timer.order === handle) {
        this.#timers.delete(timer);
      }
    }
  }

  /** Puts this world in the place of the real one. */
  install(seed: number): void {
    this.#installTime();
    this.#installChance(seed);
    installProcess();
    syncBuiltinESMExports();
  }

  #installTime(): void {
    type Run = (...given: unknown[]) => void;
    const wrapped = {
      setTimeout: (run: Run, milliseconds?: number, ...given: unknown[]) =>
        this.#start(run, milliseconds, given, false),
      setInterval: (run: Run, milliseconds?: number, ...given: unknown[]) =>
        this.#start(run, milliseconds, given, true),
      clearTimeout: (handle: unknown) => this.#clear(handle),
      clearInterval: (handle: unknown) => this.#clear(handle),
      setImmediate: (run: Run, ...given: unknown[]) => {
        this.stir();
        return realImmediate(() => {
          this.stir();
          run(...given);
        });
      },
    };
    Object.assign(globalThis, wrapped);
    Object.assign(process.getBuiltinModule('node:timers'), wrapped);
    const millisecond = () => BEGIN + Math.floor(this.#now);
    globalThis.Date = new Proxy(RealDate, {
      construct: (real, given: [], made) =>
        Reflect.construct(real, given.length === 0 ? [millisecond()] : given, made) as Date,
      apply: () => new RealDate(millisecond()).toString(),
      get: (real, name): unknown => (name === 'now' ? millisecond : Reflect.get(real, name)),
    });
    const precise = () => this.#now + this.slowness * this.#looks++;
    Object.defineProperty(performance, 'now', { value: precise });
    Object.defineProperty(performance, 'timeOrigin', { value: BEGIN });
    const hrtime = () => [Math.floor(this.#now / 1000), Math.round((this.#now % 1000) * 1e6)];
    process.hrtime = Object.assign(hrtime, {
      bigint: () => BigInt(Math.round(this.#now * 1e6)),
    }) as typeof process.hrtime;
  }

  #installChance(seed: number): void {
    Math.random = drawing(seed);
    const byte = drawing(seed + 1);
    const fill = <Bytes extends NodeJS.ArrayBufferView>(bytes: Bytes): Bytes => {
      const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      view.set(view.map(() => Math.floor(byte() * 256)));
      return bytes;
    };
    let ids = 0;
    const crypto = process.getBuiltinModule('node:crypto');
    const chance = {
      randomUUID: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
      randomBytes: (length: number) => fill(Buffer.alloc(length)),
      randomFillSync: fill,
      randomInt: (low: number, high?: number) =>
        high === undefined ? Math.floor(byte() * low) : low + Math.floor(byte() * (high - low)),
    };
    Object.assign(crypto, chance);
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value: chance.randomUUID });
    Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill });
  }
}

/** Numbers from 0 to 1 by a seed (mulberry32). */
export function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One process, without children, that knows no others and sees nothing of how the system runs it. */
function installProcess(): void {
  const error = (code: string) => Object.assign(new Error(`${code}: not in this world`), { code });
  Object.defineProperty(process, 'pid', { value: PROCESS });
  process.kill = (pid, signal) => {
    if (pid !== PROCESS || signal !== 0) {
      throw error('ESRCH');
    }
    return true;
  };
  process.memoryUsage = Object.assign(
    () => ({ rss: 1e8, heapTotal: 1e8, heapUsed: 5e7, external: 0, arrayBuffers: 0 }),
    {
      rss: () => 1e8,
    },
  );
  for (const name of ['readFileSync', 'readlinkSync', 'openSync'] as const) {
    const real = fs[name] as (...given: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        if (typeof given[0] === 'string' && /^\/(proc\/|dev\/tty)/.test(given[0])) {
          throw error('ENOENT');
        }
        return real(...given);
      },
    });
  }
  const { EventEmitter } = process.getBuiltinModule('node:events');
  const { PassThrough } = process.getBuiltinModule('node:stream');
  Object.assign(process.getBuiltinModule('node:child_process'), {
    spawn: () => {
      const streams = [0, 1, 2, 3].map(() => Object.assign(new PassThrough(), { unref: () => undefined }));
      const [stdin, stdout, stderr] = streams;
      const child = Object.assign(new EventEmitter(), {
        ...{ stdin, stdout, stderr, stdio: streams, pid: undefined },
        ...{ kill: () => false, unref: () => undefined, ref: () => undefined },
      });
      process.nextTick(() => child.emit('error', error('ENOENT')));
      return child;
    },
    spawnSync: () => ({ error: error('ENOENT'), status: null, stdout: '', stderr: '' }),
  });
}
