import { describeLoosening } from '../../../commands/policy/effect-words.ts';
import { digitKeys, numberOfReview } from '../../../commands/policy/typed-number.ts';
import { readOnlyReason } from '../../../commands/base/read-only.ts';
import type { PolicyComparisonDialog, PolicyReviewDialog } from '../../../stores/view/dialog-states.ts';
import type { MixedText } from '../../../lib/mixed-text.ts';
import {
  countEffects,
  differenceParts,
  type PolicyDifference,
} from '../../../stores/policy/policy-differences.ts';
import type { Strictness } from '../../../stores/policy/policy-strictness.ts';
import { differencesOf } from '../../../stores/policy/review-rows.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { mixedWrapped } from '../../widgets/mixed-line.ts';
import type { DialogContext } from '../base/dialog-view.ts';

/** How each way that a change goes is marked: by a shape, a word and a colour. */
export const EFFECT_LOOKS: Readonly<Record<Strictness, { readonly shape: Glyph; readonly style: Style }>> = {
  loosens: { shape: 'descending', style: 'bad' },
  unclear: { shape: 'unknown', style: 'warn' },
  tightens: { shape: 'ascending', style: 'good' },
};

/** What has to be typed before it is written, and what was typed so far; nothing where nothing loosens. */
export function numberLine(
  dialog: PolicyReviewDialog | PolicyComparisonDialog,
  { commands, theme }: DialogContext,
): readonly Line[] {
  const number = dialog.kind === 'policy-review' ? numberOfReview(dialog) : 0;
  if (dialog.kind !== 'policy-review' || number === 0 || readOnlyReason(commands) !== undefined) {
    return [];
  }
  const effects = describeLoosening(countEffects(differencesOf(dialog)));
  return [
    [
      trusted(` ${effects}: type `, 'warn'),
      trusted(String(number), 'bold'),
      trusted(`${digitKeys(number, theme.keyOf)}, then ${theme.keyOf('policy-review.write')}  `, 'warn'),
      trusted(dialog.typed, dialog.typed === String(number) ? 'good' : 'bad'),
      trusted(' ', 'inverse'),
    ],
  ];
}

/** Whether `y` would write it now. */
export function mayBeWritten(dialog: PolicyReviewDialog, commands: DialogContext['commands']): boolean {
  const number = numberOfReview(dialog);
  return readOnlyReason(commands) === undefined && (number === 0 || dialog.typed === String(number));
}

/** A change with what it was and what it becomes, each as long as it is. */
export function spelledOut(difference: PolicyDifference, columns: number, theme: Theme): readonly Line[] {
  return (['before', 'after'] as const).flatMap((side) =>
    labelled(side, differenceParts(difference, side), columns, theme),
  );
}

const LABEL_COLUMNS = 8;

function labelled(label: string, parts: MixedText, columns: number, { ascii }: Theme): readonly Line[] {
  const lines = mixedWrapped(parts, columns - LABEL_COLUMNS - 2, { ascii });
  return lines.map((line, index) => [
    trusted(` ${(index === 0 ? label : '').padEnd(LABEL_COLUMNS)}`, 'dim'),
    ...line,
  ]);
}
