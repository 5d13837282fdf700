import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import { asTyped } from '../../lib/untrusted.ts';
import { EVENT_QUERY } from '../../stores/events/events-view.ts';
import { HUNT_COLUMNS } from '../../stores/hunt/hunt-answer.ts';
import type { HuntRow } from '../../stores/hunt/hunt-order.ts';
import { reachWords } from '../../stores/hunt/hunt-words.ts';
import type { HuntFacts } from '../../stores/hunt/select-hunt.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { notify, type CommandContext } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { chooseFormat } from '../export/choose-format.ts';
import { commandOf } from '../lists/view-command.ts';

/** Offers to copy a finding, or all that are listed. */
export function copyFindings(context: CommandContext, { rows }: HuntFacts, { record }: HuntRow): void {
  const records = rows.map((row) => row.record);
  const name = countOf(rows);
  chooseCopy(context, [
    { name: 'the finding as JSON', text: () => asciiJson(record) },
    { name: `${name} as JSON`, text: () => [...jsonLines.write(records)].join('') },
    { name: `${name} as Markdown`, text: () => [...markdownTable.write(records, HUNT_COLUMNS)].join('') },
  ]);
}

/** Offers to write the findings that are listed to a file, which says of which events they are. */
export function exportFindings(context: CommandContext, facts: HuntFacts): void {
  const { rows, isWhole, all } = facts;
  const which = rows.length < all.length ? ` of ${formatCount(all.length)}` : '';
  const reach = reachWords(facts, 'utc', context.clock.now());
  chooseFormat(context, {
    what: isWhole ? `${countOf(rows)}${which}` : `${countOf(rows)}${which} (${reach})`,
    name: 'vigil-hunt',
    records: rows.map(({ record }) => record),
    fields: HUNT_COLUMNS,
    isIncomplete: !isWhole,
  });
}

function countOf({ length }: readonly HuntRow[]): string {
  return `${formatCount(length)} ${length === 1 ? 'finding' : 'findings'}`;
}

/** Fields of a finding that its events have under the same names. */
const OF_EVENTS: ReadonlySet<string> = new Set([
  'package',
  'version',
  'ecosystem',
  'host',
  'client',
  'type',
  'outcome',
]);

/** Offers to copy the hunt as a command, and says where that lacks the filter. */
export function copyHunt(context: CommandContext, { hunt, look: { search } }: HuntFacts): void {
  const { terms, problems } = parseQuery(search, EVENT_QUERY);
  const canBeAsked =
    problems.length === 0 && terms.every((term) => term.kind === 'field' && OF_EVENTS.has(term.field.name));
  const filter = search !== '' && canBeAsked ? ['--filter', search] : [];
  const words = [asTyped(hunt.file), ...(context.startedWith ?? []), ...filter];
  const command = commandOf(['hunt', ...words]);
  chooseCopy(
    context,
    [{ name: 'on the command line', value: command, text: () => command }],
    'Copy this hunt as a command',
  );
  if (!canBeAsked) {
    notify(context, 'The command lacks the filter: that is of findings, not of events.');
  }
}
