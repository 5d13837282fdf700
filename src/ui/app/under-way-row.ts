import { ACTION_WORDS, nameOf } from '../../commands/agents/action-words.ts';
import { isUnderWay, type AgentRun } from '../../stores/agents/agent-run.ts';
import type { Theme } from '../theme.ts';
import { fitParts, leftOut, part, shorter } from '../widgets/fitted-parts.ts';
import { fit, identifier, own, type Line } from '../widgets/line.ts';
import { stepWords } from './step-words.ts';

/** The name of the machine keeps so many columns. */
const NAME = 36;
const SHORT_NAME = 14;

/**
 * The last row while one agent is changed: at which step that is, for how long, and what comes next ("Rules of behaviour" 9).
 * Undefined when nothing is, or several are, whose results tell that.
 */
export function underWayRow(
  run: AgentRun | undefined,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): Line | undefined {
  const [item, ...others] = run?.items ?? [];
  const words = item === undefined ? undefined : stepWords(item.step, now);
  if (
    run === undefined ||
    item === undefined ||
    words === undefined ||
    others.length > 0 ||
    !isUnderWay(run)
  ) {
    return undefined;
  }
  const named = (room: number): Line => [
    own(`${ACTION_WORDS[run.action].doing} `, 'bold'),
    ...identifier(nameOf(item.agent), room, { style: 'bold', ascii: theme.ascii }),
  ];
  const parts = [
    part(named(NAME), shorter(1, named(SHORT_NAME))),
    part([own(words.now, 'accent')], shorter(1, [own(words.brief, 'accent')])),
    part([own(words.next, 'dim')], leftOut(2)),
  ];
  return fit([own(' '), ...fitParts(parts, columns - 2, { separator: own('  ') })], columns, theme);
}
