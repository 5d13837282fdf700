import { append } from '../../lib/long-lists.ts';
import type {
  EventRecord,
  Happenings,
  LlmCallRecord,
  OrganizationState,
  SessionRecord,
} from '../base/records.ts';
import { draftRun, drawSize, LONGEST_RUN, MEAN_SIZE } from './activity.ts';
import { Arrivals } from './arrivals.ts';
import { decideEvent, type EventDraft } from './event-draft.ts';
import { LiveSession, MEAN_SESSION_SIZE } from './live-session.ts';
import { drawCall } from './llm-calls.ts';
import type { Machine } from './machine.ts';
import type { PackagePicker } from './package-picker.ts';
import type { PolicySync } from './policy-sync.ts';
import { makeWorkforce, type Workforce } from './workforce.ts';
import { lastCheckIn } from './machines.ts';

const MINUTE = 60_000;
/** After a long pause only this much of it is made up for. */
const CATCH_UP = 10 * MINUTE;
/** How much of all events comes from live sessions, as far as the limits below allow. */
const SESSION_SHARE = 0.12;
const LLM_CALLS_PER_EVENT = 0.3;
/** Sessions a millisecond: at most one in 45 seconds, and one for each person in half an hour. */
const MOST_SESSIONS = 1 / 45_000;
const MOST_SESSIONS_EACH = 1 / (30 * MINUTE);
/** Some sessions are under way when the history ends. */
const SESSION_LEAD = 4 * MINUTE;

export interface LiveSettings {
  readonly seed: number;
  readonly until: number;
  readonly machines: readonly Machine[];
  readonly picker: PackagePicker;
  readonly eventsPerSecond: number;
  readonly policySync: PolicySync;
}

/** A draft that waits for its time, with the session that it belongs to. */
interface Waiting {
  readonly draft: EventDraft;
  readonly session: LiveSession | undefined;
}

/**
 * The organization from `until` on. What is going to happen is drawn ahead of time and independently of how the time is
 * cut into steps; what comes of it (whether the machine may act, what its policy says) is decided when its time has come.
 */
export class LiveOrganization {
  readonly #settings: LiveSettings;
  readonly #workforce: Workforce;
  readonly #runs: Arrivals;
  readonly #sessionStarts: Arrivals;
  readonly #calls: Arrivals;
  #last: number;
  #waiting: Waiting[] = [];
  #sessions: LiveSession[] = [];

