import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordTable } from '../../lib/record-formats/record-format.ts';
import { typedFor } from '../../lib/text-finder.ts';
import { wholeSafeString } from '../../lib/safe-text.ts';
import { hitFields, HIT_QUERY, recordOfHit } from '../../stores/search/hit-record.ts';
import { excerptText, type SearchHit } from '../../stores/search/search-hit.ts';
import { endSentence } from '../../stores/search/search-words.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import { withTerm } from '../../stores/query/value-text.ts';
import type { SessionSearchDialog } from '../../stores/view/dialog-states.ts';
import { notify, type CommandContext } from '../base/command.ts';
import { commandOf } from '../lists/view-command.ts';
import { filterFlag, termsOf } from '../lists/view-filters.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { chooseFormat } from '../export/choose-format.ts';

/** Those that stand in a Markdown table, for people. */
const FIELDS = ['time', 'host', 'project', 'session', 'role', 'message', 'matches', 'line'] as const;

function tableOf({ sought }: SessionSearch): RecordTable {
  return { columns: columnsAt(hitFields(sought.kind === 'secrets')), kind: HIT_QUERY.kind };
}

function nameOf({ hits }: SessionSearch, { length }: readonly SearchHit[]): string {
  const of = length < hits.length ? ` of ${formatCount(hits.length)}` : '';
  return `${formatCount(length)}${of} ${hits.length === 1 ? 'hit' : 'hits'}`;
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
export function copyHits(
  context: CommandContext,
  search: SessionSearch,
  listed: readonly SearchHit[],
  hit: SearchHit,
): void {
  const name = nameOf(search, listed);
  const records = listed.map(recordOfHit);
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
export function exportHits(
  context: CommandContext,
  search: SessionSearch,
  listed: readonly SearchHit[],
): void {
  const isPart = isIncomplete(search);
  chooseFormat(context, {
    what: `${nameOf(search, listed)}${isPart ? `: ${endSentence(search)}` : ''}`,
    name: 'vigil-search',
    records: listed.map(recordOfHit),
    fields: FIELDS,
    table: tableOf(search),
    isIncomplete: isPart,
  });
}

/** Words as arguments: they are none of the flags of the command. */
function wordsOf(typed: string): readonly string[] {
  return typed.startsWith('-') ? ['--', typed] : [typed];
}

/** Offers to copy the search as a command, and says which filters it lacks. */
export function copySearch(
  context: CommandContext,
  { sought, chosenBy }: SessionSearch,
  { search }: SessionSearchDialog,
): void {
  const { terms, left } = termsOf({ ...context.stores.view.getState(), sessions: chosenBy }, 'sessions');
  const { agentId, date, dateZone, subagents, text } = chosenBy;
  const isDateSaid = date !== undefined && dateZone === 'utc';
  const command = commandOf([
    'sessions',
    'search',
    ...(context.startedWith ?? []),
    ...(isDateSaid ? ['--date', date] : []),
    ...(agentId === undefined ? [] : ['--agent', agentId]),
    ...(subagents ? ['--subagents'] : []),
    ...filterFlag([...terms].reduce(withTerm, text)),
    ...(sought.kind === 'secrets' ? ['--secrets'] : wordsOf(typedFor(sought))),
  ]);
  chooseCopy(
    context,
    [{ name: 'on the command line', value: command, text: () => command }],
    'Copy this search as a command',
  );
  const unsaid = [
    ...left.filter((name) => name !== 'agentId' && (name !== 'date' || !isDateSaid)),
    ...(search === '' ? [] : ['the one of the hits']),
  ];
  if (unsaid.length > 0) {
    notify(context, `The command lacks a filter that it cannot say: ${unsaid.join(', ')}.`);
  }
}
