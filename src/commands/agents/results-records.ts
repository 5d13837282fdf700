import { asciiJson } from '../../lib/ascii-json.ts';
import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { formatCount } from '../../lib/format-number.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { safeSentence, wholeSafeString } from '../../lib/safe-text.ts';
import type { AgentRun, RunItem } from '../../stores/agents/agent-run.ts';
import type { CommandContext } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { chooseFormat } from '../export/choose-format.ts';
import { agentCount, nameOf, saidOf } from './action-words.ts';

const FIELDS = ['result', 'hostname', 'id', 'status_before', 'status_after', 'sentence'] as const;

/** What became of an agent, as one record. */
function recordOf({ action, reason, isUndo, startedAt }: AgentRun, item: RunItem): SourceRecord {
  const { agent, after, state, sentence } = item;
  return {
    result: state,
    action,
    hostname: agent.hostname,
    id: agent.id,
    username: agent.username,
    status_before: agent.status,
    status_after: after === 'gone' ? 'gone' : after?.status,
    sentence,
    reason,
    undo: isUndo,
    decided_at: new Date(startedAt).toISOString(),
  };
}

function recordsOf(run: AgentRun): readonly SourceRecord[] {
  return run.items.map((item) => recordOf(run, item));
}

/** Offers to copy the results of a run. */
export function copyResults(context: CommandContext, run: AgentRun): void {
  const records = recordsOf(run);
  const name = `the results of ${agentCount(records.length)}`;
  chooseCopy(context, [
    {
      name: `${name} as text`,
      text: () =>
        run.items
          .map(
            (item) =>
              `${item.state.padEnd(14)}${wholeSafeString(nameOf(item.agent), 'ident')}  ${safeSentence(saidOf(item), false, 'cell')}\n`,
          )
          .join(''),
    },
    { name: `${name} as JSON`, text: () => records.map((record) => `${asciiJson(record)}\n`).join('') },
    ...[csvTable, csvForPrograms].map((format) => ({
      name: `${name} as ${format.title}`,
      text: () => [...format.write(records)].join(''),
    })),
    { name: `${name} as Markdown`, text: () => [...markdownTable.write(records, FIELDS)].join('') },
  ]);
}

/** Offers to write the results of a run to a file. */
export function exportResults(context: CommandContext, run: AgentRun): void {
  const records = recordsOf(run);
  const settled = run.items.filter(({ state }) => state !== 'waiting' && state !== 'under way').length;
  const isIncomplete = run.phase === 'running' || run.phase === 'stopping';
  const measure = isIncomplete ? `, ${formatCount(settled)} of them so far` : '';
  chooseFormat(context, {
    what: `the results of ${agentCount(records.length)}${measure}`,
    name: `vigil-agents-${run.action}`,
    records,
    fields: FIELDS,
    isIncomplete,
  });
}
