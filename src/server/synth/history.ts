import { append } from '../../lib/long-lists.ts';
import type { EventRecord, Happenings, LlmCallRecord, SessionRecord } from '../base/records.ts';
import { draftRun, drawSize, LONGEST_RUN } from './activity.ts';
import type { EffectivePolicy } from './effective-policy.ts';
import { decideEvent } from './event-draft.ts';
import type { Machine } from './machine.ts';
import type { PackagePicker } from './package-picker.ts';
import { Random } from './random.ts';
import { type DecidedRun, drawLength, recordSession } from './recorded-session.ts';
import { HOUR, type HistoryHour } from './timeline.ts';
import type { Workforce } from './workforce.ts';

const BATCH = 4000;
/** One session in so many is a large one. */
const LARGE_EVERY = 75;
/** Hours that a session waits for a run. */
const LONGEST_WAIT = 8;

export interface HistorySettings {
  readonly seed: number;
  readonly until: number;
  readonly hours: readonly HistoryHour[];
  readonly workforce: Workforce;
  readonly picker: PackagePicker;
  readonly policy: EffectivePolicy;
}

/**
 * Streams the history, holding one batch of some thousand events at a time. Events are in order of time over the whole
 * stream; a session, and the LLM calls it made, come in the batch that holds its install.
 */
export function* streamHistory(settings: HistorySettings): Generator<Happenings> {
  let events: EventRecord[] = [];
  let sessions: SessionRecord[] = [];
  let llmCalls: LlmCallRecord[] = [];
  const owed: OwedSession[] = [];
  for (const hour of settings.hours) {
    const random = new Random(settings.seed, 'history', hour.index);
    const runs = drawRuns(random, settings, hour);
    for (const event of runs.flatMap((run) => run.events).sort(byTime)) {
      events.push(event);
    }
    for (const recording of recordSessions(random, settings, hour, runs, owed)) {
      append(sessions, recording.sessions);
      append(llmCalls, recording.llmCalls);
    }
    if (events.length >= BATCH || hour.index === settings.hours.length - 1) {
      sessions.sort((left, right) => left.uploaded_at - right.uploaded_at);
      yield { events, sessions, llmCalls: llmCalls.sort(byTime), checkIns: [] };
      [events, sessions, llmCalls] = [[], [], []];
    }
  }
}

/** Runs whose events add up to exactly what the hour holds, all of them within it. */
function drawRuns(random: Random, settings: HistorySettings, hour: HistoryHour): readonly DecidedRun[] {
  const runs: DecidedRun[] = [];
  for (let left = hour.events; left > 0;) {
    // One event ends the history to the millisecond, so that a client that starts then sees a live organization.
    const isNewest = hour.to === settings.until && left === hour.events;
    const size = isNewest ? 1 : Math.min(left, drawSize(random));
    const at = isNewest ? hour.to : hour.from + 1 + Math.floor(random.fraction() * (HOUR - LONGEST_RUN - 2));
    const machine = settings.workforce.draw(random, at, at + LONGEST_RUN);
    if (machine === undefined) {
      break;
    }
    const drafts = draftRun(random, settings.picker, { machine, at, size });
    runs.push({ machine, drafts, events: drafts.map((draft) => decideEvent(draft, settings.policy)) });
    left -= size;
  }
  return runs;
}

/** A session that has its hour but no run yet. */
interface OwedSession {
  readonly hour: HistoryHour;
  readonly isLarge: boolean;
}

/**
 * Records sessions around runs of the hour, each on a machine that a person sits at. A session for which there is no run
 * waits some hours for one; `owed` holds those that wait, and is changed.
 */
function* recordSessions(
  random: Random,
  settings: HistorySettings,
  hour: HistoryHour,
  runs: readonly DecidedRun[],
  owed: OwedSession[],
) {
  for (let made = 0; made < hour.sessions; made++) {
    owed.push({ hour, isLarge: (hour.earlierSessions + made) % LARGE_EVERY === 30 });
  }
  const hosts = random.shuffled(runs.filter(({ machine }) => !machine.isRunner));
  const isLast = hour.to === settings.until;
  while (owed.length > 0) {
    const [session] = owed as [OwedSession];
    const run = hosts.pop();
    if (run === undefined && !isLast && hour.index - session.hour.index < LONGEST_WAIT) {
      return;
    }
    owed.shift();
    const at = run?.drafts[0]?.at ?? session.hour.from + Math.floor(random.fraction() * HOUR);
    const machine = run?.machine ?? anyPerson(random, settings.workforce, at);
    if (machine !== undefined) {
      const length = drawLength(random, session.isLarge);
      yield recordSession(random, { machine, at, run, length, until: settings.until });
    }
  }
}

/** Where nobody installed anything in that hour, a session goes without an install. */
function anyPerson(random: Random, workforce: Workforce, at: number): Machine | undefined {
  return workforce.drawPerson(random, at, at + LONGEST_RUN) ?? workforce.draw(random, at, at + LONGEST_RUN);
}

function byTime(left: { readonly timestamp: number }, right: { readonly timestamp: number }): number {
  return left.timestamp - right.timestamp;
}
