import { append } from '../../lib/long-lists.ts';
import type { EventRecord, LlmCallRecord, MessageRecord, SessionRecord } from '../base/records.ts';
import { draftRun, drawSize, MEAN_SIZE } from './activity.ts';
import type { EventDraft } from './event-draft.ts';
import { followCalls } from './llm-calls.ts';
import type { Machine } from './machine.ts';
import type { PackagePicker } from './package-picker.ts';
import type { Random } from './random.ts';
import { makeSession } from './recorded-session.ts';
import { writeInstall } from './transcript-install.ts';
import { stampMessages } from './transcript-time.ts';
import { writeOpening, writeTurns } from './transcript.ts';
import { openWork, type Work } from './work.ts';

const SECOND = 1000;
const SINGLE_SHARE = 0.8;

/** How many events the run of a live session reports on average. */
export const MEAN_SESSION_SIZE = SINGLE_SHARE + (1 - SINGLE_SHARE) * MEAN_SIZE;

/** What a live session has become by some time. */
export interface Growth {
  readonly session: SessionRecord;
  readonly llmCalls: readonly LlmCallRecord[];
}

/**
 * A session that goes on while the organization is watched. It is opened with what leads to a run of a package manager;
 * what follows is written when the run has been decided, so that the assistant speaks of the true outcome.
 */
export class LiveSession {
  readonly machine: Machine;
  /** The run it makes, in order of time. */
  readonly drafts: readonly EventDraft[];
  readonly #random: Random;
  readonly #work: Work;
  readonly #sessionId: string;
  readonly #callsOf: (messages: readonly MessageRecord[]) => readonly LlmCallRecord[];
  readonly #messages: MessageRecord[] = [];
  readonly #decided: EventRecord[] = [];
  #calls: LlmCallRecord[] = [];
  #shown = 0;
  #isWritten = false;

  /** `start` in milliseconds since the epoch; the run comes some minutes later. */
  constructor(random: Random, picker: PackagePicker, machine: Machine, start: number) {
    const ahead = random.integer(4, 16);
    const runAt = Math.floor(start + ahead * random.between(6, 20) * SECOND);
    this.machine = machine;
    this.drafts = draftRun(random, picker, {
      machine,
      at: runAt,
      size: random.chance(SINGLE_SHARE) ? 1 : drawSize(random),
    });
    const [first] = this.drafts as readonly [EventDraft];
    this.#random = random;
    this.#work = openWork(random, machine, first.project, first.branch);
    this.#sessionId = random.uuid();
    this.#callsOf = followCalls(random, machine.agent.client_id);
    this.#append(stampMessages(random, writeOpening(random, this.#work, ahead), start, runAt - 2 * SECOND));
  }

  /** When its run begins, in milliseconds since the epoch. */
  get runAt(): number {
    return (this.drafts as readonly [EventDraft])[0].at;
  }

  /** Takes the decision on one of its drafts; after the last one the rest of the session is known. */
  decide(event: EventRecord): void {
    this.#decided.push(event);
    if (this.#decided.length < this.drafts.length) {
      return;
    }
    const installed = writeInstall(this.#random, this.#work, this.#decided);
    const begin = Date.parse((installed.at(-1) as MessageRecord).timestamp) + 15 * SECOND;
    const amount = this.#random.integer(6, 40);
    const turns = writeTurns(this.#random, this.#work, amount);
    const end = begin + amount * this.#random.between(6, 18) * SECOND;
    this.#append([...installed, ...stampMessages(this.#random, turns, begin, end)]);
    this.#isWritten = true;
  }

  /** Whether its run is behind it. */
  get isDecided(): boolean {
    return this.#isWritten;
  }

  /** True once everything that will ever be said has been shown. */
  get isOver(): boolean {
    return this.#isWritten && this.#shown === this.#messages.length;
  }

  /** What it has become by `now`, with the calls after `since`; undefined when nothing was added. */
  growTo(now: number, since: number): Growth | undefined {
    let visible = this.#shown;
    while (visible < this.#messages.length && timeOf(this.#messages[visible]) <= now) {
      visible++;
    }
    if (visible === this.#shown) {
      return undefined;
    }
    this.#shown = visible;
    const messages = this.#messages.slice(0, visible);
    const llmCalls = this.#calls.filter((call) => call.timestamp <= now);
    this.#calls = this.#calls.slice(llmCalls.length);
    const session = makeSession({
      sessionId: this.#sessionId,
      work: this.#work,
      messages,
      uploadDelay: 0,
      until: now,
      isSubagent: false,
    });
    return { session, llmCalls: llmCalls.filter((call) => call.timestamp > since) };
  }

  #append(messages: readonly MessageRecord[]): void {
    append(this.#messages, messages);
    append(this.#calls, this.#callsOf(messages));
  }
}

function timeOf(message: MessageRecord | undefined): number {
  return Date.parse(message?.timestamp ?? '');
}
