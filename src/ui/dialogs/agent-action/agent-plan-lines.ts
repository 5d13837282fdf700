import { textAsSent } from '../../../lib/sent-time.ts';
import { unreadableTime } from '../../panes/unreadable-time.ts';
import { type Zone } from '../../../lib/zoned-time.ts';
import { ACTION_WORDS, nameOf, namesOf } from '../../../commands/agents/action-words.ts';
import { refusalOf } from '../../../commands/agents/ask-for-action.ts';
import type { CommandContext } from '../../../commands/base/command.ts';
import type { Agent } from '../../../contract/agent.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatAgo, formatDateTime, parseTime, zoneOf } from '../../../lib/format-time.ts';
import { profileOf } from '../../../lib/text-fields.ts';
import { named } from '../../../lib/named.ts';
import { prose, quoting, type Sentence, type Untrusted } from '../../../lib/untrusted.ts';
import { distinguishingIds, type PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import { agentsById, changesSince, isDeletion } from '../../../stores/agents/agent-action.ts';
import { selectFlagContext } from '../../../stores/agents/select-agents.ts';
import type { AgentQuestionDialog } from '../../../stores/view/dialog-states.ts';
import type { AgentPlan } from '../../../stores/agents/agent-plan.ts';
import { measureOf } from '../../../stores/base/completeness.ts';
import type { Stores } from '../../../stores/stores.ts';
import { agentFlags, partOfIdLine, statusCell } from '../../panes/agent-cells.ts';
import { staleAge } from '../../panes/freshness.ts';
import type { Style, Theme } from '../../theme.ts';
import {
  untrusted,
  untrustedWrapped,
  identifier,
  identifierWrapped,
  lineColumns,
  trusted,
  passing,
  type Line,
} from '../../widgets/line.ts';
import { mixedWrapped } from '../../widgets/mixed-line.ts';
import { organizationLine } from '../base/organization-line.ts';

interface Looks {
  readonly columns: number;
  readonly theme: Theme;
  readonly now: number;
}

/** What a question is about that is not asked for the first time. */
type SentBefore = Pick<AgentQuestionDialog, 'isResend'> & {
  readonly isRest?: AgentQuestionDialog['isRest'] | undefined;
};

const LABEL_COLUMNS = 13;
/** The longest name that is not cut among others. */
const NAME_COLUMNS = 24;
/** So many lines of names are shown, and then how many more there are. */
const NAME_LINES = 2;

/** Requests that a change of one agent takes: two that read, and the change between them. */
const REQUESTS_EACH = 3;

/**
 * What is about to be done and in which organization: the agent in full, or several by their names with those that were not seen, what it means,
 * and, as the list has it now, what keeps it from being done. What decides stands last, next to the field.
 */
export function agentPlanLines(
  plan: AgentPlan,
  commands: CommandContext,
  looks: Looks,
  sent: SentBefore = { isResend: false },
): readonly Line[] {
  const { agents } = plan;
  const [agent] = agents;
  return [
    organizationLine(commands.stores.view.getState().organization, looks.columns, looks.theme),
    ...(agents.length === 1 && agent !== undefined
      ? agentLines(agent, commands, looks)
      : severalLines(plan, commands, looks)),
    ...meaningLines(plan, zoneOf(commands.stores.view.getState().timeStyle), looks, sent),
    ...changeLines(plan, commands, looks),
  ];
}

function labelled(label: string, lines: readonly Line[]): readonly Line[] {
  return lines.map((line, index) => [
    trusted(` ${(index === 0 ? label : '').padEnd(LABEL_COLUMNS)}`, 'dim'),
    ...line,
  ]);
}

function agentLines(agent: Agent, { stores, clock }: CommandContext, looks: Looks): readonly Line[] {
  const { theme, now, columns } = looks;
  const { ascii } = theme;
  const room = columns - LABEL_COLUMNS - 2;
  const seen = parseTime(agent.last_seen_at);
  const flags = agentFlags(agent, selectFlagContext(stores), clock.now(), theme);
  const whole = (value: Untrusted | string | undefined) =>
    value === undefined
      ? [[trusted('unknown', 'dim')]]
      : identifierWrapped(value, room, { style: 'bold', ascii });
  return [
    ...labelled('host', whole(agent.hostname)),
    ...labelled('agent', whole(agent.id)),
    ...labelled('user', whole(agent.username)),
    ...labelled('last seen', [
      seen === undefined
        ? unreadableTime(textAsSent(agent.raw['last_seen_at']), room, theme)
        : [
            trusted(`${formatDateTime(seen, zoneOf(stores.view.getState().timeStyle))}  `),
            ...passing([trusted(formatAgo(now - seen))]),
          ],
    ]),
    ...labelled('status', [statusCell(agent.status, theme)]),
    ...(flags.length === 0 ? [] : labelled('flags', [flags])),
  ];
}

function severalLines(plan: AgentPlan, { stores }: CommandContext, looks: Looks): readonly Line[] {
  const { agents, filteredOut, offScreen, skipped, counted = 'all' } = plan;
  const ids = distinguishingIds(plan, stores.agents.getState().data);
  const { budget } = stores.connection.getState();
  const left =
    budget === undefined ? '' : `; ${formatCount(budget.remaining)} of ${formatCount(budget.limit)} are left`;
  const wrapped = (text: string, style: Style) =>
    untrustedWrapped(text, looks.columns - LABEL_COLUMNS - 2, { style, ascii: looks.theme.ascii });
  return [
    ...namedLines('agents', agents, 'bold', looks, ids),
    ...(filteredOut.length === 0 ? [] : namedLines('filtered out', filteredOut, 'warn', looks, ids)),
    ...(offScreen.length === 0 ? [] : namedLines('off screen', offScreen, 'warn', looks, ids)),
    ...(skipped.length === 0 ? [] : namedLines('left alone', skipped, 'dim', looks, ids)),
    ...(counted === 'all'
      ? []
      : labelled('of', wrapped(`the loaded ones${measureOf(counted)}; others may match, too`, 'warn'))),
    ...labelled(
      'takes',
      wrapped(
        `about ${formatCount(REQUESTS_EACH * agents.length)} requests, one agent after the other${left}`,
        'dim',
      ).map(passing),
    ),
  ];
}

/** How many there are, and their names as far as two lines hold them. */
function namedLines(
  label: string,
  agents: readonly Agent[],
  style: Style,
  looks: Looks,
  ids: ReadonlyMap<string, PartOfId>,
): readonly Line[] {
  const { columns, theme } = looks;
  const room = columns - LABEL_COLUMNS - 2;
  const lines: Line[] = [[trusted(`${formatCount(agents.length)}: `, style)]];
  for (const [index, agent] of agents.entries()) {
    const line = lines.at(-1) ?? [];
    const name = [
      ...identifier(nameOf(agent), NAME_COLUMNS, { ascii: theme.ascii }),
      ...partOfIdLine(ids.get(agent.id), theme),
    ];
    const more = agents.length - index;
    const rest = trusted(` and ${formatCount(more)} more`, 'dim');
    const isLastLine = lines.length === (theme.sideBySide ? NAME_LINES : 1);
    const needed =
      lineColumns(line) + lineColumns(name) + 2 + (isLastLine && more > 1 ? lineColumns([rest]) : 0);
    if (needed <= room) {
      lines[lines.length - 1] = [...line, ...name, trusted('  ')];
    } else if (isLastLine) {
      lines[lines.length - 1] = [...line, rest];
      break;
    } else {
      lines.push([...name, trusted('  ')]);
    }
  }
  return labelled(label, lines);
}

/** How the sentence begins that says what an undo undoes. */
export const TURNS_BACK = 'This undoes';

/** What each action means. */
export const MEANING = {
  suspend: 'It lasts until somebody reactivates what was suspended.',
  reactivate: 'What is reactivated may do again what active agents may.',
  delete: 'What a soft deletion does is up to the server; it is read afterwards and shown.',
  'hard-delete': 'This is for good: a machine needs a new registration key to rejoin.',
} as const;

function meaningLines(
  { action, undoes, agents, until }: AgentPlan,
  zone: Zone,
  looks: Looks,
  { isResend, isRest }: SentBefore,
): readonly Line[] {
  const sentence = (text: Sentence, style: Style = 'dim') =>
    untrustedWrapped(text, looks.columns - 2, { style, ascii: looks.theme.ascii }).map((line) => [
      trusted(' '),
      ...line,
    ]);
  return [
    ...(until === undefined
      ? sentence(MEANING[action])
      : sentence(
          `It is to last until ${formatDateTime(until, zone)}. vigil says so then, and reactivates nothing without a y.`,
          'plain',
        )),
    ...(isDeletion(action)
      ? sentence('The reason travels in the URL, which proxies log: write nothing secret.', 'warn')
      : []),
    ...(isResend
      ? sentence(
          agents.length === 1
            ? 'It was sent and not seen to have happened. It is read anew before it is sent once more.'
            : 'They were sent and not seen to have happened. Each is read anew before it is sent once more.',
          'warn',
        )
      : []),
    ...(isRest === true
      ? sentence(
          agents.length === 1
            ? 'It is what is left of an action that has stopped.'
            : 'They are what is left of an action that has stopped.',
          'warn',
        )
      : []),
    ...(undoes === undefined
      ? []
      : sentence(
          quoting`${TURNS_BACK} the change of ${formatDateTime(undoes.at, zone)}, since confirmed${undoes.isOfBefore === true ? ', the last before this start of the console' : ''}${undoes.reason === '' ? '' : quoting`; reason: ${prose(undoes.reason)}`}.`,
          'plain',
        )),
    ...(undoes === undefined || undoes.passedOver.length === 0
      ? []
      : sentence(
          quoting`Passed over, not turned back: the change of ${namesOf(undoes.passedOver)}, which was never confirmed.`,
          'warn',
        )),
  ];
}

/** So many agents that changed are shown one by one. */
const MOST_CHANGES_LISTED = 2;

function changeLines(plan: AgentPlan, commands: CommandContext, looks: Looks): readonly Line[] {
  const { columns, theme } = looks;
  const byId = agentsById(commands.stores.agents.getState().data);
  const moved = plan.agents.flatMap((agent) => {
    const changes = changesSince(agent, byId);
    return changes.length === 0 ? [] : [{ agent, changes }];
  });
  const refusal = refusalOf(commands, plan);
  const sentence = (text: Sentence) =>
    untrustedWrapped(text, columns - 4, { style: 'bad', ascii: theme.ascii }).map((line, index) => [
      trusted(index === 0 ? ` ${theme.glyph('review')} ` : '   ', 'bad'),
      ...line,
    ]);
  return [
    ...moved.slice(0, MOST_CHANGES_LISTED).flatMap(({ agent, changes }) => {
      const is = changes.map((change) =>
        change.kind === 'gone'
          ? 'it is not listed any more'
          : quoting`${change.field} is ${quotedValue(change.is)}, was ${quotedValue(change.was)}`,
      );
      return sentence(quoting`Changed meanwhile: ${named(nameOf(agent))}: ${prose(is.join('; '))}.`);
    }),
    ...(moved.length > MOST_CHANGES_LISTED
      ? sentence(`${formatCount(moved.length)} changed meanwhile in all; each of these is refused.`)
      : moved.length > 0 && plan.agents.length > 1
        ? sentence('What changed is refused when its turn comes.')
        : []),
    ...(refusal === undefined ? [] : sentence(refusal)),
  ];
}

function quotedValue(value: string | number | undefined): Sentence {
  return value === undefined ? 'absent' : named(String(value));
}

/** What `y` does, and the reason that goes with it. */
export function agentQuestionPlan(
  { plan, reason, isResend, isRest }: AgentQuestionDialog,
  commands: CommandContext,
  looks: Looks,
): readonly Line[] {
  const { columns, theme } = looks;
  const given = mixedWrapped(
    [{ text: reason, profile: profileOf('journal', 'reason') }],
    columns - LABEL_COLUMNS - 2,
    { ascii: theme.ascii },
  );
  return [
    ...agentPlanLines(plan, commands, looks, { isResend, isRest }),
    ...(reason === '' ? [] : labelled('reason', given.slice(0, REASON_LINES))),
  ];
}

/** Of a long reason so many lines are shown again. */
const REASON_LINES = 2;

const FIRST_KEPT = 3;

/** The lines that a dialog has room for between its title and its field: what comes first is dropped. */
export function lastLines(lines: readonly Line[], rows: number): readonly Line[] {
  if (lines.length <= rows) {
    return lines;
  }
  // The names of the organization, the machine and the agent are given up last.
  const first = Math.max(0, Math.min(FIRST_KEPT, rows));
  return [...lines.slice(0, first), ...lines.slice(lines.length - Math.max(0, rows - first))].slice(
    0,
    Math.max(0, rows),
  );
}

/** `Suspend this agent?`, `Hard delete 12 agents of those loaded?`, and how old the list of agents is where it is old. */
export function planTitle(
  { action, agents, undoes, counted = 'all' }: AgentPlan,
  { stores }: CommandContext,
  { theme, now }: Pick<Looks, 'theme' | 'now'>,
): Line {
  const { title } = ACTION_WORDS[action];
  const what =
    agents.length === 1
      ? 'this agent'
      : `${formatCount(agents.length)} agents${counted === 'all' ? '' : ' of those loaded'}`;
  return [
    ...untrusted(`${undoes === undefined ? title : `Undo: ${title.toLowerCase()}`} ${what}?`, {
      style: 'bad',
      ascii: theme.ascii,
    }),
    ...agentListAge(stores, now),
  ];
}

/** How old the list of agents is, behind a title, where it cannot be read anew or was not for long. */
export function agentListAge(
  { agents, connection }: Pick<Stores, 'agents' | 'connection'>,
  now: number,
): Line {
  const age = staleAge(agents.getState(), connection.getState(), now);
  return age === undefined ? [] : passing([trusted(`  list ${age}`, 'warn')]);
}
