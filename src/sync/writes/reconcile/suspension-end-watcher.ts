import type { Agent } from '../../../contract/agent.ts';
import { quoting, type Quoted } from '../../../lib/untrusted.ts';
import { agentsById } from '../../../stores/agents/agent-action.ts';
import { suspensionState } from '../../../stores/agents/suspension-ends.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { JournalContext } from '../journal-clock.ts';
import {
  dueSentence,
  isSeenOver,
  readSuspensionEnds,
  withoutThoseOver,
  type RecordedEnd,
} from '../suspension-ends.ts';

/** What the watcher works with. */
export interface SuspensionEndOptions extends JournalContext {
  readonly stores: Pick<Stores, 'agents' | 'suspensionEnds'>;
  /** Tells the person. */
  readonly note: (sentence: Quoted, topic: string) => void;
}

/** The next end is waited for no longer than so many milliseconds at a time: another console may make an earlier one. */
const LOOK_AGAIN_AFTER = 10 * 60 * 1000;

/**
 * Keeps the suspensions with an end that the journal has in their store, and tells the person once of each that is due while the agent
 * is still suspended. It changes nothing: reactivating takes a person, who is asked.
 */
export class SuspensionEndWatcher {
  readonly #options: SuspensionEndOptions;
  readonly #told = new Set<string>();
  #ends: readonly RecordedEnd[] = [];
  #cancel = () => {};
  #isReading = false;
  /** Something was recorded while it was being read. */
  #isOutdated = false;
  #isStopped = false;

  constructor(options: SuspensionEndOptions) {
    this.#options = options;
  }

  /** Begins to watch; the function returned ends it. */
  start(): () => void {
    const stop = this.#options.stores.agents.subscribe(() => {
      this.#tell();
      if (this.#isAnyOver()) {
        void this.read();
      }
    });
    void this.read();
    return () => {
      this.#isStopped = true;
      this.#cancel();
      stop();
    };
  }

  /** Reads the journal anew: at the start, after each change from here, and when an end is come to. */
  async read(): Promise<void> {
    const { stores, clock } = this.#options;
    this.#isOutdated = this.#isReading;
    if (this.#isReading || this.#isStopped) {
      return;
    }
    this.#isReading = true;
    try {
      const recorded = await readSuspensionEnds(this.#options);
      const byId = agentsById(stores.agents.getState().data);
      const ends = await withoutThoseOver(recorded, (id) => byId.get(id), this.#listReadAgo(), this.#options);
      this.#ends = ends;
      stores.suspensionEnds.setState({ ends });
      this.#tell();
    } catch {
      // Whoever looks back at earlier changes says why the journal cannot be read.
    } finally {
      this.#isReading = false;
    }
    if (this.#isOutdated) {
      return this.read();
    }
    const next = stores.suspensionEnds.getState().ends.find(({ until }) => until > clock.now());
    const wait = Math.min(LOOK_AGAIN_AFTER, (next?.until ?? Number.POSITIVE_INFINITY) - clock.now());
    this.#cancel();
    if (!this.#isStopped) {
      this.#cancel = clock.schedule(Math.max(0, wait), () => void this.read());
    }
  }

  /** Takes note of an agent that was read by itself just now, as for a change: its list may be read again only once it is suspended again. */
  saw(agent: Agent): void {
    const { clock } = this.#options;
    const over = this.#ends.filter((end) => end.agent.id === agent.id && isSeenOver(end, agent, 0, clock));
    if (over.length > 0) {
      this.#ends = this.#ends.filter((end) => !over.includes(end));
      void withoutThoseOver(over, () => agent, 0, this.#options).then(
        () => this.read(),
        () => undefined,
      );
    }
  }

  /** Whether the list shows that a suspension is over, which is to be recorded before anybody suspends its agent again. */
  #isAnyOver(): boolean {
    const { stores, clock } = this.#options;
    const byId = this.#ends.length === 0 ? undefined : agentsById(stores.agents.getState().data);
    const readAgo = this.#listReadAgo();
    return this.#ends.some((end) => isSeenOver(end, byId?.get(end.agent.id), readAgo, clock));
  }

  /** How long ago the list was read, in milliseconds. */
  #listReadAgo(): number {
    const { stores, clock } = this.#options;
    return clock.now() - (stores.agents.getState().receivedAt ?? Number.NEGATIVE_INFINITY);
  }

  #tell(): void {
    const { stores, clock, note } = this.#options;
    const { ends } = stores.suspensionEnds.getState();
    if (ends.length === 0) {
      return;
    }
    const byId = agentsById(stores.agents.getState().data);
    const due = ends.filter((end) => suspensionState(end, byId.get(end.agent.id), clock.now()) === 'due');
    const isNew = due.some(({ operation }) => !this.#told.has(operation));
    due.forEach(({ operation }) => this.#told.add(operation));
    if (isNew) {
      note(
        quoting`${dueSentence(due)} :due asks to reactivate ${due.length === 1 ? 'it' : 'them'}.`,
        DUE_TOPIC,
      );
    }
  }
}

/** The topic of the message that suspensions are due. */
const DUE_TOPIC = 'suspensions due';
