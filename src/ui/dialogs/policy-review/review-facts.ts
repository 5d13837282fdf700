import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { zoneOf } from '../../../lib/format-time.ts';
import type { CommandContext } from '../../../commands/base/command.ts';
import { describeEffects } from '../../../commands/policy/effect-words.ts';
import { mergesLists } from '../../../commands/policy/merging-lists.ts';
import { fieldsStillPending } from '../../../commands/policy/own-writes.ts';
import { syncedBy, syncInterval } from '../../../commands/policy/sync-time.ts';
import { readOnlyReason } from '../../../commands/base/read-only.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { Policy } from '../../../contract/policy.ts';
import type { PolicyComparisonDialog, PolicyReviewDialog } from '../../../stores/view/dialog-states.ts';
import { describeHiddenLists } from '../../../stores/policy/hidden-lists.ts';
import { changesByOthers, type ChangeByOthers } from '../../../stores/policy/merge-policy.ts';
import { countEffects } from '../../../stores/policy/policy-differences.ts';
import { isBlockedList } from '../../../stores/policy/policy-fields.ts';
import { differencesBetween, differencesFrom } from '../../../stores/policy/select-differences.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { Style, Theme } from '../../theme.ts';
import { untrustedWrapped, trusted, passing, type Line } from '../../widgets/line.ts';
import { organizationLine } from '../base/organization-line.ts';
import type { DialogContext } from '../base/dialog-view.ts';
import { estimateLines } from './estimate-lines.ts';

interface Fact {
  /** May hold names that others wrote. */
  readonly text: string;
  readonly style: Style;
  /** What of it changes does so with the time. */
  readonly isPassing?: true;
}

/** What is to be known of a review or a comparison, above its changes. */
export function factsOf(
  dialog: PolicyReviewDialog | PolicyComparisonDialog,
  { commands, theme }: DialogContext,
  columns: number,
): readonly Line[] {
  return dialog.kind === 'policy-review'
    ? reviewFacts(dialog, commands, theme, columns)
    : [[trusted(` ${comparisonFact(dialog)}`, 'dim')]];
}

/** Where changes are written, and what is to be known before, each wrapped to the width; what could be wrong with them first. */
function reviewFacts(
  dialog: PolicyReviewDialog,
  context: CommandContext,
  theme: Theme,
  columns: number,
): readonly Line[] {
  const facts = [...warnings(dialog, context), ...factsByOthers(dialog), ...effects(dialog, context, theme)];
  return [
    organizationLine(context.stores.view.getState().organization, columns, theme),
    ...facts.flatMap(({ text, style, isPassing }) =>
      untrustedWrapped(text, Math.max(1, columns - 2), { style, ascii: theme.ascii }).map((line) => [
        trusted(' '),
        ...(isPassing === true ? passing(line) : line),
      ]),
    ),
    ...estimated(dialog, context, theme, columns),
  ];
}

/** Lists may be long, and a frame asks with every key. */
const hasChanged = memoizeLast(
  (stored: Policy, latest: Policy): boolean =>
    latest !== stored && changesByOthers(stored, latest).length > 0,
);

function warnings({ stored, changes, hidden }: PolicyReviewDialog, context: CommandContext): readonly Fact[] {
  const latest = context.stores.policy.getState().data;
  const refusal = readOnlyReason(context);
  const pending = fieldsStillPending(context);
  const removes =
    mergesLists(context) &&
    differencesFrom(stored, changes).some(({ field, how }) => isBlockedList(field) && how === 'removed');
  return [
    ...(latest !== undefined && hasChanged(stored, latest)
      ? [
          {
            text: `The policy has changed just now. Esc, then ${keyNameOf(context.stores, 'policy.review')}, shows what that comes to.`,
            style: 'bad',
          } as const,
        ]
      : []),
    ...(hidden.length === 0 ? [] : [{ text: describeHiddenLists(hidden), style: 'bad' } as const]),
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
                ? `${refusal} From here: Esc, :unlock, and ${keyNameOf(context.stores, 'policy.review')} once more; the draft stays.`
                : refusal,
            style: 'warn',
          } as const,
        ]),
    ...(isUnread(context)
      ? [
          {
            text: `The policy cannot be read at the moment: this is as it was read last. ${keyNameOf(context.stores, 'policy-review.write')} tries once more to read it, and sends nothing without that.`,
            style: 'warn',
          } as const,
        ]
      : []),
    ...(removes
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
const MOST_BY_OTHERS = 3;

function factsByOthers({ byOthers }: PolicyReviewDialog): readonly Fact[] {
  if (byOthers.length === 0) {
    return [];
  }
  const listed = byOthers.slice(0, MOST_BY_OTHERS).map(describeChangeByOthers).join('; ');
  const more = byOthers.length > MOST_BY_OTHERS ? `; and ${byOthers.length - MOST_BY_OTHERS} more` : '';
  return [
    { text: `Others changed since the draft began, and it stays so: ${listed}${more}.`, style: 'accent' },
  ];
}

function describeChangeByOthers({ field, base, theirs }: ChangeByOthers): string {
  if (Array.isArray(base) && Array.isArray(theirs)) {
    return `${field} (${base.length} elements, now ${theirs.length})`;
  }
  return `${field} (${shortValue(base)}, now ${shortValue(theirs)})`;
}

function shortValue(value: unknown): string {
  return value === undefined ? 'not set' : (JSON.stringify(value) ?? '').slice(0, 40);
}

function effects(
  { stored, changes }: PolicyReviewDialog,
  context: CommandContext,
  { sideBySide }: Theme,
): readonly Fact[] {
  const counts = countEffects(differencesFrom(stored, changes));
  const summary = `${describeEffects(counts)}.`;
  const whenThere = `Estimate: agents that run have it by ${syncedBy(context, zoneOf(context.stores.view.getState().timeStyle))} if written now, as they should fetch it every ${syncInterval(context)}; suspended and silent ones do not.`;
  const style = counts.loosens + counts.unclear > 0 ? 'warn' : 'plain';
  // The changes are those that the dialog was opened with. What is read aloud on request alone has lines of its own.
  return (sideBySide ? [`${summary} ${whenThere}`] : [summary, whenThere]).map(
    (text) => ({ text, style, isPassing: true }) as const,
  );
}

/** What would have become of the loaded events, or how far that is found out. */
function estimated(
  { stored, changes, events }: PolicyReviewDialog,
  { stores: { policyEstimate, view } }: CommandContext,
  theme: Theme,
  columns: number,
): readonly Line[] {
  const estimate = policyEstimate.look(events, stored, changes);
  return estimate === undefined || policyEstimate.isWorking
    ? [
        passing([
          trusted(
            ` Estimate: looked at ${formatCount(policyEstimate.progress ?? 0)} of ${formatCount(events.length)} loaded events`,
            'dim',
          ),
        ]),
      ]
    : estimateLines(estimate, { columns, zone: zoneOf(view.getState().timeStyle), theme });
}

/** What differs between two versions, in a line. */
function comparisonFact({ from, to }: PolicyComparisonDialog): string {
  const differences = differencesBetween(from.policy, to.policy);
  const { length } = differences;
  return length === 0
    ? 'They say the same.'
    : `${formatCount(length)} ${length === 1 ? 'difference' : 'differences'}: ${describeEffects(countEffects(differences))}`;
}
