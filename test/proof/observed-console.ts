import type { Client } from '../../src/api/client.ts';
import { CALLS } from '../../src/contract/endpoints.ts';
import type { VirtualClock } from '../helpers/virtual-clock.ts';
import type { FaultName } from '../../src/server/base/faults.ts';
import type { AgentRecord, PolicyRecord } from '../../src/server/base/records.ts';
import type { AgentVerdict, PolicyVerdict } from '../../src/sync/writes/verdict.ts';
import { wrapClient } from '../../src/sync/retry/wrap-client.ts';
import { createWriter, type Writer } from '../../src/sync/writes/writer.ts';
import { createMemoryJournal, type MemoryJournal } from '../helpers/memory-journal.ts';
import type { Interleaver } from './interleaver.ts';
import type { RecordedService } from './recorded-service.ts';

/** A request of a console, and what was really stored right after it. */
export interface ObservedRequest {
  readonly writes: boolean;
  /** Whether the journal said of a write, before it left, that it was being sent. */
  readonly isRecorded: boolean;
  readonly fault: FaultName | undefined;
  readonly succeeded: boolean;
  readonly agent: AgentRecord | undefined;
  readonly policy: PolicyRecord;
}

/** What a console did with one request of a person. */
export interface ObservedWrite {
  readonly requests: readonly ObservedRequest[];
  readonly verdict: AgentVerdict | PolicyVerdict;
}

export interface ObservedConsole {
  readonly journal: MemoryJournal;
  /** Has the console make one write, about that agent if any, and notes all that it asks of the server for it. */
  readonly observe: (
    agentId: string | undefined,
    write: (writer: Writer) => Promise<AgentVerdict | PolicyVerdict>,
  ) => Promise<ObservedWrite>;
}

/** A console that takes turns with others: every request of it is one step. `nextFault` draws what befalls the next one. */
export function createObservedConsole(
  name: string,
  {
    service,
    client,
    clock,
    interleaver,
    nextFault,
  }: {
    readonly service: RecordedService;
    readonly client: Client;
    readonly clock: VirtualClock;
    readonly interleaver: Interleaver;
    readonly nextFault: (writes: boolean) => FaultName | undefined;
  },
): ObservedConsole {
  const journal = createMemoryJournal();
  let requests: ObservedRequest[] = [];
  let about: string | undefined;

  const observed = wrapClient(
    client,
    (next) => (endpoint, options, read) =>
      interleaver.step(name, async () => {
        const writes = CALLS[endpoint].method !== 'GET';
        const isRecorded = journal.entries.at(-1)?.step === 'sending';
        const fault = nextFault(writes);
        service.setFault(fault);
        const note = (succeeded: boolean) =>
          requests.push({
            writes,
            isRecorded,
            fault,
            succeeded,
            agent: about === undefined ? undefined : service.agent(about),
            policy: service.policy(),
          });
        try {
          const answered = await next(endpoint, options, read);
          note(true);
          return answered;
        } catch (error) {
          note(false);
          throw error;
        } finally {
          service.setFault(undefined);
        }
      }),
  );
  let made = 0;
  const writer = createWriter({
    client: observed,
    // It waits in turns, too: others may act meanwhile.
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      afterReading: (run) => clock.afterReading(run),
      schedule(milliseconds, run) {
        let isCancelled = false;
        void interleaver.step(name, async () => {
          await clock.advance(milliseconds);
          if (!isCancelled) {
            run();
          }
        });
        return () => (isCancelled = true);
      },
    },
    journal,
    newId: () => `${name}${++made}`,
  });
  return {
    journal,
    async observe(agentId, write) {
      requests = [];
      about = agentId;
      const verdict = await write(writer);
      return { requests, verdict };
    },
  };
}
