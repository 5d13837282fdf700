import { chordNames } from '../../../../commands/chord-names.ts';
import { readOnlyReason } from '../../../../commands/read-only.ts';
import { formatCount } from '../../../../lib/format-number.ts';
import type { PolicyComparisonDialog, PolicyReviewDialog } from '../../../../stores/dialog.ts';
import type { PolicyDifference } from '../../../../stores/policy/policy-differences.ts';
import { differencesBetween, differencesFrom } from '../../../../stores/policy/select-differences.ts';
import type { Style, Theme } from '../../../theme.ts';
import {
  fitLines,
  foreign,
  identifierWrapped,
  own,
  ruleLine,
  type Line,
  type Size,
} from '../../../widgets/line.ts';
import { leftOut, part, shorter } from '../../../widgets/fitted-parts.ts';
import type { DialogContext, DialogPicture } from '../dialog-context.ts';
import { key, keysLine, writeKey } from './difference-keys.ts';
import { comparisonFact, reviewFacts } from './review-facts.ts';

/** The change under the cursor before and after, whole, and all that is to be known of the write; it is scrolled. */
export function paintWholeChange(
  dialog: PolicyReviewDialog | PolicyComparisonDialog,
  { commands, theme }: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const isReview = dialog.kind === 'policy-review';
  const differences = isReview
    ? differencesFrom(dialog.stored, dialog.changes)
    : differencesBetween(dialog.from.policy, dialog.to.policy);
  const difference = differences[dialog.cursor];
  const facts: readonly Line[] = isReview
    ? reviewFacts(dialog, commands, theme, columns)
    : [[own(` ${comparisonFact(dialog.from.policy, dialog.to.policy)}`, 'dim')]];
  const lines: readonly Line[] = [
    ...(difference === undefined ? [] : spelledOut(difference, columns, theme)),
    [],
    ...facts,
  ];
  const room = Math.max(1, rows - 2);
  const lastTop = Math.max(0, lines.length - room);
  const top = Math.min(dialog.wholeTop ?? 0, lastTop);
  return {
    lines: [
      ruleLine(columns, theme, [
        own(`Change ${formatCount(dialog.cursor + 1)} of ${formatCount(differences.length)}`, 'heading'),
        own(lastTop > top ? ` · ${lastTop - top} more lines below` : '', 'accent'),
        ...(difference === undefined
          ? []
          : [
              own(' · '),
              ...foreign(difference.field, { profile: 'ident', style: 'heading', ascii: theme.ascii }),
              own(` ${difference.effect}`, effectStyle(difference)),
            ]),
      ]),
      ...fitLines(lines.slice(top, top + room), room),
      keysLine(
        [
          ...(isReview ? [writeKey(readOnlyReason(commands) === undefined)] : []),
          part(key('Esc', 'back to the table'), shorter(1, key('Esc', 'table'))),
          part(
            differences.length > 1 ? key(chordNames(['left', 'right'], theme.ascii), 'other changes') : [],
            leftOut(2),
          ),
          part(key('j k', 'scroll'), leftOut(3)),
        ],
        columns,
      ),
    ],
    lastTop,
  };
}

/** A change with what it was and what it becomes, each as long as it is. */
export function spelledOut(
  { before, after }: PolicyDifference,
  columns: number,
  theme: Theme,
): readonly Line[] {
  return [...labelled('before', before, columns, theme), ...labelled('after', after, columns, theme)];
}

const LABEL_COLUMNS = 8;

function labelled(label: string, text: string, columns: number, { ascii }: Theme): readonly Line[] {
  const lines = identifierWrapped(text === '' ? '""' : text, columns - LABEL_COLUMNS - 2, { ascii });
  return lines.map((line, index) => [
    own(` ${(index === 0 ? label : '').padEnd(LABEL_COLUMNS)}`, 'dim'),
    ...line,
  ]);
}

function effectStyle({ effect }: PolicyDifference): Style {
  return effect === 'tightens' ? 'good' : effect === 'loosens' ? 'warn' : 'plain';
}
