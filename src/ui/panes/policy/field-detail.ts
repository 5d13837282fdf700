import { itemsSent } from '../../../lib/cut-text.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { MixedText } from '../../../lib/mixed-text.ts';
import { elementParts, elementsParts } from '../../../stores/policy/describe-element.ts';
import { differencesOfField } from '../../../stores/policy/field-differences.ts';
import {
  differenceParts,
  policyDifferences,
  type PolicyDifference,
} from '../../../stores/policy/policy-differences.ts';
import type { PolicyField } from '../../../stores/policy/select-policy.ts';
import { whyNotChanged } from '../../../stores/policy/unreadable-field.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, untrustedWrapped, trusted, type Line } from '../../widgets/line.ts';
import { mixed, mixedWrapped } from '../../widgets/mixed-line.ts';
import type { Detail } from '../list-pane.ts';
import { allowedOf, meaningOf, strictnessCell, valueParts } from './columns.ts';

/** Of a long list, so many elements are shown beside it; its editor has all. */
const MOST_ELEMENTS = 100;

/** Columns of the labels. */
const LABEL_COLUMNS = 10;

const EVERYTHING = Number.POSITIVE_INFINITY;

/** All that is known of a field: its meaning and range, what is stored, what the draft makes of it, and what is in conflict. */
export function fieldDetail(field: PolicyField, columns: number, theme: Theme): Detail {
  const { ascii } = theme;
  const { rule } = field;
  return {
    title: untrusted(field.id, { profile: 'ident', style: 'bold', ascii }),
    lines: [
      ...untrustedWrapped(meaningOf(field), columns, { ascii }),
      ...labelled('allowed', allowedOf(field)),
      ...(rule?.kind === 'number'
        ? labelled(
            'step',
            `${rule.step}, by ${[...theme.keysOf('policy.increase'), ...theme.keysOf('policy.decrease')].join(' ')}`,
          )
        : []),
      ...(rule?.kind === 'number' ? labelled('stricter', `when ${rule.stricter}`) : []),
      ...conflictLines(field, columns, theme),
      ...draftLines(field, columns, theme),
      [],
      ...unreadableLines(field, columns, theme),
      ...storedLines(field, columns, theme),
    ],
  };
}

function labelled(label: string, value: string): readonly Line[] {
  return value === '' ? [] : [[trusted(label.padEnd(LABEL_COLUMNS), 'dim'), trusted(value)]];
}

function conflictLines({ id, conflict }: PolicyField, columns: number, theme: Theme): readonly Line[] {
  if (conflict === undefined) {
    return [];
  }
  const { ascii } = theme;
  const side = (label: string, value: unknown): Line => [
    trusted(label.padEnd(LABEL_COLUMNS), 'dim'),
    ...mixed(valueParts(id, value), EVERYTHING, { ascii }),
  ];
  const of = (label: string, elements: readonly unknown[]): MixedText => [
    { text: `${label} ${elements.length === 0 ? 'not listed' : ''}`, profile: 'cell' },
    ...elementsParts(elements, '; '),
  ];
  return [
    [],
    [
      trusted(
        `You and somebody else changed it. ${theme.keyOf('policy.edit')} settles whose side is kept.`,
        'bad',
      ),
    ],
    ...(conflict.elements === undefined
      ? [side('before', conflict.base), side('mine', conflict.mine), side('theirs', conflict.theirs)]
      : conflict.elements
          .slice(0, MOST_ELEMENTS)
          .flatMap((element) =>
            [of('before', element.base), of('mine', element.mine), of('theirs', element.theirs)].flatMap(
              (parts) => mixedWrapped(parts, columns, { ascii }),
            ),
          )),
  ];
}

function draftLines(field: PolicyField, columns: number, theme: Theme): readonly Line[] {
  const { ascii } = theme;
  if (field.draft === undefined) {
    return field.byOthers === undefined
      ? []
      : [
          [
            trusted('others changed it since the draft began, from ', 'dim'),
            ...mixed(valueParts(field.id, field.byOthers.base), EVERYTHING, { ascii }),
          ],
        ];
  }
  const differences = differencesOfField(field);
  return [
    [],
    [
      trusted('draft'.padEnd(LABEL_COLUMNS), 'dim'),
      ...strictnessCell(field, Number.POSITIVE_INFINITY, theme),
    ],
    ...differences.slice(0, MOST_ELEMENTS).flatMap((difference) =>
      mixedWrapped(wholeDifference(difference), Math.max(1, columns - LABEL_COLUMNS), {
        style: 'accent',
        ascii,
      }).map((line) => [trusted(' '.repeat(LABEL_COLUMNS)), ...line]),
    ),
    ...moreLines(differences.length, theme),
    ...rivalLines(field, columns, theme),
  ];
}

/** What another console of this host had decided on at the same time. */
function rivalLines(
  { stored, rivals, id }: PolicyField,
  columns: number,
  { ascii, keyOf }: Theme,
): readonly Line[] {
  return rivals.flatMap((rival) => [
    [],
    [trusted(`Another console had it otherwise. ${keyOf('policy.edit')} decides anew:`, 'bad')],
    ...policyDifferences([{ field: id, before: stored, after: rival }])
      .slice(0, MOST_ELEMENTS)
      .flatMap((difference) => mixedWrapped(wholeDifference(difference), columns, { ascii })),
  ]);
}

function unreadableLines(
  { id, unreadable }: PolicyField,
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  return unreadable === undefined
    ? []
    : untrustedWrapped(whyNotChanged(id, unreadable), columns, { style: 'bad', ascii });
}

function storedLines({ id, stored, isHidden }: PolicyField, columns: number, theme: Theme): readonly Line[] {
  const { ascii } = theme;
  if (isHidden) {
    return [[trusted('stored'.padEnd(LABEL_COLUMNS), 'dim'), trusted('not shown by the server', 'warn')]];
  }
  if (!Array.isArray(stored)) {
    return [
      [
        trusted('stored'.padEnd(LABEL_COLUMNS), 'dim'),
        ...mixed(valueParts(id, stored), EVERYTHING, { ascii }),
      ],
    ];
  }
  const elements = stored as readonly unknown[];
  return [
    [trusted('stored'.padEnd(LABEL_COLUMNS), 'dim'), trusted(`${formatCount(itemsSent(elements))} elements`)],
    ...elements
      .slice(0, MOST_ELEMENTS)
      .flatMap((element) =>
        mixedWrapped([{ text: '- ', profile: 'cell' }, ...elementParts(element)], columns, { ascii }),
      ),
    ...moreLines(itemsSent(elements), theme),
  ];
}

function wholeDifference(difference: PolicyDifference): MixedText {
  return [
    ...differenceParts(difference, 'before'),
    { text: ' to ', profile: 'cell' },
    ...differenceParts(difference, 'after'),
  ];
}

function moreLines(length: number, theme: Theme): readonly Line[] {
  const more = length - MOST_ELEMENTS;
  return more > 0
    ? [[trusted(`and ${formatCount(more)} more: ${theme.keyOf('policy.edit')} opens the list`, 'dim')]]
    : [];
}
