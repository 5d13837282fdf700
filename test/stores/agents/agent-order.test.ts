import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { AGENT_COLUMNS } from '../../../src/stores/agents/agent-order.ts';
import { selectAgentCounts } from '../../../src/stores/agents/agent-counts.ts';
import {
  selectFlagContext,
  selectHostByClient,
  selectVisibleAgents,
} from '../../../src/stores/agents/select-agents.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { AgentFlag } from '../../../src/stores/agents/agents-view.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { listingOf, NOW, sampleAgent, secondsAgo } from '../../helpers/sample-data.ts';

let stores: Stores;

const visible = () => selectVisibleAgents(stores, NOW).map(({ id }) => id);

function show(
  ...agents: readonly (readonly [id: string, fields: Readonly<Record<string, unknown>>])[]
): void {
  stores.agents.setState({ data: listingOf(agents.map(([id, fields]) => sampleAgent(id, fields))) });
}

function sortBy(column: string, descending = false): readonly string[] {
  updatePane(stores.view, 'agents', { sort: { column, descending } });
  return visible();
}

beforeEach(() => {
  stores = createStores();
});

describe('the order of agents', () => {
  it('is by host as people count, until a column is chosen', () => {
    show(['a', { hostname: 'ci-10' }], ['b', { hostname: 'ci-2' }], ['c', { hostname: 'app-1' }]);
    expect(visible()).toEqual(['c', 'b', 'a']);
    expect(sortBy('a column that is no more')).toEqual(['c', 'b', 'a']);
  });

  it('is that of versions for versions, and unknown ones stand last whichever way round', () => {
    show(['a', { version: '1.10.0' }], ['b', { version: null }], ['c', { version: '1.9.3' }]);
    expect(sortBy('VERSION')).toEqual(['c', 'a', 'b']);
    expect(sortBy('VERSION', true)).toEqual(['a', 'c', 'b']);
  });

  it('is by time for times', () => {
    const seen = (seconds: number) => ({ last_seen_at: secondsAgo(seconds) });
    show(['a', seen(10)], ['b', seen(99_999)], ['c', { last_seen_at: 'yesterday' }]);
    expect(sortBy('LAST SEEN')).toEqual(['b', 'a', 'c']);
    expect(sortBy('LAST SEEN', true)).toEqual(['a', 'b', 'c']);
  });

  it('puts what has most flags first', () => {
    show(
      ['a', {}],
      ['b', { clone_detected: true }],
      ['c', { clone_detected: true, last_seen_at: secondsAgo(99_999) }],
    );
    expect(sortBy('FLAGS')).toEqual(['c', 'b', 'a']);
  });

  it('is the same whether it is found anew or from what changed', () => {
    const agent = fc.record({ id: fc.nat(40), host: fc.nat(30), version: fc.nat(3) });
    const listings = fc.array(fc.uniqueArray(agent, { selector: ({ id }) => id, maxLength: 40 }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(listings, fc.constantFrom(...AGENT_COLUMNS), fc.boolean(), (lists, column, descending) => {
        const patched = createStores();
        let ids: readonly string[] = [];
        let expected: readonly string[] = [];
        const known = new Map<string, ReturnType<typeof sampleAgent>>();
        for (const list of lists) {
          const agents = list.map(({ id, host, version }) => {
            const name = `${id} ${host} ${version}`;
            const fresh = sampleAgent(`agent-${id}`, { hostname: `ci-${host}`, version: `1.${version}.0` });
            known.set(name, known.get(name) ?? fresh);
            return known.get(name) as typeof fresh;
          });
          const idsIn = (each: Stores): readonly string[] => {
            each.agents.setState({ data: listingOf(agents) });
            updatePane(each.view, 'agents', { sort: { column, descending } });
            return selectVisibleAgents(each, NOW).map(({ id }) => id);
          };
          ids = idsIn(patched);
          expected = idsIn(createStores());
        }
        expect(ids).toEqual(expected);
      }),
    );
  });

  it('comes in slices when there are very many, and what was shown stays meanwhile', () => {
    const slices = new ManualSlices();
    stores = createStores({ slices });
    const agents = Array.from({ length: 20_000 }, (_, number) =>
      sampleAgent(`agent-${number}`, { hostname: `ci-${(number * 7919) % 20_000}` }),
    );
    stores.agents.setState({ data: listingOf(agents) });
    expect(visible()).toEqual([]);
    slices.runAll();
    expect(visible()).toHaveLength(20_000);
    expect(selectVisibleAgents(stores, NOW)[2]?.hostname).toBe('ci-2');
    const first = visible()[0];
    sortBy('HOST', true);
    expect(visible()[0]).toBe(first);
    slices.runAll();
    expect(selectVisibleAgents(stores, NOW)[0]?.hostname).toBe('ci-19999');
    expect(selectHostByClient(stores).size).toBe(20_000);
  });
});

describe('the flags of agents', () => {
  const flagged = (flag: AgentFlag) => {
    updatePane(stores.view, 'agents', { flag });
    return visible();
  };

  it('tell a machine id that several agents have, of those that are not deleted', () => {
    show(
      ['a', { machine_id: 'm1' }],
      ['b', { machine_id: 'm1' }],
      ['c', { machine_id: 'm2' }],
      ['d', { machine_id: 'm2', status: 'deleted' }],
      ['e', { machine_id: null }],
      ['f', { machine_id: null }],
    );
    expect(flagged('shared')).toEqual(['a', 'b']);
    expect(selectAgentCounts(stores, NOW)?.shared).toBe(2);
  });

  it('tell versions before the two newest releases that at least two agents run', () => {
    show(
      ['a', { version: '1.8.0' }],
      ['b', { version: '1.9.0' }],
      ['c', { version: '1.9.0' }],
      ['d', { version: '1.10.0' }],
      ['e', { version: '1.10.0' }],
      ['f', { version: '9.0.0' }],
      ['g', { version: '2.0.0-beta.1' }],
      ['h', { version: '2.0.0-beta.1' }],
      ['i', { version: 'edge' }],
      ['j', { version: null }],
    );
    expect(flagged('old')).toEqual(['a']);
    expect(selectFlagContext(stores).currentVersions).toEqual(['1.10.0', '1.9.0']);
    expect(selectAgentCounts(stores, NOW)?.old).toBe(1);
  });

  it('call no version old while one release alone is in use', () => {
    show(['a', { version: '1.8.0' }], ['b', { version: '1.9.0' }], ['c', { version: '1.9.0' }]);
    expect(flagged('old')).toEqual([]);
  });

  it('depend on the same object as long as they say the same', () => {
    show(['a', { machine_id: 'm1' }], ['b', { machine_id: 'm1' }]);
    const before = selectFlagContext(stores);
    show(['a', { machine_id: 'm1', username: 'eve' }], ['b', { machine_id: 'm1' }]);
    expect(selectFlagContext(stores)).toBe(before);
  });
});
