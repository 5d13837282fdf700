import { describe, expect, it } from 'vitest';

import { runLlm, type LlmFlags } from '../../../src/cli/llm/llm-command.ts';
import { llmCallSchema } from '../../../src/contract/llm-call.ts';
import { csvTable } from '../../../src/lib/record-formats/csv-table.ts';
import { addUpCalls, type AllTotals } from '../../../src/stores/llm/llm-totals.ts';
import { readLlmCall } from '../../../src/stores/llm/llm-call-row.ts';
import { recordOfTotals } from '../../../src/stores/llm/llm-totals-record.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { useCommandedServices } from '../../helpers/service-command.ts';

const start = useCommandedServices();

const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

/** A server with so many calls, a minute apart, which it lists the newest first. */
function calls(count: number) {
  return ({ query = {} }: FakeCall): FakeAnswer => {
    const [limit, offset] = [Number(query['limit'] ?? 50), Number(query['offset'] ?? 0)];
    const at = (index: number) => new Date(Date.parse('2026-03-01T00:00:00Z') - index * 60_000).toISOString();
    const events = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, index) => ({
      id: `c${offset + index}`,
      timestamp: at(offset + index),
      model: (offset + index) % 3 === 0 ? 'large' : 'small',
      provider: 'acme',
      region: (offset + index) % 2 === 0 ? 'eu' : 'us',
      latency_ms: offset + index,
      cost_usd: 1,
    }));
    return {
      body: {
        events,
        pagination: { limit, offset, total: count, has_more: offset + events.length < count },
      },
    };
  };
}

const llm = (count: number, flags: LlmFlags) =>
  runCommandWith({ answer: calls(count) }, (host) => runLlm(flags, host));

describe('vigil llm', () => {
  it('prints the calls of a service, the newest first, and says that these are all', async () => {
    const { run } = await start();
    const { status, lines, problem } = await run((host) => runLlm({}, host));
    expect(status).toBe(0);
    expect(lines).toHaveLength(61);
    expect(lines[0]?.split('\t').slice(0, 3)).toEqual(['TIME', 'PROVIDER', 'MODEL']);
    expect(problem).toBe('vigil: Complete: 60 calls.\n');
    const times = lines.slice(1).map((line) => line.split('\t')[0]);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('adds up by model with the figures of the console, and the columns of its CSV', async () => {
    const { run, get } = await start();
    const { lines } = await run((host) => runLlm({ by: 'model', csv: true }, host));
    const { events } = (await get('/events/llm?limit=100')) as { events: readonly Record<string, unknown>[] };
    const adding = addUpCalls(events.map((raw) => readLlmCall(llmCallSchema.parse(raw))));
    let step = adding.next();
    while (step.done !== true) {
      step = adding.next();
    }
    const totals: AllTotals = step.value;
    const written = [...csvTable.write(totals.byModel.map(recordOfTotals))].join('');
    expect(lines.map((line) => line.trimEnd())).toEqual(written.trimEnd().split('\r\n'));
  });

  it('gives sums without digits that no amount has', async () => {
    const answer = (call: FakeCall): FakeAnswer => {
      const { body } = calls(3)(call) as { readonly body: { readonly events: readonly object[] } };
      return { body: { ...body, events: body.events.map((each) => ({ ...each, cost_usd: 0.1 })) } };
    };
    const { lines } = await runCommandWith({ answer }, (host) =>
      runLlm({ by: 'provider', columns: 'calls,cost', headers: false }, host),
    );
    expect(lines).toEqual(['3\t0.3']);
  });

  it('adds up by any field that the calls have, and names these for one that they have not', async () => {
    const { lines } = await llm(40, { by: 'REGION', json: true });
    expect(parsed(lines)).toEqual([
      expect.objectContaining({ by: 'region', region: 'eu', calls: 20, cost: 20, latency_p50: 18 }),
      expect.objectContaining({ by: 'region', region: 'us', calls: 20 }),
    ]);
    const wrong = await llm(40, { by: 'colour' });
    expect(wrong.status).toBe(2);
    expect(wrong.problem).toContain(
      'They have model, provider, id, timestamp, region, latency_ms, cost_usd.',
    );
  });

  it('reads no more than a limit or a time asks for', async () => {
    const few = await llm(3000, { limit: 5, json: true });
    expect([few.status, few.lines.length]).toEqual([0, 5]);
    expect(few.client?.calls.length).toBeLessThan(5);
    for (const time of ['since:"2026-02-28 22:00"', 'time:>="2026-02-28 22:00"']) {
      const recent = await llm(3000, { filter: `${time} model:large`, json: true });
      expect([recent.status, recent.lines.length]).toEqual([0, 41]);
      expect(recent.client?.calls.length).toBeLessThan(5);
    }
  });

  it('says which calls a filter was near to that none passes', async () => {
    const { status, problem } = await llm(10, { filter: 'model:larg' });
    expect(status).toBe(0);
    expect(problem).toMatch(
      /No model is exactly “larg”; \d+ rows here hold it: write model:\*larg\* for them\./,
    );
  });

  it('refuses a filter by a field that no call has, at its place', async () => {
    const { status, problem } = await llm(10, { filter: 'model:large colour:red' });
    expect(status).toBe(2);
    expect(problem).toContain('--filter, at character 13: There is no field colour.');
  });

  it('says that the newest 5,000 are not all, in the rows of totals, too', async () => {
    const { status, lines, problem } = await llm(5500, { by: 'model', json: true });
    expect(status).toBe(1);
    expect(problem).toContain(
      'vigil: Only the newest 5,000 calls were read of 5,500: there are older ones.\n',
    );
    expect(problem).toContain('vigil: Not complete: 5,000 calls.\n');
    expect(parsed(lines)[0]).toMatchObject({ incomplete: { read: 5000, of: 5500 } });
  });

  it('is quiet when asked, but for what makes the status other than 0', async () => {
    expect((await llm(10, { quiet: true })).problem).toBe('');
    expect((await llm(5500, { quiet: true, limit: 5200 })).problem).toBe(
      'vigil: Only the newest 5,000 calls were read of 5,500: there are older ones.\n',
    );
  });
});
