import type { CommandContext } from '../../../../commands/command.ts';
import { mergesLists } from '../../../../commands/policy/merging-lists.ts';
import { fieldsStillPending } from '../../../../commands/policy/own-writes.ts';
import { syncedBy, syncInterval } from '../../../../commands/policy/sync-time.ts';
import { readOnlyReason } from '../../../../commands/read-only.ts';
import { formatCount } from '../../../../lib/format-number.ts';
import type { Policy } from '../../../../contract/policy.ts';
import type { PolicyReviewDialog } from '../../../../stores/dialog.ts';
import type { Estimate } from '../../../../stores/policy/estimate/estimate.ts';
import { foreignChanges, type ForeignChange } from '../../../../stores/policy/merge-policy.ts';
import type { Strictness } from '../../../../stores/policy/policy-strictness.ts';
import { differencesBetween, differencesFrom } from '../../../../stores/policy/select-differences.ts';
import type { Style, Theme } from '../../../theme.ts';
import { foreignWrapped, own, type Line } from '../../../widgets/line.ts';
import { organizationLine } from '../organization-line.ts';

interface Fact {
  /** May hold names that others wrote. */
  readonly text: string;
  readonly style: Style;
}

/** Where changes are written, and what is to be known before, each wrapped to the width; what could be wrong with them first. */
export function reviewFacts(
  dialog: PolicyReviewDialog,
  context: CommandContext,
  theme: Theme,
  columns: number,
): readonly Line[] {
  const facts = [...warnings(dialog, context), ...foreignFacts(dialog), ...effects(dialog, context)];
  return [
    organizationLine(context.stores.view.getState().organization, columns, theme),
    ...facts.flatMap(({ text, style }) =>
      foreignWrapped(text, Math.max(1, columns - 2), { style, ascii: theme.ascii }).map((line) => [
        own(' '),
        ...line,
      ]),
    ),
  ];
}

function warnings({ stored, changes }: PolicyReviewDialog, context: CommandContext): readonly Fact[] {
  const latest = context.stores.policy.getState().data;
  const refusal = readOnlyReason(context);
  const pending = fieldsStillPending(context);
  const removes = differencesFrom(stored, changes).some(
    ({ field, after }) => field.startsWith('blocked_') && after === 'removed',
  );
  return [
    ...(latest !== undefined && latest !== stored && foreignChanges(stored, latest).length > 0
      ? [
          {
            text: 'The policy has changed just now. Esc, then W, shows what that comes to.',
            style: 'bad',
          } as const,
        ]
      : []),
    ...(pending.length === 0
      ? []
      : [
          {
            text: `An earlier change of ${pending.join(', ')} may still be carried out, over what is written now.`,
            style: 'warn',
          } as const,
        ]),
    ...(refusal === undefined
      ? []
      : [
          {
            text:
              context.stores.view.getState().access.forbiddenBy === undefined
                ? `${refusal} From here: Esc, :unlock, and W once more; the draft stays.`
                : refusal,
            style: 'warn',
          } as const,
        ]),
    ...(isUnread(context)
      ? [
          {
            text: 'The policy cannot be read at the moment: this is as it was read last. y tries once more to read it, and sends nothing without that.',
            style: 'warn',
          } as const,
        ]
      : []),
    ...(removes && mergesLists(context)
      ? [
          {
            text: 'This server adds to its lists and takes nothing out: what is removed here will stay.',
            style: 'warn',
          } as const,
        ]
      : []),
  ];
}

/** Whether the last try to read the policy came to nothing. */
function isUnread({ stores }: CommandContext): boolean {
  const { state, stopped } = stores.connection.getState();
  return stores.policy.getState().failure !== undefined || stopped !== undefined || state === 'unreachable';
}

/** Of what others changed, so many fields are named with their values. */
const MOST_FOREIGN = 3;

function foreignFacts({ foreign }: PolicyReviewDialog): readonly Fact[] {
  if (foreign.length === 0) {
    return [];
  }
  const told = foreign.slice(0, MOST_FOREIGN).map(foreignTold).join('; ');
  const more = foreign.length > MOST_FOREIGN ? `; and ${foreign.length - MOST_FOREIGN} more` : '';
  return [
    { text: `Others changed since the draft began, and it stays so: ${told}${more}.`, style: 'accent' },
  ];
}

function foreignTold({ field, base, theirs }: ForeignChange): string {
  if (Array.isArray(base) && Array.isArray(theirs)) {
    return `${field} (${base.length} elements, now ${theirs.length})`;
  }
  return `${field} (${shortValue(base)}, now ${shortValue(theirs)})`;
}

function shortValue(value: unknown): string {
  return value === undefined ? 'not set' : (JSON.stringify(value) ?? '').slice(0, 40);
}

function effects({ stored, changes, events }: PolicyReviewDialog, context: CommandContext): readonly Fact[] {
  const { policyEstimate } = context.stores;
  const count = (effect: Strictness) =>
    differencesFrom(stored, changes).filter((difference) => difference.effect === effect).length;
  const estimate = policyEstimate.look(events, stored, changes);
  const [tighter, looser, other] = [count('tightens'), count('loosens'), count('changes')];
  const ways = [
    ...(tighter > 0 ? [`${formatCount(tighter)} ${tighter === 1 ? 'tightens' : 'tighten'}`] : []),
    ...(looser > 0 ? [`${formatCount(looser)} ${looser === 1 ? 'loosens' : 'loosen'}`] : []),
    ...(other > 0 ? [`${formatCount(other)} cannot be said to do either`] : []),
  ].join(', ');
  return [
    {
      text: `${ways}. Estimate: agents that run have it by ${syncedBy(context)} if written now, as they should fetch it every ${syncInterval(context)}; suspended and silent ones do not.`,
      style: looser > 0 ? 'warn' : 'plain',
    },
    {
      text:
        estimate === undefined || policyEstimate.isWorking
          ? `Estimate: looking at ${formatCount(events.length)} loaded events…`
          : estimateTold(estimate),
      style: 'dim',
    },
  ];
}

/** What such an estimate rests on. */
const ASSUMED = 'Where an event holds no figure for another rule, that is taken to decide as it did then.';

/** What would have become of the loaded events, as a sentence that says how much of it is known. */
function estimateTold({ of, judged, becoming, blocked, leftOut }: Estimate): string {
  const unjudged = leftOut.length === 0 ? '' : ` Events tell nothing of ${leftOut.join(', ')}.`;
  if (judged === 0) {
    return of === 0
      ? 'Estimate: none, since no event is loaded.'
      : `Estimate: none, since none of ${formatCount(of)} loaded events tells enough.${unjudged}`;
  }
  const names = blocked.map(([name, count]) => `${name} ${formatCount(count)}`).join(', ');
  const became = [
    ...(becoming.block > 0 ? [`${formatCount(becoming.block)} blocked (${names})`] : []),
    ...(becoming.review > 0 ? [`${formatCount(becoming.review)} to review`] : []),
    ...(becoming.allow > 0 ? [`${formatCount(becoming.allow)} allowed`] : []),
  ];
  const what =
    became.length === 0
      ? 'all would have come out the same'
      : `would have come out differently: ${became.join(', ')}`;
  return `Estimate from ${formatCount(judged)} of ${formatCount(of)} loaded events that tell enough: ${what}.${unjudged} ${ASSUMED}`;
}

/** What differs between two versions, in a line. */
export function comparisonFact(from: Policy, to: Policy): string {
  const { length } = differencesBetween(from, to);
  return length === 0
    ? 'They say the same.'
    : `${formatCount(length)} ${length === 1 ? 'difference' : 'differences'}`;
}
