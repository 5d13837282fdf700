import {
  conflictBeingSettled,
  noteConflicts,
  type DisputedElement,
} from '../../../commands/policy/settle-conflict.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { isSameJson } from '../../../lib/same-json.ts';
import type { MixedText } from '../../../lib/mixed-text.ts';
import type { ElementDecision, PolicyConflictDialog } from '../../../stores/view/dialog-states.ts';
import { joinUntrusted } from '../../../lib/untrusted.ts';
import { describeElement, elementJsonParts, elementParts } from '../../../stores/policy/describe-element.ts';
import type { Style, Theme } from '../../theme.ts';
import { leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { fit, fitLines, untrusted, trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import { mixed, mixedWrapped } from '../../widgets/mixed-line.ts';
import { closeKeys } from '../base/shown-keys.ts';
import type { DialogContext, DialogPicture, PaintedView } from '../base/dialog-view.ts';
import { key, keysLine } from '../policy-review/difference-keys.ts';

const DECISIONS: Readonly<Record<ElementDecision['side'], string>> = {
  mine: 'keeps mine',
  theirs: 'takes theirs',
  edited: 'edited',
};
const DECISION_COLUMNS = 14;
const LABEL_COLUMNS = 9;

/** Of the rows, the list of what is in conflict leaves at least so many to what both sides made of one. */
const LEAST_SPELLED = 4;

/** What both sides changed in a list, and of the one under the cursor what it was, what each side made of it, and what it will be. */
export const conflictView: PaintedView<PolicyConflictDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  height: (_dialog, { commands }, { rows }) =>
    Math.max(Math.floor(rows * 0.8), conflictRows(conflictBeingSettled(commands)?.disputed.length ?? 1)),
  paint: (_dialog, context, size) => paintConflict(context, size),
};

function paintConflict({ commands, theme }: DialogContext, { columns, rows }: Size): DialogPicture {
  const open = conflictBeingSettled(commands);
  const noteSeen = () => {
    if (open !== undefined) {
      noteConflicts(commands, open);
    }
  };
  const disputed = open?.disputed ?? [];
  const selected = disputed[open?.cursor ?? 0];
  if (open === undefined || selected === undefined) {
    return { lines: fitLines(nothingLeft(open?.field.id ?? '', columns, theme), rows), lastTop: 0, noteSeen };
  }
  const { ascii } = theme;
  const room = Math.max(2, rows - 2);
  const listRows = Math.max(1, Math.min(disputed.length, room - LEAST_SPELLED));
  const spelled = spelledOut(selected, columns, theme);
  const spelledRows = room - listRows;
  const lastTop = Math.max(0, spelled.length - spelledRows);
  const top = Math.min(open.dialog.top, lastTop);
  const first = Math.max(0, Math.min(open.cursor - Math.floor(listRows / 2), disputed.length - listRows));
  const keyOf = (name: string) => theme.keyOf(`policy-conflict.${name}`);
  const settled = disputed.filter(({ decision }) => decision !== undefined).length;
  return {
    lines: [
      ruleLine(columns, theme, [
        ...untrusted(open.field.id, { profile: 'ident', style: 'bad', ascii }),
        trusted(`: ${formatCount(disputed.length)} in conflict`, 'bad'),
        trusted(`, ${formatCount(settled)} settled`),
        ...(lastTop > top ? [trusted(` · more below: ${keyOf('page-down')}`, 'accent')] : []),
      ]),
      ...disputed
        .slice(first, first + listRows)
        .map((each, index) =>
          elementLine(each, { isSelected: first + index === open.cursor, columns, theme }),
        ),
      ...fitLines(spelled.slice(top, top + spelledRows), spelledRows),
      keysLine(
        [
          part(key(keyOf('mine'), 'mine')),
          part(key(keyOf('theirs'), 'theirs')),
          part(key(keyOf('edit'), 'edits')),
          part(
            key(
              keyOf('settle'),
              settled < disputed.length ? 'when all are settled' : 'puts it into the draft',
            ),
            shorter(2, key(keyOf('settle'), 'when done')),
          ),
          part(key(closeKeys('policy-conflict.close', theme), 'leaves it')),
          part(
            disputed.length > 1 ? key(`${keyOf('all-mine')} ${keyOf('all-theirs')}`, 'for all') : [],
            leftOut(1),
          ),
        ],
        columns,
      ),
    ],
    lastTop,
    noteSeen,
  };
}

/** Rows that the dialog wants for so many things in conflict. */
function conflictRows(disputed: number): number {
  return 2 + Math.max(1, disputed) + 2 * LEAST_SPELLED;
}

function nothingLeft(field: string, columns: number, theme: Theme): readonly Line[] {
  return [
    ruleLine(columns, theme, untrusted(field, { profile: 'ident', style: 'heading', ascii: theme.ascii })),
    [trusted(' Nothing is in conflict any more: the other side took its change back, or made the same.')],
    keysLine(
      [
        part(key(theme.keyOf('policy-conflict.settle'), 'or')),
        part(key(closeKeys('policy-conflict.close', theme), 'closes')),
      ],
      columns,
    ),
  ];
}

function elementLine(
  { conflict, decision }: DisputedElement,
  {
    isSelected,
    columns,
    theme,
  }: { readonly isSelected: boolean; readonly columns: number; readonly theme: Theme },
): Line {
  const { ascii } = theme;
  const [element] = [...conflict.base, ...conflict.mine, ...conflict.theirs];
  const style: Style = isSelected ? 'bold' : 'plain';
  return [
    isSelected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
    ...fit(
      [decision === undefined ? trusted('not settled', 'bad') : trusted(DECISIONS[decision.side], 'good')],
      DECISION_COLUMNS,
      theme,
    ),
    ...mixed(elementParts(element), columns - DECISION_COLUMNS - 2, { style, ascii }),
  ];
}

function spelledOut({ conflict, decision }: DisputedElement, columns: number, theme: Theme): readonly Line[] {
  const { base, mine, theirs } = conflict;
  const wordsFor = wordsThatDiffer([base, mine, theirs]);
  const absent = base.length === 0 ? 'not listed' : 'removed';
  const side = (label: string, elements: readonly unknown[], none: string, style: Style): readonly Line[] => {
    const lines: readonly Line[] =
      elements.length === 0
        ? [[trusted(none as 'removed', 'dim')]]
        : elements.flatMap((element) =>
            mixedWrapped(wordsFor(element), columns - LABEL_COLUMNS - 2, { ascii: theme.ascii }),
          );
    return lines.map((line, index) => [
      trusted(` ${(index === 0 ? label : '').padEnd(LABEL_COLUMNS)}`, style),
      ...line,
    ]);
  };
  return [
    ...side('before', base, 'not listed', 'dim'),
    ...side('mine', mine, absent, 'accent'),
    ...side('theirs', theirs, absent, 'warn'),
    ...(decision === undefined ? [] : side('will be', decision.elements, 'not listed', 'good')),
  ];
}

/** How elements are shown: in words, unless two sides that differ would read the same. */
function wordsThatDiffer(sides: readonly (readonly unknown[])[]): (element: unknown) => MixedText {
  const words = sides.map((elements) => joinUntrusted(elements.map(describeElement), '\n'));
  const isAmbiguous = sides.some((elements, index) =>
    sides.some((others, at) => at < index && words[at] === words[index] && !isSameJson(elements, others)),
  );
  return isAmbiguous ? elementJsonParts : elementParts;
}
