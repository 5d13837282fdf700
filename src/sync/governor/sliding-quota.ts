import { reserveOf } from './reserve.ts';
import { Share } from './share.ts';
import { SlidingWindow } from './sliding-window.ts';
import { PART_OF_THE_KNOWN } from './steady-share.ts';
import { TakenLately } from './taken-lately.ts';

/**
 * Strangers cannot come to equal shares but by what all take together beyond an aim, and ten of them need to see a third
 * more: such a part of what the window allows is the aim, so that ten fill it. Two leave the fifth that is kept.
 */
const AIM = 0.67;
/** Such a part of what the window allows is to be left over; by what is lacking, so many times, the aim is lower. */
const KEPT = 0.2;
const WEIGHT_OF_LACK = 1.25;
/**
 * Consoles of one user keep equal parts while all together take so much of what is allowed: less is taken where one of them is idle,
 * and more where strangers take some. Yielding to each other made them uneven, and the data of five up to 1.51 x as old as it need be.
 */
const KEPT_WITH = { least: 0.7, most: 0.95 };
/** With so many requests left beyond the reserve, and fewer, the rate falls to nothing: what others just took is not known. */
const FEW = 5;
const SHARE_OF_FEW = 0.2;
/** All together are taken to send so much of what the window allows since the last answer. */
const TAKEN_UNSEEN = 0.9;
/** Who has just seen that the window slides begins with so much of its part of what is taken, and with so much at the least. */
const BEGUN_WITH = 0.5;
const LEAST_BEGUN_WITH = 0.1;

/** What an answer reported. */
interface Report {
  /** Steady time. */
  readonly readAt: number;
  readonly limit: number;
  readonly remaining: number;
}

/**
 * A quota of what was taken within the last minute or so at any time. Each request comes back when a window has passed
 * since it was sent, so that what came together in a moment comes back in one: what remains rises and falls, and does not
 * say how much can be kept up. What all together take does, which is the fall of Remaining and what came back meanwhile.
 */
export class SlidingQuota {
  readonly #window = new SlidingWindow();
  readonly #taken = new TakenLately();
  readonly #share: Share;

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number) {
    this.#share = new Share(consoles, 'sliding');
  }

  /** Whether the quota is surely of this kind, and nobody else takes from it. */
  get isOursAlone(): boolean {
    return this.#window.isOursAlone;
  }

  /** Whether it is surely not. */
  get isRefuted(): boolean {
    return this.#window.isRefuted;
  }

  /** How many answered requests of ours were sent within that time before. */
  ownOf(now: number, length: number): number {
    return this.#window.ownOf(now, length);
  }

  /** The part of what can be kept up that is for this console. */
  get share(): number {
    return this.isOursAlone ? this.#share.alone : this.#share.value;
  }

  /**
   * Takes note of an answer to a request that was sent at a steady time, with so many others under way that may be counted in
   * it, where a window has that length.
   */
  note(sentAt: number, { limit, remaining }: Report, unseen: number, length: number): void {
    this.#window.note(sentAt, limit - remaining, unseen, length);
  }

  /**
   * Learns from two answers, the later one first, between which we took so many at the least. `nextBack` is the time at
   * which the oldest request comes back, where a header gives it. Until the quota is known to be of this kind, what others
   * take is only remembered.
   */
  learn(
    report: Report,
    before: Report,
    {
      own,
      length,
      nextBack = 0,
      isKnown,
    }: {
      readonly own: number;
      readonly length: number;
      readonly nextBack: number | undefined;
      readonly isKnown: boolean;
    },
  ): void {
    const { limit, remaining, readAt } = before;
    if (this.#taken.isEmpty) {
      const oldest = Math.min(readAt - 1, Math.max(readAt, nextBack) - length);
      this.#taken.add(limit - remaining, oldest, readAt, length);
    }
    const back = this.#taken.between(readAt - length, report.readAt - length);
    const taken = Math.max(own, remaining - report.remaining + back);
    this.#taken.add(taken, readAt, report.readAt, length);
    this.#taken.correct(limit - report.remaining, report.readAt - length);
    if (isKnown) {
      const allowed = limit - reserveOf(limit);
      const lack = Math.max(0, KEPT * allowed - (remaining - reserveOf(limit)));
      const aim = Math.max(0, AIM * allowed - WEIGHT_OF_LACK * lack);
      const sustained = ((report.readAt - readAt) * aim) / length;
      const all = (limit - report.remaining) / allowed;
      const isKept = this.#share.consoles > 1 && all >= KEPT_WITH.least && all <= KEPT_WITH.most;
      this.#share.note(isKept ? sustained : taken, sustained, limit);
    } else {
      const part = this.#window.ownOf(report.readAt, length) / Math.max(1, limit - report.remaining);
      this.#share.begin(Math.min(1, Math.max(LEAST_BEGUN_WITH, BEGUN_WITH * part)));
    }
  }

  /** Requests a millisecond that all together can send now, with so many left by the last answer and what was sent since. */
  rate({ limit, readAt }: Report, available: number, now: number, length: number): number {
    const allowed = limit - reserveOf(limit);
    if (this.isOursAlone) {
      return allowed / length;
    }
    const back = this.#taken.between(readAt - length, now - length);
    const unseen = ((now - readAt) * TAKEN_UNSEEN * allowed) / length;
    const left = available - reserveOf(limit) + Math.min(0, back - unseen);
    const scarcity = left / Math.min(FEW, SHARE_OF_FEW * allowed);
    const part = this.#share.consoles > 1 ? PART_OF_THE_KNOWN : 1;
    return (Math.max(0, Math.min(1, scarcity)) * part * allowed) / length;
  }

  /** When the oldest of our requests comes back that counts at a steady time, where nobody else takes any. */
  nextBack(at: number, length: number): number | undefined {
    return this.isOursAlone ? this.#window.nextBack(at, length) : undefined;
  }

  /** Forgets what was taken, since a window was seen to begin. */
  forget(): void {
    this.#taken.clear();
  }
}
