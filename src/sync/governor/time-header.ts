import { AmountUnitWatch, type AmountUnit } from './amount-unit.ts';
import type { ServerClock } from './server-clock.ts';
import { parseTimeValue, type InstantForm } from './time-value.ts';

/** What a header says once its unit is known, or what it can mean while it is not. Milliseconds. */
export type TimeReading =
  | { readonly kind: 'end'; /** Steady time. */ readonly at: number }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'undecided'; /** The shorter of its two readings. */ readonly shortest: number };

/** No window lasts for whole thousands of seconds: a flat value of them is of milliseconds. */
const THOUSAND = 1000;
/** Of a window that slides all of it is reported as left to one request alone. A longer one shows in what comes back. */
const LONG_WINDOW = 10_000;

/** So many seconds at most are no longer than it takes to find out more. */
const FEW = 2;

/** One of the two headers of the limit that stand for a time ("Limits"), its unit inferred from its values. */
export class TimeHeader {
  readonly #serverClock: ServerClock;
  readonly #watch = new AmountUnitWatch();
  #form: InstantForm | undefined;
  /** Whether any amount but zero was ever reported. */
  #isCounting = false;

  constructor(serverClock: ServerClock) {
    this.#serverClock = serverClock;
  }

  /** What the values stand for, in words; undefined while it is not known. */
  get form(): string | undefined {
    return this.#form ?? (this.#watch.unit === undefined ? undefined : FORMS[this.#watch.unit]);
  }

  /** Takes note of a unit that other evidence shows. */
  decide(unit: AmountUnit): void {
    this.#watch.decide(unit);
  }

  /**
   * Takes note of a value that the server wrote between two steady times, and says what it stands for; undefined when
   * it says nothing. An instant of the server's clock says nothing while that is not known: by ours it would be in the
   * past, or hours away.
   */
  note(text: string | undefined, from: number, to: number): TimeReading | undefined {
    const value = parseTimeValue(text);
    if (value === undefined) {
      return undefined;
    }
    if (value.kind === 'instant') {
      this.#form = value.form;
      const at = this.#serverClock.steadyTimeOf(value.at);
      return at === undefined ? undefined : { kind: 'end', at };
    }
    this.#form = undefined;
    const { amount } = value;
    this.#isCounting ||= amount > 0;
    if (!this.#isCounting) {
      // Of a server that fills the header with zero no window ends at each answer.
      return undefined;
    }
    this.#watch.note(amount, from, to);
    switch (this.#watch.unit) {
      case 'seconds':
        return { kind: 'end', at: to + amount * 1000 };
      case 'milliseconds':
        return { kind: 'end', at: to + amount };
      case 'window':
        if (amount % THOUSAND !== 0) {
          return { kind: 'length', length: amount * 1000 };
        }
        return amount < LONG_WINDOW ? { kind: 'end', at: to + amount } : { kind: 'length', length: amount };
      case undefined:
        if (amount <= FEW) {
          // Too short a time for its unit to matter.
          return { kind: 'end', at: to + amount * 1000 };
        }
        return { kind: 'undecided', shortest: amount };
    }
  }
}

const FORMS: Readonly<Record<AmountUnit, string>> = {
  seconds: 'seconds that are left',
  milliseconds: 'milliseconds that are left',
  window: 'the length of the window',
};
