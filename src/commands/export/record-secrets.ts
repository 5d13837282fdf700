import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { valueWithoutSecrets } from '../../lib/secret-patterns.ts';

/** A record with what looks like a secret left out of its texts. */
export function recordWithoutSecrets(record: SourceRecord): SourceRecord {
  return valueWithoutSecrets(record, () => undefined) as SourceRecord;
}

/** The kinds of what looks like a secret in a record, one for each. */
export function secretsInRecord(record: SourceRecord): readonly string[] {
  const kinds: string[] = [];
  valueWithoutSecrets(record, (kind) => void kinds.push(kind));
  return kinds;
}
