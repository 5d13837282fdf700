import type { Agent } from '../../contract/agent.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatAge } from '../../lib/format-time.ts';
import type { CommandSession } from '../session/command-session.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { columnsFor, resultJson, resultText, type AgentResult } from './agent-result.ts';

/** Results are printed as JSON, or for people. */
interface ResultFlags {
  readonly json?: true;
  readonly ascii?: true;
}

/** What became of the agents so far, each printed at once. */
export class ActionReport {
  readonly all: AgentResult[] = [];
  readonly #session: CommandSession;
  readonly #lines: (result: AgentResult) => readonly string[];

  constructor(session: CommandSession, agents: readonly Agent[], flags: ResultFlags) {
    this.#session = session;
    const style = styleOfOutput(flags);
    const columns = columnsFor(agents, style);
    this.#lines = (result) =>
      flags.json === true ? [resultJson(result)] : resultText(result, style, columns);
  }

  async add(result: AgentResult): Promise<void> {
    this.all.push(result);
    await this.#session.output.write(this.#lines(result));
  }
}

/** Milliseconds between two words on how far it has come, for somebody who looks on and for a log. */
const TOLD_EVERY = { terminal: 1000, log: 10_000 } as const;

/** Says on standard error how far many writes have come and how long the rest takes, unless the results themselves show it. */
export class BulkProgress {
  readonly #clock: Clock;
  readonly #of: number;
  readonly #startedAt: number;
  readonly #every: number;
  #reportedAt: number;
  #done = 0;

  constructor(clock: Clock, of: number) {
    this.#clock = clock;
    this.#of = of;
    this.#startedAt = clock.monotonic();
    this.#reportedAt = this.#startedAt;
    const isShown = process.stdout.isTTY || of < 2;
    const pace = process.stderr.isTTY ? TOLD_EVERY.terminal : TOLD_EVERY.log;
    this.#every = isShown ? Number.POSITIVE_INFINITY : pace;
  }

  /** Records that one more is done. */
  next(): void {
    this.#done++;
    const now = this.#clock.monotonic();
    if (now - this.#reportedAt < this.#every) {
      return;
    }
    this.#reportedAt = now;
    const left = ((now - this.#startedAt) / this.#done) * (this.#of - this.#done);
    const rest = this.#done < this.#of ? `, about ${formatAge(left)} left` : '';
    say(`${formatCount(this.#done)} of ${formatCount(this.#of)} done${rest}.`);
  }
}
