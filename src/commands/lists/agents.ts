import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { parseTime } from '../../lib/format-time.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { AGENT_COLUMNS } from '../../stores/base/record-columns.ts';
import { completenessOf } from '../../stores/base/completeness.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { selectedAgent } from '../agents/selected-agent.ts';
import { AGENT_FIELDS, valuesOfAgent } from '../export/record-values.ts';
import { notesOnAge } from '../export/row-notes.ts';
import {
  agentPivot,
  machineEventsPivot,
  machineSessionsPivot,
  machineStatusPivot,
  sessionPivot,
} from '../related/pivots.ts';
import { lookedThrough, markedOf, recordsOf } from './list-records.ts';
import { ROW_MARKING, type ListSource } from './list-source.ts';

/** The list of agents. */
export const AGENTS_SOURCE: ListSource = {
  title: 'Agents',
  rows: 'agents',
  marking: ROW_MARKING,
  live: undefined,
  records({ stores, clock }) {
    const state = stores.agents.getState();
    const rows = selectVisibleAgents(stores, clock.now());
    const index = selectedIndex(stores, 'agents', visibleRows(rows));
    return recordsOf(
      {
        noun: 'agent',
        nouns: 'agents',
        fields: AGENT_FIELDS,
        table: { columns: columnsAt(AGENT_COLUMNS), kind: 'agent' },
        mayHoldSecrets: false,
        counted: lookedThrough(stores.visibleAgents, completenessOf(state.data)),
        notes: notesOnAge(stores, state),
      },
      rows.map(({ raw }) => raw),
      index,
      valuesOfAgent(rows[index]),
      markedOf(state.data?.rows ?? [], stores.view.getState().agents.marks),
    );
  },
  pivots(context) {
    const agent = selectedAgent(context);
    return agent === undefined
      ? []
      : [
          agentPivot(context, { clientId: agent.client_id, agentId: agent.id }),
          machineEventsPivot(context, agent.client_id),
          machineSessionsPivot(context, agent.client_id),
          sessionPivot(context, agent.client_id, parseTime(agent.last_seen_at)),
          machineStatusPivot(context, { clientId: agent.client_id, agentId: agent.id }),
        ];
  },
};
