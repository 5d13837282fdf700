import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordTable, SourceRecord } from '../../lib/record-formats/record-format.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { hitFields, HIT_QUERY, recordOfHit } from '../../stores/search/hit-record.ts';
import { excerptText, type SearchHit } from '../../stores/search/search-hit.ts';
import { endSentence } from '../../stores/search/search-words.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import type { CommandContext } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { chooseFormat } from '../export/choose-format.ts';

/** Those that stand in a Markdown table, for people. */
const FIELDS = ['time', 'host', 'project', 'session', 'role', 'message', 'matches', 'line'] as const;

function recordsOf(search: SessionSearch): readonly SourceRecord[] {
  return search.hits.map(recordOfHit);
}

function tableOf({ sought }: SessionSearch): RecordTable {
  return { columns: columnsAt(hitFields(sought.kind === 'secrets')), kind: HIT_QUERY.kind };
}

function nameOf({ hits }: SessionSearch): string {
  return `${formatCount(hits.length)} ${hits.length === 1 ? 'hit' : 'hits'}`;
}

/** Whether what is listed is not all that the search was to find. */
function isIncomplete({ phase, unsearched, cutMessages, hits, found, listed }: SessionSearch): boolean {
  return (
    phase !== 'done' ||
    unsearched.length > 0 ||
    cutMessages > 0 ||
    hits.length < found.messages ||
    listed !== 'all'
  );
}

/** Offers to copy a hit, or all that are listed. */
export function copyHits(context: CommandContext, search: SessionSearch, hit: SearchHit): void {
  const name = nameOf(search);
  const records = recordsOf(search);
  chooseCopy(context, [
    { name: 'the line', text: () => wholeSafeString(excerptText(hit), 'cell') },
    {
      name: 'the session id',
      text: () => wholeSafeString(hit.session.session_id ?? hit.session.id, 'ident'),
    },
    { name: 'the hit as JSON', text: () => asciiJson(recordOfHit(hit)) },
    { name: `${name} as JSON`, text: () => records.map((record) => `${asciiJson(record)}\n`).join('') },
    ...[csvTable, csvForPrograms].map((format) => ({
      name: `${name} as ${format.title}`,
      text: () => [...format.write(records, undefined, tableOf(search))].join(''),
    })),
    { name: `${name} as Markdown`, text: () => [...markdownTable.write(records, FIELDS)].join('') },
  ]);
}

/** Offers to write the hits that are listed to a file; it says what was not searched. */
export function exportHits(context: CommandContext, search: SessionSearch): void {
  const isPart = isIncomplete(search);
  chooseFormat(context, {
    what: `${nameOf(search)}${isPart ? `: ${endSentence(search)}` : ''}`,
    name: 'vigil-search',
    records: recordsOf(search),
    fields: FIELDS,
    table: tableOf(search),
    isIncomplete: isPart,
  });
}
