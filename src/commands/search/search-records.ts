import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { excerptText, type SearchHit } from '../../stores/search/search-hit.ts';
import { endSentence } from '../../stores/search/search-words.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import type { CommandContext } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { chooseFormat } from '../export/choose-format.ts';

const FIELDS = ['time', 'host', 'project', 'session', 'role', 'message', 'matches', 'line'] as const;

/** A hit as one record, under the names of the columns. What looks like a secret is in it only by its beginning. */
export function recordOfHit(hit: SearchHit, { bySession }: Pick<SessionSearch, 'bySession'>): SourceRecord {
  const { session, message, role, time, matches, kinds } = hit;
  return {
    time: time === undefined ? undefined : new Date(time).toISOString(),
    host: session.agent_hostname,
    client_id: session.client_id,
    project: session.project_path,
    branch: session.git_branch,
    session: session.session_id ?? session.id,
    role,
    message: message + 1,
    matches,
    in_session: bySession.get(session.id)?.messages,
    ...(kinds.length === 0 ? {} : { kind: kinds.join(', ') }),
    line: excerptText(hit),
  };
}

function recordsOf(search: SessionSearch): readonly SourceRecord[] {
  return search.hits.map((hit) => recordOfHit(hit, search));
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
    { name: 'the hit as JSON', text: () => asciiJson(recordOfHit(hit, search)) },
    { name: `${name} as JSON`, text: () => records.map((record) => `${asciiJson(record)}\n`).join('') },
    ...[csvTable, csvForPrograms].map((format) => ({
      name: `${name} as ${format.title}`,
      text: () => [...format.write(records)].join(''),
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
    isIncomplete: isPart,
  });
}
