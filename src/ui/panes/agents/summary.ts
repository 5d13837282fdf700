import { AGENT_STATUSES, type AgentStatus } from '../../../contract/values.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { AgentCounts } from '../../../stores/agents/agent-counts.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import type { AgentFlag, AgentsView } from '../../../stores/agents/agents-view.ts';
import type { FilterProgress } from '../../../stores/base/filter-progress.ts';
import type { Theme } from '../../theme.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { filteringLine } from '../filtering.ts';
import { separator } from '../freshness.ts';

/** What the list is narrowed to. */
const FLAG_WORDS: Readonly<Record<AgentFlag, string>> = {
  clone: 'clones',
  shared: 'shared machine ids',
  silent: 'silent',
  old: 'old versions',
  suspicious: 'suspicious names',
  suspended: 'suspended',
};

/** How many agents there are, by status and oddity, and the filters. */
export function agentsSummary(
  agents: AgentCounts | undefined,
  shown: number,
  view: AgentsView,
  {
    filtering,
    query,
    columns,
    theme,
  }: {
    readonly filtering: FilterProgress | undefined;
    /** The typed query. */
    readonly query: readonly Part[];
    readonly columns: number;
    readonly theme: Theme;
  },
): Line {
  const { clones = 0, shared = 0, suspicious = 0, silent = 0, old = 0, byStatus = [] } = agents ?? {};
  const withStatus = (status: AgentStatus) => byStatus.find(([value]) => value === status)?.[1] ?? 0;
  const count = (label: string, number: number): Line =>
    number === 0 ? [] : [trusted(`${formatCount(number)} ${label}`)];
  // It stands before the counts, which are of the same agents, and is never left out.
  const [first, ...others] =
    agents === undefined
      ? ['agents']
      : measureForms(agents.counted).map(
          (measure) =>
            `${formatCount(shown)} of ${formatCount(Math.max(shown, agents.agents))} agents${measure}`,
        );
  const counts: readonly Line[] = [
    ...AGENT_STATUSES.map((status) => count(status, withStatus(status))),
    count(clones === 1 ? 'clone' : 'clones', clones),
    count('with a shared machine id', shared),
    count(suspicious === 1 ? 'suspicious name' : 'suspicious names', suspicious),
    count('silent', silent),
    count('with an old version', old),
  ];
  const filters: readonly Line[] = [
    view.flag === undefined ? [] : [trusted('only '), trusted(FLAG_WORDS[view.flag], 'accent')],
    filteringLine(filtering),
  ];
  return [
    trusted(' '),
    ...fitParts(
      [
        part(
          [trusted(first ?? '', 'bold')],
          ...others.map((form) => shorter(counts.length + 1, [trusted(form, 'bold')])),
        ),
        ...counts.map((line, index) => part(line, leftOut(index + 1))),
        ...filters.map((line) => part(line)),
        ...query,
      ],
      columns - 2,
      { separator: separator(theme) },
    ),
  ];
}
