import { describe, expect, it } from 'vitest';

import { DEFAULT_CHOICES } from '../../../src/server/base/choices.ts';
import { findAgent, recordCheckIn } from '../../../src/server/db/agents.ts';
import { openDatabase, type Database } from '../../../src/server/db/database.ts';
import { readMessages } from '../../../src/server/db/session-contents.ts';
import { pageOfSessions, storeSessions } from '../../../src/server/db/sessions.ts';
import { loadOrganization } from '../../../src/server/load-organization.ts';
import { createTinyOrganization, tinySession } from '../../helpers/tiny-organization.ts';

const SETTINGS = {
  seed: 1,
  agents: 2,
  events: 0,
  sessions: 6,
  eventsPerSecond: 0,
  policySyncSeconds: 1,
  until: Date.parse('2026-03-02T09:00:00Z'),
};

function load(database: Database, seed: number): Promise<number> {
  const settings = { ...SETTINGS, seed };
  return loadOrganization(database, settings, createTinyOrganization(settings), () => undefined);
}

function countByAgent(database: Database, organization: number, agentId: string): number {
  return pageOfSessions(database, organization, {
    filter: {
      agentId,
      clientId: undefined,
      project: undefined,
      gitBranch: undefined,
      day: undefined,
      withSubagents: true,
    },
    choices: DEFAULT_CHOICES,
    limit: 10,
    offset: 0,
    random: () => 0,
  }).total;
}

describe('sessions', () => {
  it('of one machine in two organizations are not found by the agent id of the other', async () => {
    const database = openDatabase();
    const [first, second] = [await load(database, 1), await load(database, 2)];
    database.run("UPDATE agents SET client_id = 'shared' WHERE id IN ('agent-1-0', 'agent-2-0')");
    database.run("UPDATE sessions SET client_id = 'shared'");
    expect([countByAgent(database, first, 'agent-1-0'), countByAgent(database, second, 'agent-2-0')]).toEqual(
      [6, 6],
    );
    expect([countByAgent(database, first, 'agent-2-0'), countByAgent(database, second, 'agent-1-0')]).toEqual(
      [0, 0],
    );
    database.close();
  });

  it('with one session_id in two organizations are two sessions', async () => {
    const database = openDatabase();
    const [first, second] = [await load(database, 1), await load(database, 2)];
    const session = { ...tinySession(SETTINGS, 0), session_id: 'same' };
    database.transaction(() => {
      storeSessions(database, first, [session]);
      storeSessions(database, second, [{ ...session, messages: [] }]);
    });
    const numbers = database.all<{ number: number }>("SELECT number FROM sessions WHERE session_id = 'same'");
    expect(numbers.map(({ number }) => readMessages(database, number).length)).toEqual([3, 0]);
    database.close();
  });

  it('take their contents with them when their organization goes', async () => {
    const database = openDatabase();
    const organization = await load(database, 1);
    const contents = () => database.one('SELECT count(*) AS count FROM session_contents');
    expect(contents()).toEqual({ count: 6 });
    database.run('DELETE FROM organizations WHERE number = ?', organization);
    expect(contents()).toEqual({ count: 0 });
    database.close();
  });
});

describe('recordCheckIn', () => {
  it('never moves an agent back', async () => {
    const database = openDatabase();
    const organization = await load(database, 1);
    const lastSeen = () => findAgent(database, organization, 'agent-1-0')?.last_seen_at;
    recordCheckIn(database, organization, 'agent-1-0', SETTINGS.until + 1000);
    recordCheckIn(database, organization, 'agent-1-0', SETTINGS.until + 500);
    expect(lastSeen()).toBe(SETTINGS.until + 1000);
    database.close();
  });
});
