import type { Database } from './database.ts';

/** What was changed through the API. */
export interface AuditEntry {
  readonly at: number;
  readonly action: 'agent.status' | 'agent.delete' | 'agent.remove' | 'policy.update';
  /** The agent's id, or the new version of the policy. */
  readonly target: string;
  /** As it was given, an empty one included; null when none was. */
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Adds an entry to an organization's audit trail. */
export function recordAudit(database: Database, organization: number, entry: AuditEntry): void {
  database.run(
    'INSERT INTO audit (organization, at, action, target, reason, details) VALUES (?, ?, ?, ?, ?, ?)',
    organization,
    entry.at,
    entry.action,
    entry.target,
    entry.reason,
    JSON.stringify(entry.details),
  );
}

/** An organization's audit trail, oldest first. */
export function listAudit(database: Database, organization: number): readonly AuditEntry[] {
  return database
    .all<Omit<AuditEntry, 'details'> & { readonly details: string }>(
      'SELECT at, action, target, reason, details FROM audit WHERE organization = ? ORDER BY number',
      organization,
    )
    .map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
}

/**
 * A number that grows whenever an agent's status or the policy is changed through the API, by this process or
 * another.
 */
export function changeNumber(database: Database, organization: number): number {
  const row = database.one<{ last: number | null }>(
    'SELECT max(number) AS last FROM audit WHERE organization = ?',
    organization,
  );
  return row?.last ?? 0;
}
