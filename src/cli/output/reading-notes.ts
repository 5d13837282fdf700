import { withFullStop } from '../../lib/full-stop.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatAge, formatDateTime } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted, type Sentence } from '../../lib/untrusted.ts';
import type { Clock } from '../../lib/clock.ts';
import { feedStatus, statusSentence, type FeedDoubt } from '../../stores/events/feed-status.ts';
import { damageSentence, gapSentences } from '../../stores/events/incompleteness.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';
import type { TailState } from '../../sync/tail/event-tail.ts';
import { LONGEST_AT_PROMPT, type ReadingReport } from '../../sync/retry/retry-loop.ts';

const MINUTE = 60_000;
const SHORTEST_SILENCE = MINUTE;
const LONGEST_SILENCE = 60 * MINUTE;

/**
 * That events are gone or changed is news each time, which nobody waits for longer than for the count that shows it: of the
 * last five minutes, and of the last day.
 */
const SHORTEST_WITH_NEWS = 30_000;
const LONGEST_WITH_NEWS = 2 * MINUTE;

/** So many events are named in one sentence. */
const MOST_NAMED = 10;

/** A failure is worth a line when nothing is read for so long over it, in milliseconds. */
const SHORT_FAILURE = 1000;

/** Events that are still to come are, when some have been for so long. */
const LONG_BEHIND = 10_000;

/** A wait for the rate limit is, when it is so long. */
const LONG_PAUSE = 5000;

/**
 * Says in words what a reader without a screen waits for and what is missing: when it begins, then ever more rarely, and
 * when it is over. Every sentence is one line, safe to print.
 */
export class ReadingNotes {
  readonly #clock: Clock;
  readonly #say: (sentence: Sentence) => void;
  /** Says what is only waited for, or good to know. */
  readonly #remark: (sentence: Sentence) => void;
  readonly #silences = new Map<string, { readonly until: number; readonly length: number }>();
  #isWaitReported = false;
  /** What failed last and was not answered since. */
  #failing: { readonly message: string; readonly since: number } | undefined;
  /** Which wait was said last, and until when. */
  #held = '';
  #gaps = '';
  #damaged = 0;
  #fewer = 0;
  /** The events that were named as gone. */
  #gone: ReadonlySet<string> = new Set();
  /** Those that changed and were not named yet. */
  readonly #changed = new Set<string>();
  #lateEvents = 0;
  #doubt: FeedDoubt | undefined;
  #behindSince: number | undefined;
  #isBehindSaid = false;

  /** A quiet one says nothing of what is only waited for. */
  constructor(clock: Clock, say: (sentence: Sentence) => void, { isQuiet = false } = {}) {
    this.#clock = clock;
    this.#say = say;
    this.#remark = isQuiet ? () => undefined : say;
  }

