import type { Agent } from '../../../contract/agent.ts';
import { AGENT_STATUSES } from '../../../contract/values.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { rememberLast } from '../../../stores/remember-last.ts';
import { isSilent } from '../../../stores/select-agents.ts';
import type { AgentsView } from '../../../stores/view-store.ts';
import type { Theme } from '../../theme.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';
import { separator } from '../freshness.ts';

interface AgentCounts {
  active: number;
  suspended: number;
  deleted: number;
  clones: number;
  silent: number;
}

/** Counted once for a list, not once a frame. */
const countAgents = rememberLast((agents: readonly Agent[], now: number): Readonly<AgentCounts> => {
  const counts: AgentCounts = { active: 0, suspended: 0, deleted: 0, clones: 0, silent: 0 };
  for (const agent of agents) {
    const status = AGENT_STATUSES.find((known) => known === agent.status);
    if (status !== undefined) {
      counts[status]++;
    }
    counts.clones += agent.clone_detected === true ? 1 : 0;
    counts.silent += isSilent(agent, now) ? 1 : 0;
  }
  return counts;
});

/** How many agents there are, by status and oddity, and the filters. */
export function agentsSummary(
  agents: readonly Agent[] | undefined,
  shown: number,
  view: AgentsView,
  { now, columns, theme }: { readonly now: number; readonly columns: number; readonly theme: Theme },
): Line {
  const { active, suspended, deleted, clones, silent } = countAgents(agents ?? NO_AGENTS, now);
  const count = (label: string, number: number): Line =>
    number === 0 ? [] : [own(`${formatCount(number)} ${label}`)];
  const counts: readonly Line[] = [
    agents === undefined
      ? [own('agents', 'bold')]
      : [own(`${formatCount(shown)} of ${formatCount(agents.length)} agents`, 'bold')],
    count('active', active),
    count('suspended', suspended),
    count('deleted', deleted),
    count(clones === 1 ? 'clone' : 'clones', clones),
    count('silent', silent),
  ];
  const filters: readonly Line[] = [
    view.flag === undefined ? [] : [own('only '), own(view.flag, 'accent')],
    view.text === '' ? [] : [own('/ '), ...foreign(view.text, { style: 'accent', ascii: theme.ascii })],
  ];
  return [
    own(' '),
    ...fitParts(
      [...counts.map((line, index) => part(line, leftOut(index))), ...filters.map((line) => part(line))],
      columns - 2,
      { separator: separator(theme) },
    ),
  ];
}

const NO_AGENTS: readonly Agent[] = [];
