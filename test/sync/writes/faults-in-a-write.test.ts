import { beforeEach, describe, expect, it } from 'vitest';

import type { Client } from '../../../src/api/client.ts';
import { wrapClient } from '../../../src/sync/retry/wrap-client.ts';
import { runBulk } from '../../../src/sync/writes/bulk.ts';
import type { Journal } from '../../../src/sync/writes/journal.ts';
import type { AgentVerdict } from '../../../src/sync/writes/verdict.ts';
import { createWriter, type Writer, type WriterOptions } from '../../../src/sync/writes/writer.ts';
import { createFakeClient, type FakeClient } from '../../helpers/fake-client.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let client: FakeClient;
let journal: MemoryJournal;
let faults: string[];
let statuses: Record<string, string>;

beforeEach(() => {
  clock = new VirtualClock();
  statuses = {};
  faults = [];
  journal = createMemoryJournal();
  client = createFakeClient(clock, ({ endpoint, id = '' }) => {
    if (endpoint === 'setAgentStatus') {
      statuses[id] = 'suspended';
      return { body: { ok: true } };
    }
    return { body: { id, hostname: id, generation: 1, status: statuses[id] ?? 'active' } };
  });
});

function broken(): never {
  throw new TypeError('it is broken');
}

function writerWith(options: Partial<WriterOptions> = {}): Writer {
  return createWriter({
    client,
    clock,
    journal,
    newId: countedIds(),
    onFault: (doing, error) => faults.push(`${doing}: ${(error as Error).message}`),
    ...options,
  });
}

function suspend(writer: Writer, id = 'agent-1', onStep?: () => void): Promise<AgentVerdict> {
  return clock.through(
    writer.changeAgentStatus({
      agent: sampleAgent(id, { hostname: id }),
      status: 'suspended',
      reason: '',
      inBulk: true,
      ...(onStep && { onStep }),
    }),
  );
}

const sent = () => client.calls.filter(({ endpoint }) => endpoint === 'setAgentStatus').length;

describe('who is told of a write and throws', () => {
  it.each<[string, Partial<WriterOptions>, (() => void)?]>([
    ['of an agent that was read', { onAgent: broken }],
    ['of each step', {}, broken],
  ])('%s changes nothing of it: its verdict is what was observed', async (_who, options, onStep) => {
    expect(await suspend(writerWith(options), 'agent-1', onStep)).toMatchObject({ kind: 'confirmed' });
    expect(journal.steps).toEqual(['intent', 'sending', 'verdict confirmed']);
    expect(faults[0]).toBe('showing how a change goes: it is broken');
  });
});

/** A journal that is read with a mistake from then on: what is decided by it is decided by nobody. */
function journalThatFails(after: 'nothing' | 'sending'): Journal {
  return {
    append: (entry) => journal.append(entry),
    read: (options) =>
      after === 'nothing' || journal.steps.includes('sending') ? broken() : journal.read(options),
  };
}

/** A client whose answer to a change is a thing that throws wherever it is looked at. */
function clientWithPoison(): Client {
  return wrapClient(client, (next) => async (...call) => {
    const answered = await next(...call);
    return call[0] === 'setAgentStatus'
      ? Object.defineProperty({ ...answered }, 'facts', { get: broken })
      : answered;
  });
}

describe('a mistake of the program itself', () => {
  it('before anything is sent leaves it refused, and nothing is sent', async () => {
    statuses['agent-1'] = 'suspended';
    const verdict = await suspend(writerWith({ journal: journalThatFails('nothing') }));
    expect(verdict).toMatchObject({ kind: 'refused', operation: 'w1' });
    expect(sent()).toBe(0);
    expect(journal.steps).toEqual(['intent', 'verdict refused']);
  });

  it('before its intent is recorded sends nothing, and leaves nothing open', async () => {
    const verdict = await suspend(writerWith({ newId: broken }));
    expect(verdict).toMatchObject({ kind: 'refused' });
    expect(verdict.sentence).toContain('it is broken');
    expect([sent(), journal.steps]).toEqual([0, []]);
  });

  it('after it was sent leaves it unknown, with the cause in the journal, and nothing open', async () => {
    const verdict = await suspend(writerWith({ client: clientWithPoison() }));
    expect(verdict).toMatchObject({ kind: 'unknown', operation: 'w1', blockedBy: 'fault' });
    expect(verdict.sentence).toBe(
      'Unknown: the change of agent-1 was sent, and a fault in vigil kept it from being checked: it is broken. Look at it before anything else is done with it.',
    );
    expect(sent()).toBe(1);
    expect(journal.steps).toEqual(['intent', 'sending', 'verdict unknown']);
    expect(journal.entries.at(-1)?.sentence).toBe(verdict.sentence);
    expect(faults).toEqual(['making a change: it is broken']);
  });

  it('while it is verified leaves it unknown', async () => {
    const verdict = await suspend(writerWith({ journal: journalThatFails('sending') }));
    expect(verdict).toMatchObject({ kind: 'unknown', blockedBy: 'fault' });
    expect(journal.steps).toEqual(['intent', 'sending', 'verdict unknown']);
  });

  it('does not keep the next write from being made', async () => {
    await suspend(writerWith({ client: clientWithPoison() }));
    expect(await suspend(writerWith({ newId: () => 'w2' }), 'agent-2')).toMatchObject({ kind: 'confirmed' });
  });

  it('ends a run of several: what was not begun is named', async () => {
    const writer = writerWith({ client: clientWithPoison() });
    const { results, left, stopped } = await runBulk(['a', 'b', 'c'], (id) => suspend(writer, id));
    expect(results.map(({ verdict }) => verdict.kind)).toEqual(['unknown']);
    expect(left).toEqual(['b', 'c']);
    expect(stopped?.by).toBe('fault');
    expect(sent()).toBe(1);
  });
});
