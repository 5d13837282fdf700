import type { Agent } from '../../contract/agent.ts';
import { completenessOf } from '../base/completeness.ts';
import { isOneOf, LIST_FIELDS } from '../base/field-rules.ts';
import { OPEN_LIST } from '../base/list-view.ts';
import { createMarkCounter, listRows, rawOf, textFields, type ListModel } from '../query/list-model.ts';
import type { AgentsSlice } from './agents-slice.ts';
import { AGENT_FLAGS, AGENT_QUERY, type AgentsView } from './agents-view.ts';
import { selectVisibleAgents } from './select-agents.ts';

const countMarked = createMarkCounter();

/** The list of agents. */
export const AGENTS_LIST: ListModel<AgentsView, Agent, AgentsSlice> = {
  open: { ...OPEN_LIST, flag: undefined },
  fields: { ...LIST_FIELDS, flag: { role: 'filter', kept: isOneOf(AGENT_FLAGS) } },
  query: AGENT_QUERY,
  feeds: ['agents'],
  listed: (slice, now) => listRows(selectVisibleAgents(slice, now), AGENT_QUERY, ({ raw }) => raw),
  isFiltering: ({ visibleAgents }) => visibleAgents.filtering !== undefined,
  counted: ({ agents }) => completenessOf(agents.getState().data),
  marked: ({ agents }, marks) => countMarked(marks, agents.getState().data?.rows ?? []),
  known: ({ agents }, most) => rawOf(agents.getState().data?.rows, most),
  offered: () => textFields(AGENT_QUERY),
  sorting: ({ view }) => view.getState().agents.sort,
};
