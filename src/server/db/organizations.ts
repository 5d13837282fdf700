import type { SynthesisSettings } from '../base/records.ts';
import type { Database } from './database.ts';

export interface StoredOrganization {
  readonly number: number;
  /** What it was made with, and by which its live events go on. */
  readonly settings: SynthesisSettings;
  /** Up to when live events were made. */
  readonly livedUntil: number;
}

interface Row {
  readonly number: number;
  readonly settings: string;
  readonly lived_until: number;
}

/** Adds an organization that is still incomplete: until it is marked complete, the next start removes it again. */
export function insertOrganization(database: Database, settings: SynthesisSettings): number {
  return database.run(
    'INSERT INTO organizations (settings, lived_until) VALUES (?, ?)',
    JSON.stringify(settings),
    settings.until,
  ).lastNumber;
}

/** Says that all of the organization's history is stored. */
export function markComplete(database: Database, organization: number): void {
  database.run('UPDATE organizations SET complete = 1 WHERE number = ?', organization);
}

/** Removes organizations whose loading was cut short, with all that they own. */
export function removeIncomplete(database: Database): void {
  database.run('DELETE FROM organizations WHERE complete = 0');
}

/** The complete organizations, in the order in which they were added. */
export function listOrganizations(database: Database): readonly StoredOrganization[] {
  return database
    .all<Row>('SELECT number, settings, lived_until FROM organizations WHERE complete = 1 ORDER BY number')
    .map((row) => ({
      number: row.number,
      settings: JSON.parse(row.settings) as SynthesisSettings,
      livedUntil: row.lived_until,
    }));
}

/** Records up to when live events were made. */
export function setLivedUntil(database: Database, organization: number, until: number): void {
  database.run('UPDATE organizations SET lived_until = ? WHERE number = ?', until, organization);
}
