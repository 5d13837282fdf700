import { createHash, randomBytes } from 'node:crypto';

import { CREDENTIAL_PREFIXES } from '../../contract/values.ts';
import type { RegistrationKeyRecord } from '../base/records.ts';
import type { Database } from './database.ts';

/** What a key allows: `read` for GET, `write` for PUT and DELETE. */
export type Scope = 'read' | 'write';

export interface KeyHolder {
  readonly organization: number;
  readonly scopes: ReadonlySet<Scope>;
  /** The stored form of the key, which names it without giving it away. */
  readonly hash: Uint8Array;
}

interface Row {
  readonly organization: number;
  readonly may_read: number;
  readonly may_write: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

/** Writing it down at every request would cost a disk flush each. */
const LAST_USED_PRECISION = 60_000;

/**
 * Makes an API key of an organization and returns it: only its hash is stored, so this is the only time that it can be
 * seen ("Authentication", 7).
 */
export function createApiKey(
  database: Database,
  organization: number,
  scopes: readonly Scope[],
  now: number,
): string {
  const key = CREDENTIAL_PREFIXES.apiKey + randomBytes(20).toString('hex');
  database.run(
    'INSERT INTO api_keys (hash, organization, may_read, may_write, created_at) VALUES (?, ?, ?, ?, ?)',
    hashOf(key),
    organization,
    Number(scopes.includes('read')),
    Number(scopes.includes('write')),
    now,
  );
  return key;
}

/** Whether any key was ever made for an organization, revoked ones included. */
export function hasApiKey(database: Database, organization: number): boolean {
  return database.one('SELECT 1 FROM api_keys WHERE organization = ? LIMIT 1', organization) !== undefined;
}

/** Revokes a key: it is refused from now on. False when there is no such key, or it was revoked before. */
export function revokeApiKey(database: Database, key: string, now: number): boolean {
  const sql = 'UPDATE api_keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL';
  return database.run(sql, now, hashOf(key)).changes > 0;
}

/** When the key was last used, to the minute; undefined for a key that does not exist or was never used. */
export function lastUsed(database: Database, key: string): number | undefined {
  const row = database.one<Row>('SELECT last_used_at FROM api_keys WHERE hash = ?', hashOf(key));
  return row?.last_used_at ?? undefined;
}

/**
 * Whose key it is, or the sentence for a 401 that says why it is refused ("Authentication", 3, 4, 8 and 9). The
 * sentence never repeats what was sent.
 */
export function authenticate(
  database: Database,
  key: string | undefined,
  now: number,
): KeyHolder | { readonly refusal: string } {
  if (key === undefined || key === '') {
    return { refusal: 'This endpoint needs an API key in the X-API-Key header' };
  }
  if (key.startsWith(CREDENTIAL_PREFIXES.registrationKey)) {
    return {
      refusal: 'A registration key (rk_live_) registers agents and is not accepted here; use an API key',
    };
  }
  if (key.startsWith(CREDENTIAL_PREFIXES.agentSecret)) {
    return { refusal: 'An agent secret (as_live_) is for agents and is not accepted here; use an API key' };
  }
  if (!key.startsWith(CREDENTIAL_PREFIXES.apiKey)) {
    return { refusal: 'The X-API-Key header does not hold an API key; API keys begin with sk_live_' };
  }
  const hash = hashOf(key);
  const row = database.one<Row>(
    'SELECT organization, may_read, may_write, last_used_at, revoked_at FROM api_keys WHERE hash = ?',
    hash,
  );
  if (row === undefined) {
    return { refusal: 'The API key is not valid' };
  }
  if (row.revoked_at !== null) {
    return { refusal: 'The API key has been revoked' };
  }
  if (row.last_used_at === null || Math.abs(now - row.last_used_at) >= LAST_USED_PRECISION) {
    database.run('UPDATE api_keys SET last_used_at = ? WHERE hash = ?', now, hash);
  }
  const scopes = new Set<Scope>();
  if (row.may_read === 1) {
    scopes.add('read');
  }
  if (row.may_write === 1) {
    scopes.add('write');
  }
  return { organization: row.organization, scopes, hash };
}

/** Stores the registration keys of an organization. Agents are already registered, so nobody needs to see the keys. */
export function insertRegistrationKeys(
  database: Database,
  organization: number,
  keys: readonly RegistrationKeyRecord[],
): void {
  for (const { id, name } of keys) {
    database.run(
      'INSERT INTO registration_keys (organization, id, name, hash) VALUES (?, ?, ?, ?)',
      organization,
      id,
      name,
      hashOf(CREDENTIAL_PREFIXES.registrationKey + randomBytes(20).toString('hex')),
    );
  }
}

/** The form in which a credential is stored. */
export function hashOf(credential: string): Uint8Array {
  return createHash('sha256').update(credential).digest();
}
