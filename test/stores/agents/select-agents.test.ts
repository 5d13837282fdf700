import { beforeEach, describe, expect, it } from 'vitest';

import {
  isSilent,
  selectHostByClient,
  selectVisibleAgents,
} from '../../../src/stores/agents/select-agents.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { listingOf, NOW, sampleAgent, secondsAgo } from '../../helpers/sample-data.ts';

const DAY = 86_400;
let stores: Stores;

function visible(now = NOW): readonly string[] {
  return selectVisibleAgents(stores, now).map((agent) => agent.id);
}

beforeEach(() => {
  stores = createStores();
  stores.agents.setState({
    data: listingOf([
      sampleAgent('agent-3', { hostname: 'zeus', clone_detected: true }),
      sampleAgent('agent-1', { hostname: 'apollo', last_seen_at: secondsAgo(DAY + 1) }),
      sampleAgent('agent-2', { hostname: 'hera', status: 'suspended', last_seen_at: secondsAgo(9 * DAY) }),
      sampleAgent('agent-4', { hostname: null, username: 'olga' }),
    ]),
  });
});

describe('the agents that are visible', () => {
  it('stand by host name, those without one last', () => {
    expect(visible()).toEqual(['agent-1', 'agent-2', 'agent-3', 'agent-4']);
  });

  it('are those with a flag', () => {
    const withFlag = (flag: 'clone' | 'silent' | 'suspended') => {
      updatePane(stores.view, 'agents', { flag });
      return visible();
    };
    expect(withFlag('clone')).toEqual(['agent-3']);
    expect(withFlag('silent')).toEqual(['agent-1']);
    expect(withFlag('suspended')).toEqual(['agent-2']);
  });

  it('hold the words of the text filter', () => {
    updatePane(stores.view, 'agents', { text: 'OLGA' });
    expect(visible()).toEqual(['agent-4']);
  });

  it('are the same list for the rest of the minute, and looked at anew in the next', () => {
    const before = selectVisibleAgents(stores, NOW);
    expect(selectVisibleAgents(stores, NOW + 59_000)).toBe(before);
    updatePane(stores.view, 'agents', { flag: 'silent' });
    expect(visible(NOW)).toEqual(['agent-1']);
    expect(visible(NOW + DAY * 1000)).toEqual(['agent-1', 'agent-3', 'agent-4']);
  });
});

describe('a silent agent', () => {
  it('is active and was seen more than a day ago', () => {
    const silent = (fields: Record<string, unknown>) => isSilent(sampleAgent('agent-1', fields), NOW);
    expect(silent({ last_seen_at: secondsAgo(DAY + 1) })).toBe(true);
    expect(silent({ last_seen_at: secondsAgo(DAY) })).toBe(false);
    expect(silent({ last_seen_at: secondsAgo(DAY + 1), status: 'deleted' })).toBe(false);
    expect(silent({ last_seen_at: null })).toBe(false);
  });
});

describe('hosts by client', () => {
  it('leave out agents that lack either', () => {
    stores.agents.setState({
      data: listingOf([sampleAgent('agent-1'), sampleAgent('agent-2', { client_id: null })]),
    });
    expect([...selectHostByClient(stores)]).toEqual([['client-1', 'build-1']]);
  });

  it.each([[['one', 'two', 'one']], [['two', 'one', 'one']]])(
    'leave out a client that agents on several hosts share, in whatever order they are listed',
    (hosts) => {
      const sharing = hosts.map((hostname, index) =>
        sampleAgent(`agent-${index}`, { client_id: 'shared', hostname }),
      );
      const same = ['a', 'b'].map((id) => sampleAgent(id, { client_id: 'same', hostname: 'twin' }));
      stores.agents.setState({ data: listingOf([...sharing, ...same]) });
      expect([...selectHostByClient(stores)]).toEqual([['same', 'twin']]);
    },
  );

  it('are one map as long as the agents are the same', () => {
    const before = selectHostByClient(stores);
    updatePane(stores.view, 'agents', { text: 'zeus' });
    expect(selectHostByClient(stores)).toBe(before);
  });
});
