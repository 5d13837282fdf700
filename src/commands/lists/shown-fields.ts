import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import type { ListId } from '../../stores/base/tab.ts';
import { needAgents, withMachine } from '../../stores/events/event-machine.ts';
import { columnNamed } from '../../stores/query/query-columns.ts';
import type { Stores } from '../../stores/stores.ts';
import { LISTS } from '../../stores/view/lists.ts';
import type { ShownTable } from '../export/record-document.ts';

/** What the query of a list calls what its columns show, by their titles; one that is worked out from several has no name. */
const NAMES: Readonly<Record<ListId, ReadonlyMap<string, string | undefined>>> = {
  events: new Map([
    ['TIME', 'time'],
    ['OUTCOME', 'outcome'],
    ['PACKAGE', 'package'],
    ['VERSION', 'version'],
    ['ECOSYSTEM', 'ecosystem'],
    ['HOST', 'host'],
    ['TYPE', 'type'],
    ['REASON', 'reason'],
  ]),
  agents: new Map([
    ['STATUS', 'status'],
    ['HOST', 'host'],
    ['USER', 'user'],
    ['OS', 'os'],
    ['ARCH', 'arch'],
    ['VERSION', 'version'],
    ['LAST SEEN', 'seen'],
    ['REGISTERED', 'registered'],
    ['FLAGS', undefined],
    ['EVENTS 24 H', undefined],
  ]),
  sessions: new Map([
    ['ACTIVE', 'modified'],
    ['LENGTH', undefined],
    ['HOST', 'host'],
    ['PROJECT', 'project'],
    ['BRANCH', 'branch'],
    ['MSGS', 'messages'],
    ['SIZE', 'size'],
    ['SUBS', 'subagent_count'],
    ['FIRST PROMPT', 'prompt'],
  ]),
  llm: new Map([['HOST', 'client_id']]),
  policy: new Map([
    ['RULE', 'rule'],
    ['VALUE', 'value'],
    ['DRAFT', 'changed'],
    ['ALLOWED', undefined],
    ['MEANING', undefined],
  ]),
};

/**
 * The columns that somebody chose to see in a list, under the names that a query and `--columns` take; undefined where its
 * columns are the usual ones, and where they cannot be chosen.
 */
export function shownTable(stores: Stores, list: ListId): ShownTable | undefined {
  const state = stores.view.getState();
  const { columns: titles } = state[list];
  if (titles === undefined || (list === 'llm' && state.llm.shows === 'totals')) {
    return undefined;
  }
  const { query } = LISTS[list];
  const names = titles.flatMap((title) =>
    NAMES[list].has(title) ? (NAMES[list].get(title) ?? []) : [title],
  );
  const columns = [...new Set(names)].flatMap((name) => columnNamed(query, name) ?? []);
  const hosts = list === 'events' && needAgents(columns) ? selectHostByClient(stores) : undefined;
  return {
    columns,
    kind: query.kind,
    recordOf: (sent) => (hosts === undefined ? sent : withMachine(sent, hosts)),
  };
}
