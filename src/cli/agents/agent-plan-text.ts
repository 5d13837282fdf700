import type { Agent } from '../../contract/agent.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import { isSuspiciousIdentifier, safeString } from '../../lib/safe-text.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import { organizationText } from '../../stores/base/organization.ts';
import { ask } from '../session/confirm-prompt.ts';
import type { CommandSession } from '../session/command-session.ts';
import { say } from '../output/say.ts';
import { drawnWhole, trusted, type TextStyle } from '../output/styled-text.ts';
import { wrapped } from '../output/table-lines.ts';
import type { AgentAction } from './agent-action.ts';
import { agentsText } from './agent-format.ts';

/** More agents are only counted where it is shown what will be done. */
export const MOST_SHOWN = 200;

/** Shows on standard error what will be done to whom. */
export function reportPlan(
  { target, clock }: CommandSession,
  action: AgentAction,
  agents: readonly Agent[],
  {
    reason,
    until,
    style,
  }: {
    readonly reason: string | undefined;
    /** When a suspension is to end, in milliseconds since the epoch. */
    readonly until: number | undefined;
    readonly style: TextStyle;
  },
): void {
  const more = agents.length - MOST_SHOWN;
  say(`${action.doing} ${countOf(agents)} in ${organizationText(target.organization)}:`);
  const lines = [
    ...agentsText(agents.slice(0, MOST_SHOWN), style, clock.now(), '  '),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
    ...(reason === undefined
      ? []
      : wrapped(drawnWhole(untrustedText`Reason: ${reason}`, 'cell', style), style, '  ')),
    ...(until === undefined
      ? []
      : wrapped(
          trusted(
            `To last until ${formatDateTime(until, 'utc')}: vigil says so then, and vigil agents due lists it.`,
            style,
          ),
          style,
          '  ',
        )),
    ...action
      .warnings(reason !== undefined)
      .flatMap((warning) => wrapped(trusted(warning, style), style, '  ')),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Asks for the agreement that the action takes. */
export async function agrees(
  session: CommandSession,
  { question }: AgentAction,
  agents: readonly Agent[],
): Promise<boolean> {
  const [first] = agents;
  const single = agents.length === 1 && first !== undefined ? typableName(first) : undefined;
  const { text, agreement } = question({ single, count: agents.length });
  const answer = await ask(text, session);
  return answer === agreement || (agreement === 'y' && answer?.toLowerCase() === 'yes');
}

/** `1 agent`, `12 agents`. */
export function countOf({ length }: readonly unknown[]): string {
  return `${formatCount(length)} agent${length === 1 ? '' : 's'}`;
}

/** Nobody types more. */
const LONGEST_TYPED = 64;

/** The hostname; the id where there is none, or one that is too long or cannot be typed as it is shown. */
function typableName({ id, hostname }: Agent): string {
  return hostname === undefined ||
    hostname === '' ||
    hostname.length > LONGEST_TYPED ||
    isSuspiciousIdentifier(hostname)
    ? safeString(id, 'ident')
    : safeString(hostname, 'ident');
}
