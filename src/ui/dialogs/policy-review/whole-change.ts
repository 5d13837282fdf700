import { formatCount } from '../../../lib/format-number.ts';
import type { PolicyComparisonDialog, PolicyReviewDialog } from '../../../stores/view/dialog-states.ts';
import { cursorOfReview, differencesOf, rowsOfReview } from '../../../stores/policy/review-rows.ts';
import { fitLines, untrusted, trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import { leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { closeKeys } from '../base/shown-keys.ts';
import type { DialogContext, DialogPicture } from '../base/dialog-view.ts';
import { key, keysLine, writeKey } from './difference-keys.ts';
import { factsOf } from './review-facts.ts';
import { EFFECT_LOOKS, mayBeWritten, numberLine, spelledOut } from './review-parts.ts';

/** The change under the cursor before and after, whole, and all that is to be known of the write; it is scrolled. */
export function paintWholeChange(
  dialog: PolicyReviewDialog | PolicyComparisonDialog,
  context: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const { commands, theme } = context;
  const differences = differencesOf(dialog);
  const listed = rowsOfReview(dialog);
  const row = listed[cursorOfReview(listed, dialog)];
  const { difference, place } = row?.kind === 'change' ? row : { difference: undefined, place: 0 };
  const facts = factsOf(dialog, context, columns);
  const lines: readonly Line[] = [
    ...(difference === undefined ? [] : spelledOut(difference, columns, theme)),
    [],
    ...facts,
  ];
  const keyOf = (...names: readonly string[]) =>
    names.map((name) => theme.keyOf(`${dialog.kind}.${name}`)).join(' ');
  // The key that showed it whole goes back, too.
  const back = `${closeKeys(`${dialog.kind}.close`, theme)} ${keyOf('whole')}`;
  const asked = numberLine(dialog, context);
  const room = Math.max(1, rows - 2 - asked.length);
  const lastTop = Math.max(0, lines.length - room);
  const top = Math.min(dialog.wholeTop ?? 0, lastTop);
  return {
    lines: [
      ruleLine(columns, theme, [
        trusted(`Change ${formatCount(place + 1)} of ${formatCount(differences.length)}`, 'heading'),
        trusted(lastTop > top ? ` · ${lastTop - top} more lines below` : '', 'accent'),
        ...(difference === undefined
          ? []
          : [
              trusted(' · '),
              ...untrusted(difference.field, { profile: 'ident', style: 'heading', ascii: theme.ascii }),
              trusted(` ${difference.effect}`, EFFECT_LOOKS[difference.effect].style),
            ]),
      ]),
      ...fitLines(lines.slice(top, top + room), room),
      ...asked,
      keysLine(
        [
          ...(dialog.kind === 'policy-review' ? [writeKey(mayBeWritten(dialog, commands), theme)] : []),
          part(key(back, 'back to the list'), shorter(1, key(back, 'list'))),
          part(
            differences.length > 1 ? key(keyOf('previous-change', 'next-change'), 'other changes') : [],
            leftOut(2),
          ),
          part(key(keyOf('search'), 'filters'), leftOut(4)),
          part(key(keyOf('down', 'up'), 'scroll'), leftOut(3)),
        ],
        columns,
      ),
    ],
    lastTop,
  };
}
