import type { Clock } from '../../src/lib/clock.ts';
import type { FakeAnswer, FakeCall } from './fake-client.ts';

/** What befalls a write on its way: what is between doubles it, cuts its answer, drops it, delays it, or takes only a part. */
export type WriteFault = 'none' | 'cut' | 'dropped' | 'swallowed' | 'late' | 'doubled' | 'partial';

/** How the policy says which state of it an answer shows. */
export type Marks = 'numbers' | 'names' | 'times' | 'none';

/** A policy as it is stored. */
export interface StoredPolicy {
  readonly version: number;
  readonly updatedAt: number;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly blocked: readonly string[];
}

interface State {
  readonly at: number;
  /** It was written through the API, and not by somebody else. */
  readonly isOurs: boolean;
  readonly status: string;
  readonly policy: StoredPolicy;
}

/** Milliseconds after which a late write is carried out. */
export const LATE_BY = 12_000;

/** One agent and a policy behind something that lags, cuts, doubles and delays; of which a test sees what is really stored. */
export class LaggingService {
  readonly #clock: Clock;
  readonly #marks: Marks;
  readonly #states: [State, ...State[]];
  /** What befalls the next write. */
  fault: WriteFault = 'none';
  /** Writes that left, whatever befell them. */
  writes = 0;
  /** By how many milliseconds the next reading is behind. */
  nextLag: () => number = () => 0;
  /** What somebody else does right before the next write is carried out. */
  before: (() => void) | undefined;
  /** Policies that were shown to readers, the first one first. */
  readonly shown: StoredPolicy[] = [];

  constructor(clock: Clock, marks: Marks) {
    this.#clock = clock;
    this.#marks = marks;
    const policy = {
      version: 7,
      updatedAt: clock.now() - 60_000,
      rules: { min_scorecard: 5 },
      blocked: ['evil'],
    };
    this.#states = [{ at: Number.NEGATIVE_INFINITY, isOurs: false, status: 'active', policy }];
  }

  /** All that was ever stored, the first one first. */
  get states(): readonly State[] {
    return this.#states;
  }

  /** As it is really stored. */
  get now(): State {
    return this.#states.at(-1) ?? this.#states[0];
  }

  setStatus(status: string, isOurs = false): void {
    this.#states.push({ ...this.now, at: this.#clock.monotonic(), isOurs, status });
  }

  changePolicy(
    rules: StoredPolicy['rules'],
    blocked = this.now.policy.blocked,
    isOurs = false,
  ): StoredPolicy {
    const { policy } = this.now;
    const changed = {
      version: policy.version + 1,
      updatedAt: this.#clock.now(),
      rules: { ...policy.rules, ...rules },
      blocked,
    };
    this.#states.push({ ...this.now, at: this.#clock.monotonic(), isOurs, policy: changed });
    return changed;
  }

  answer({ endpoint, body }: FakeCall): FakeAnswer {
    switch (endpoint) {
      case 'getAgent':
        return { body: { id: 'agent-1', hostname: 'build-1', generation: 1, status: this.#read().status } };
      case 'getPolicy': {
        const { policy } = this.#read();
        this.shown.push(policy);
        return { body: this.#bodyOf(policy) };
      }
      case 'setAgentStatus': {
        const { status } = body as { readonly status: string };
        return this.#write(() => this.setStatus(status, true)) ?? { status: 204 };
      }
      default:
        return (
          this.#write((isPartial) => this.#store(body as UpdateBody, isPartial)) ?? {
            body: this.#bodyOf(this.now.policy),
          }
        );
    }
  }

  #read(): State {
    const at = this.#clock.monotonic() - this.nextLag();
    return this.#states.findLast((state) => state.at <= at) ?? this.#states[0];
  }

  #store({ rules = {}, blocked_packages: blocked }: UpdateBody, isPartial: boolean): void {
    this.changePolicy(rules, isPartial ? this.now.policy.blocked : blocked, true);
  }

  /** Carries a write out as its fault says; gives what comes in place of its answer, if anything does. */
  #write(apply: (isPartial: boolean) => void): FakeAnswer | undefined {
    const { fault, before } = this;
    this.writes++;
    [this.fault, this.before] = ['none', undefined];
    before?.();
    switch (fault) {
      case 'dropped':
        return { problem: 'reset' };
      case 'swallowed':
        return undefined;
      case 'late':
        this.#clock.schedule(LATE_BY, () => apply(false));
        return { problem: 'timeout' };
      case 'doubled':
        apply(false);
        break;
      default:
    }
    apply(fault === 'partial');
    return fault === 'cut' ? { problem: 'reset' } : undefined;
  }

  #bodyOf({ version, updatedAt, rules, blocked }: StoredPolicy): object {
    const marks = {
      numbers: { version: String(version), updated_at: new Date(updatedAt).toISOString() },
      names: { version: `state-${(version * 7919) % 1000}-x` },
      times: { version: 'default', updated_at: new Date(updatedAt).toISOString() },
      none: {},
    };
    return { ...marks[this.#marks], rules, blocked_packages: blocked, blocked_maintainers: [] };
  }
}

interface UpdateBody {
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly blocked_packages?: readonly string[];
}
