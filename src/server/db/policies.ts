import type { PolicyRecord } from '../base/records.ts';
import type { Database } from './database.ts';

interface Row {
  readonly version: string;
  readonly name: string;
  readonly updated_at: number;
  readonly rules: string;
  readonly blocked_packages: string;
  readonly blocked_maintainers: string;
}

/** The policy of an organization. Throws when it has none, which cannot be: it is stored with the organization. */
export function readPolicy(database: Database, organization: number): PolicyRecord {
  const row = database.one<Row>('SELECT * FROM policies WHERE organization = ?', organization);
  if (row === undefined) {
    throw new Error(`organization ${organization} has no policy`);
  }
  return {
    version: row.version,
    name: row.name,
    updated_at: row.updated_at,
    rules: JSON.parse(row.rules) as PolicyRecord['rules'],
    blocked_packages: JSON.parse(row.blocked_packages) as unknown[],
    blocked_maintainers: JSON.parse(row.blocked_maintainers) as unknown[],
  };
}

/** Stores the policy of an organization in place of the one it had. */
export function writePolicy(database: Database, organization: number, policy: PolicyRecord): void {
  database.run(
    `INSERT OR REPLACE INTO policies
      (organization, version, name, updated_at, rules, blocked_packages, blocked_maintainers)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    organization,
    policy.version,
    policy.name,
    policy.updated_at,
    JSON.stringify(policy.rules),
    JSON.stringify(policy.blocked_packages),
    JSON.stringify(policy.blocked_maintainers),
  );
}
