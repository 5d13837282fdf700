import { profileOf, type RecordKind } from '../../lib/text-fields.ts';
import type { QueryField, QueryList } from './query-fields.ts';

const KINDS: Readonly<Record<QueryList, RecordKind>> = {
  events: 'event',
  agents: 'agent',
  sessions: 'session',
  llm: 'call',
  policy: 'policy',
};

/** Whether a field names something; what the console itself finds for a row, such as the host of an event, does. */
export function isNameField(list: QueryList, { paths }: Pick<QueryField, 'paths'>): boolean {
  return paths.every((path) => profileOf(KINDS[list], path) === 'ident');
}