  /** Takes a report of a failure or its end. */
  readonly report = (report: ReadingReport): void => {
    if (report.kind === 'failing') {
      const { message, since, until, givesUpAt } = report;
      this.#failing = { message, since };
      if (until - since >= SHORT_FAILURE || givesUpAt !== undefined) {
        this.#reportWait(message, since, until, givesUpAt);
      }
    } else if (report.kind === 'held') {
      this.held(report.reason, report.until);
    } else if (report.kind === 'paced') {
      if (this.#mayReport('pace')) {
        this.#remark(
          `No request was sent for ${duration(this.#clock.now() - report.since)}: vigil spreads its requests so that the limit lasts.`,
        );
      }
    } else if (report.kind === 'silent') {
      if (this.#mayReport('silence')) {
        const next = report.isWrite === true ? ' Then vigil checks what became of the change.' : '';
        this.#remark(
          `No answer for ${duration(this.#clock.now() - report.since)}. Still waiting for it.${next}`,
        );
      }
    } else {
      this.#failing = undefined;
      this.#reportAnswer(report.failedFor);
    }
  };

  /** Says what it was in the middle of when it was stopped by hand, and what follows from that. */
  stopped(interrupted: Waiting | undefined, consequence?: string): void {
    const where = withFullStop(this.#inTheMiddleOf(interrupted));
    this.#say(`Stopped${where}${consequence === undefined ? '' : ` ${consequence}`}`);
  }

  #inTheMiddleOf(interrupted: Waiting | undefined): string {
    if (this.#failing !== undefined) {
      const { message, since } = this.#failing;
      return `. Nothing could be read for ${duration(this.#clock.now() - since)}: ${message}`;
    }
    switch (interrupted?.for) {
      case 'answer':
        return ` while a request had no answer for ${duration(this.#clock.now() - interrupted.since)}`;
      case 'turn':
        return ` while a request waited to be sent: ${interrupted.reason}`;
      case 'pace':
      case undefined:
        return ' before the next request was sent';
    }
  }

  #reportAnswer(failedFor: number): void {
    if (this.#isWaitReported) {
      this.#isWaitReported = false;
      this.#remark(`Reading again, after ${duration(failedFor)}.`);
    }
  }

  /** Takes that a change was sent and is not seen yet, and for how many milliseconds at most it is read again. The name must be safe. */
  notSeenYet(name: Sentence, longest: number): void {
    if (this.#mayReport('not seen')) {
      this.#say(
        quoting`The change of ${name} was sent and is not seen yet. The server may still answer with older data: reading again for up to ${duration(longest)}.`,
      );
    }
  }

  /** The same of a change that is seen, while an answer from before it would look the same. */
  notCertainYet(name: Sentence, longest: number): void {
    if (this.#mayReport('not certain')) {
      this.#say(
        quoting`The change of ${name} was sent. An answer from before the change would look the same: looking again for up to ${duration(longest)}.`,
      );
    }
  }

  /** Takes why nothing is sent, and until when; as often as somebody looks. */
  held(reason: string, until: number): void {
    const held = `${reason} ${moment(until)}`;
    if (held !== this.#held && until - this.#clock.now() >= LONG_PAUSE) {
      this.#held = this.#reportWait(reason, undefined, until) ? held : this.#held;
    }
  }

  /** Whether it was said. */
  #reportWait(message: string, since: number | undefined, until: number, givesUpAt?: number): boolean {
    const mayReport = this.#mayReport(causeOf(message));
    if (mayReport) {
      this.#isWaitReported = true;
      const lasts = since === undefined ? 0 : this.#clock.now() - since;
      const lasting = lasts < MINUTE ? '' : ` Nothing could be read for ${duration(lasts)}.`;
      const next =
        givesUpAt === undefined
          ? `Waiting until ${moment(until)}.`
          : `Trying again at ${moment(until)}, then every ${duration(LONGEST_AT_PROMPT)} at the most, and giving up at ${moment(givesUpAt)}; Ctrl-C stops it before.`;
      this.#remark(`${withFullStop(message)}${lasting} ${next}`);
    }
    return mayReport;
  }

  /** Takes the state after a poll, and the ids of events that changed, and says what is new of it. */
  readonly progress = (state: TailState, changed: readonly string[] = []): void => {
    this.#reportGaps(state);
    if (state.damaged.length > this.#damaged && this.#mayReport('damaged')) {
      this.#say(damageSentence(state));
      this.#damaged = state.damaged.length;
    }
    if (state.lateEvents > this.#lateEvents && this.#mayReport('late')) {
      this.#remark(`${events(state.lateEvents - this.#lateEvents)} arrived late.`);
      this.#lateEvents = state.lateEvents;
    }
    this.#noteGone(state);
    this.#reportChanged(changed);
    if (state.doubt !== undefined && state.doubt !== this.#doubt && this.#mayReport('unverified')) {
      this.#say(statusSentence(feedStatus(state, this.#clock.now()), 'utc'));
    }
    this.#reportBehind(state);
    this.#doubt = state.doubt;
  };

  /** Says how many events the server counts no more, and which these are once that was found out. */
  #noteGone({ fewer, gone }: TailState): void {
    if (fewer > this.#fewer && this.#mayReportNews('fewer')) {
      this.#say(
        `${events(fewer)} that ${fewer === 1 ? 'was' : 'were'} read before ${fewer === 1 ? 'is' : 'are'} not counted by the server any more.`,
      );
      this.#fewer = fewer;
    }
    this.#fewer = Math.min(this.#fewer, fewer);
    const unnamed = gone === this.#gone ? [] : [...gone].filter((id) => !this.#gone.has(id));
    if (unnamed.length > 0 && this.#mayReportNews('gone')) {
      this.#say(
        quoting`${events(unnamed.length)} ${unnamed.length === 1 ? 'is' : 'are'} not listed by the server any more: ${names(unnamed)}.`,
      );
      this.#gone = gone;
    } else if (unnamed.length === 0) {
      this.#gone = gone;
    }
  }

  #reportChanged(changed: readonly string[]): void {
    changed.forEach((id) => this.#changed.add(id));
    const { size } = this.#changed;
    if (size > 0 && this.#mayReportNews('changed')) {
      this.#say(
        quoting`${events(size)} changed at the server since ${size === 1 ? 'it was' : 'they were'} read: ${names([...this.#changed])}.`,
      );
      this.#changed.clear();
    }
  }

  /** Says how many events are still to come once some have been for a while, and when all of them came. */
  #reportBehind({ toCome, doubt }: TailState): void {
    if (toCome === 0 || doubt !== undefined) {
      if (this.#isBehindSaid && doubt === undefined) {
        this.#remark('All events that were still to come were read.');
      }
      this.#isBehindSaid = false;
      this.#behindSince = undefined;
      return;
    }
    this.#behindSince ??= this.#clock.now();
    if (this.#clock.now() - this.#behindSince >= LONG_BEHIND && this.#mayReport('behind')) {
      this.#isBehindSaid = true;
      this.#remark(`${events(toCome)} of the server ${toCome === 1 ? 'is' : 'are'} still to come.`);
    }
  }

  #reportGaps(state: TailState): void {
    const gaps = JSON.stringify(state.gaps);
    if (gaps === this.#gaps || (this.#gaps === '' && state.gaps.length === 0)) {
      return;
    }
    this.#gaps = gaps;
    if (state.gaps.length === 0 && state.doubt !== undefined) {
      // What was missing was so by a count that is not trusted any more.
      return;
    }
    if (state.gaps.length === 0) {
      this.#say('Nothing is missing any more: every gap was filled.');
    } else if (this.#mayReport('gaps')) {
      gapSentences(state, 'utc').forEach(this.#say);
    }
  }

  #mayReportNews(subject: string): boolean {
    return this.#mayReport(subject, SHORTEST_WITH_NEWS, LONGEST_WITH_NEWS);
  }

  /** Whether it is time for another word on a subject: at once, then after a minute, and ever more rarely. */
  #mayReport(subject: string, shortest = SHORTEST_SILENCE, longest = LONGEST_SILENCE): boolean {
    const now = this.#clock.now();
    const silence = this.#silences.get(subject);
    if (silence !== undefined && now < silence.until) {
      return false;
    }
    const isForgotten = silence === undefined || now > silence.until + longest;
    const length = isForgotten ? shortest : Math.min(longest, 2 * silence.length);
    this.#silences.set(subject, { until: now + length, length });
    return true;
  }
}

/** What two sentences on the same kind of failure have in common: what a server said stands behind a colon. */
function causeOf(message: string): string {
  return message.replace(/:.*$/s, '').replace(/\d+ bytes/, 'bytes');
}

function events(count: number): string {
  return `${formatCount(count)} event${count === 1 ? '' : 's'}`;
}

/** The first of some ids, and how many more there are. */
function names(ids: readonly string[]): Quoted {
  const more = ids.length - MOST_NAMED;
  const some = prose(ids.slice(0, MOST_NAMED).map(named).join(', '));
  return quoting`${some}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

function moment(time: number): string {
  return formatDateTime(time, 'utc');
}

function duration(milliseconds: number): string {
  return formatAge(Math.max(0, milliseconds));
}
