import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseApiKey } from '../../src/api/api-key.ts';
import { parseBaseUrl } from '../../src/api/base-url.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import type { Exchange } from '../../src/api/transport.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { parseChoices } from '../../src/server/base/choices.ts';
import { listAudit, type AuditEntry } from '../../src/server/db/audit.ts';
import { findAgent } from '../../src/server/db/agents.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { createApiKey, hashOf, revokeApiKey } from '../../src/server/db/keys.ts';
import { readPolicy } from '../../src/server/db/policies.ts';
import type { FaultName } from '../../src/server/base/faults.ts';
import type { AgentRecord, PolicyRecord } from '../../src/server/base/records.ts';
import { startService } from '../../src/server/service.ts';
import { createTinyOrganization } from '../helpers/tiny-organization.ts';

const ORGANIZATION = 1;
const SEED = 3;

/** A reference service over loopback of which a test sees, beside the answers, all that was really stored. */
export interface RecordedService {
  /** Every write that was carried out, the oldest first. */
  audit(): readonly AuditEntry[];
  agent(id: string): AgentRecord | undefined;
  policy(): PolicyRecord;
  /** The id of the agent with that number. */
  agentId(number: number): string;
  /** The fault that befalls every request from now on; undefined for none. */
  setFault(fault: FaultName | undefined): void;
  /** Registers the machine anew, which the API cannot do. */
  registerAnew(id: string): void;
  /** Makes a key that may do everything. */
  createKey(): string;
  /** Takes the permission to write from a key. */
  demoteKey(key: string): void;
  revokeKey(key: string): void;
  connect(options?: {
    readonly key?: string;
    readonly readOnly?: boolean;
    readonly patience?: number;
    readonly onExchange?: (exchange: Exchange) => void;
  }): Client;
  stop(): Promise<void>;
}

/** Starts a service with so many active agents, whose time is that of the clock. `choose` takes settings NAME=VARIANT. */
export async function startRecordedService({
  clock,
  agents,
  choose = [],
  quota = 1_000_000_000,
}: {
  readonly clock: Clock;
  readonly agents: number;
  readonly choose?: readonly string[];
  readonly quota?: number;
}): Promise<RecordedService> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-proof-'));
  const file = join(folder, 'vigil.db');
  const faults: Partial<Record<FaultName, number>> = {};
  const service = await startService({
    file,
    seed: SEED,
    agents,
    events: 0,
    sessions: 0,
    rate: 0,
    quota,
    createOrganization: createTinyOrganization,
    choices: parseChoices(choose),
    faults,
    clock,
    // Whatever fault is set befalls every request.
    random: () => 0,
  });
  const database = openDatabase(file);
  const clients: Client[] = [];
  return {
    audit: () => listAudit(database, ORGANIZATION),
    agent: (id) => findAgent(database, ORGANIZATION, id),
    policy: () => readPolicy(database, ORGANIZATION),
    agentId: (number) => `agent-${SEED}-${number}`,
    setFault(fault) {
      for (const name of Object.keys(faults) as FaultName[]) {
        delete faults[name];
      }
      if (fault !== undefined) {
        faults[fault] = 1;
      }
    },
    registerAnew: (id) => void database.run('UPDATE agents SET generation = generation + 1 WHERE id = ?', id),
    createKey: () => createApiKey(database, ORGANIZATION, ['read', 'write'], clock.now()),
    demoteKey: (key) => void database.run('UPDATE api_keys SET may_write = 0 WHERE hash = ?', hashOf(key)),
    revokeKey: (key) => void revokeApiKey(database, key, clock.now()),
    connect({ key = service.apiKey ?? '', readOnly = false, patience = 10_000, onExchange } = {}) {
      const client = createClient({
        baseUrl: parseBaseUrl(service.baseUrl),
        key: parseApiKey(key),
        clock,
        userAgent: 'vigil-test/0',
        readOnly,
        patience: { headers: patience, body: patience },
        onExchange,
      });
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      await service.stop();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
