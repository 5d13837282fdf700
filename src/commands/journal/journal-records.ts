import { zoneOf } from '../../lib/format-time.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import type { JournalDialog } from '../../stores/view/dialog-states.ts';
import type { CommandContext } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { chooseFormat } from '../export/choose-format.ts';
import { describeChange } from './describe-change.ts';

const FIELDS = ['time', 'verdict', 'action', 'target', 'id', 'sentence', 'reason', 'operation'] as const;

/** A change as one flat record, its steps as they are in the journal. */
function recordOf({ time, state, raw, origin, until, ...row }: JournalRow): SourceRecord {
  return {
    time: time === undefined ? undefined : new Date(time).toISOString(),
    verdict: state,
    action: row.action,
    target: row.target,
    id: row.id,
    sentence: row.sentence,
    status: row.status,
    reason: row.reason,
    until: until === undefined ? undefined : new Date(until).toISOString(),
    operation: row.operation,
    ...Object.fromEntries(origin.map(({ label, value }) => [label.replaceAll(' ', '_'), value])),
    steps: raw,
  };
}

/** Offers to copy a change, or all that are listed. */
export function copyChanges(context: CommandContext, listed: readonly JournalRow[], row: JournalRow): void {
  const { ascii, timeStyle } = context.stores.view.getState();
  const records = listed.map(recordOf);
  const all = countOf(listed);
  chooseCopy(context, [
    {
      name: 'the change with all its steps',
      text: () => `${describeChange(row, ascii, zoneOf(timeStyle))}\n`,
    },
    { name: 'the change as JSON', text: () => asciiJson(recordOf(row)) },
    { name: `${all} as JSON`, text: () => records.map((record) => `${asciiJson(record)}\n`).join('') },
    { name: `${all} as Markdown`, text: () => [...markdownTable.write(records, FIELDS)].join('') },
  ]);
}

/** Offers to write the changes that are listed to a file. */
export function exportChanges(
  context: CommandContext,
  listed: readonly JournalRow[],
  journal: Pick<JournalDialog, 'isWhole' | 'damaged' | 'problem'>,
): void {
  const records = listed.map(recordOf);
  const lacks = whatLacks(journal);
  const what = `${countOf(listed)}${lacks}`;
  chooseFormat(context, {
    what,
    name: 'vigil-journal',
    records,
    fields: FIELDS,
    isIncomplete: lacks !== '',
  });
}

/** What of the journal is not among the changes that were read, for the name of what is written; empty where nothing is. */
function whatLacks({
  isWhole,
  damaged,
  problem,
}: Pick<JournalDialog, 'isWhole' | 'damaged' | 'problem'>): string {
  return [
    problem === undefined ? '' : ' in part, the others could not be read',
    isWhole || problem !== undefined ? '' : ' so far, older ones are still being read',
    damaged === 0 ? '' : `, without ${formatCount(damaged)} damaged ${damaged === 1 ? 'line' : 'lines'}`,
  ].join('');
}

function countOf({ length }: readonly JournalRow[]): string {
  return `${formatCount(length)} ${length === 1 ? 'change' : 'changes'} of the journal`;
}