  constructor(settings: LiveSettings) {
    const { seed, until } = settings;
    const machines = settings.machines
      .filter((machine) => !machine.isSilent)
      .map((machine) => ({ ...machine, activeUntil: Infinity }));
    const rate = (settings.eventsPerSecond / 1000) * allOverActive(machines);
    const people = machines.filter((machine) => !machine.isRunner).length;
    const sessionRate = Math.min(
      (rate * SESSION_SHARE) / MEAN_SESSION_SIZE,
      MOST_SESSIONS,
      people * MOST_SESSIONS_EACH,
    );
    this.#settings = settings;
    this.#last = until;
    this.#workforce = makeWorkforce(machines);
    this.#runs = new Arrivals(
      (rate - sessionRate * MEAN_SESSION_SIZE) / MEAN_SIZE,
      until,
      seed,
      'live runs',
      until,
    );
    this.#sessionStarts = new Arrivals(sessionRate, until - SESSION_LEAD, seed, 'live sessions', until);
    this.#calls = new Arrivals(rate * LLM_CALLS_PER_EVENT, until, seed, 'live calls', until);
  }

  /** What happens after the last step and up to `now`, at most ten minutes of it. */
  step(now: number, state: OrganizationState): Happenings {
    if (!(now > this.#last)) {
      return { events: [], llmCalls: [], sessions: [], checkIns: [] };
    }
    const last = this.#last;
    const from = Math.max(last, now - CATCH_UP);
    if (from > last) {
      this.#skipTo(from);
    }
    this.#settings.policySync.learn(state.policy, last, now);
    this.#draftUpTo(now);
    const isActive = (machine: Machine) => state.statusOf.get(machine.agent.id) === 'active';
    const events = this.#decideUpTo(now, isActive);
    const background = this.#callsUpTo(now, isActive);
    const grown = this.#growSessions(now, from, isActive);
    this.#last = now;
    return {
      events,
      llmCalls: [...background, ...grown.llmCalls].sort((left, right) => left.timestamp - right.timestamp),
      sessions: grown.sessions,
      checkIns: collectCheckIns(this.#settings.machines, from, now, isActive),
    };
  }

  #skipTo(from: number): void {
    for (const arrivals of [this.#runs, this.#sessionStarts, this.#calls]) {
      arrivals.skipTo(from);
    }
    this.#waiting = this.#waiting.filter(({ draft }) => draft.at > from);
    this.#sessions = this.#sessions.filter((session) => session.isDecided || session.runAt > from);
  }

  #draftUpTo(now: number): void {
    for (const { at, random } of this.#runs.takeUpTo(now)) {
      const machine = this.#workforce.draw(random, at, at + LONGEST_RUN);
      if (machine !== undefined) {
        const drafts = draftRun(random, this.#settings.picker, { machine, at, size: drawSize(random) });
        append(
          this.#waiting,
          drafts.map((draft) => ({ draft, session: undefined })),
        );
      }
    }
    for (const { at, random } of this.#sessionStarts.takeUpTo(now)) {
      const machine = this.#workforce.drawPerson(random, at, at + LONGEST_RUN);
      if (machine !== undefined) {
        this.#openSession(new LiveSession(random, this.#settings.picker, machine, at));
      }
    }
    this.#waiting.sort((left, right) => left.draft.at - right.draft.at);
  }

  #openSession(session: LiveSession): void {
    if (session.runAt > this.#last) {
      this.#sessions.push(session);
      append(
        this.#waiting,
        session.drafts.map((draft) => ({ draft, session })),
      );
    }
  }

  #decideUpTo(now: number, isActive: (machine: Machine) => boolean): EventRecord[] {
    const events: EventRecord[] = [];
    let due = 0;
    for (; due < this.#waiting.length; due++) {
      const { draft, session } = this.#waiting[due] as Waiting;
      if (draft.at > now) {
        break;
      }
      if (isActive(draft.machine)) {
        const event = decideEvent(draft, this.#settings.policySync.policyOf(draft.machine, draft.at));
        events.push(event);
        session?.decide(event);
      }
    }
    this.#waiting = this.#waiting.slice(due);
    return events;
  }

  #callsUpTo(now: number, isActive: (machine: Machine) => boolean): LlmCallRecord[] {
    const calls: LlmCallRecord[] = [];
    for (const { at, random } of this.#calls.takeUpTo(now)) {
      const machine = this.#workforce.drawPerson(random, at, at);
      if (machine !== undefined && isActive(machine)) {
        calls.push(drawCall(random, machine.agent.client_id, at));
      }
    }
    return calls;
  }

  #growSessions(now: number, since: number, isActive: (machine: Machine) => boolean) {
    const sessions: SessionRecord[] = [];
    const llmCalls: LlmCallRecord[] = [];
    // A machine that may not act loses what it was doing: its sessions end where they are.
    this.#sessions = this.#sessions.filter((session) => isActive(session.machine));
    for (const session of this.#sessions) {
      const growth = session.growTo(now, since);
      if (growth !== undefined) {
        sessions.push(growth.session);
        append(llmCalls, growth.llmCalls);
      }
    }
    this.#sessions = this.#sessions.filter((session) => !session.isOver);
    return { sessions, llmCalls };
  }
}

/** Machines that are suspended from the start take part in the draw, so the rate is raised by what they will not do. */
function allOverActive(machines: readonly Machine[]): number {
  const diligence = (some: readonly Machine[]) => some.reduce((sum, machine) => sum + machine.diligence, 0);
  const active = diligence(machines.filter((machine) => machine.agent.status === 'active'));
  return active === 0 ? 1 : diligence(machines) / active;
}

const LARGE = 2000;
const LARGE_STRETCH = 15_000;

/**
 * The check-ins after `from` and up to `to` (milliseconds), at most one a machine: its last. Every machine checks in
 * once a minute, at a second of its own. Of a long stretch a large organization reports the end alone, so that a pause
 * does not bring 20,000 at once; the other machines are due within the next minute anyway.
 */
function collectCheckIns(
  machines: readonly Machine[],
  from: number,
  to: number,
  isActive: (machine: Machine) => boolean,
): Happenings['checkIns'] {
  const after = machines.length > LARGE ? Math.max(from, to - LARGE_STRETCH) : from;
  const checkIns: { agentId: string; at: number }[] = [];
  for (const machine of machines) {
    const at = lastCheckIn(to, machine.checkInPhase);
    if (at > after && !machine.isSilent && isActive(machine)) {
      checkIns.push({ agentId: machine.agent.id, at });
    }
  }
  return checkIns;
}
