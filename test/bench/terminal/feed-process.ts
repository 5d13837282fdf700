import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { FeedAnswer, FeedOrder } from './feed-server.ts';

type Report = Extract<FeedAnswer, { answer: 'report' }>;

/** The server that the console is measured against, in a process of its own. */
export class FeedProcess {
  readonly #child: ChildProcess;
  readonly baseUrl: string;

  private constructor(child: ChildProcess, baseUrl: string) {
    this.#child = child;
    this.baseUrl = baseUrl;
  }

  /** Starts one with so many events in its past and, unless it is 0, a transcript of so many bytes. */
  static async start(events: number, transcriptBytes = 0): Promise<FeedProcess> {
    const child = fork(fileURLToPath(new URL('./feed-server.ts', import.meta.url)), { execArgv: [] });
    const answer = await ask(child, { order: 'start', events, transcriptBytes });
    if (answer.answer !== 'started') {
      throw new Error('The server did not start.');
    }
    return new FeedProcess(child, answer.baseUrl);
  }

  /** So many events come in a second from now on. */
  async live(perSecond: number): Promise<void> {
    await ask(this.#child, { order: 'live', perSecond });
  }

  /** So many events come in now. */
  async burst(events: number): Promise<void> {
    await ask(this.#child, { order: 'burst', events });
  }

  /** Every answer takes so many milliseconds more. */
  async slowDown(milliseconds: number): Promise<void> {
    await ask(this.#child, { order: 'slow-down', milliseconds });
  }

  /** What was asked since the last report. */
  async report(): Promise<Report> {
    return (await ask(this.#child, { order: 'report' })) as Report;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

function ask(child: ChildProcess, order: FeedOrder): Promise<FeedAnswer> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The server ended.'));
    child.once('exit', fail);
    child.once('message', (answer) => {
      child.off('exit', fail);
      resolve(answer as FeedAnswer);
    });
    child.send(order);
  });
}
