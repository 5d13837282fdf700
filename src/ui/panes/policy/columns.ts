import { effectsInShort } from '../../../commands/policy/effect-words.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { largest } from '../../../lib/long-lists.ts';
import { itemsSent } from '../../../lib/cut-text.ts';
import type { MixedText } from '../../../lib/mixed-text.ts';
import { profileOf } from '../../../lib/text-fields.ts';
import { describeAllowed, POLICY_RULES } from '../../../contract/policy-rules.ts';
import { elementsParts, plainOrQuoted } from '../../../stores/policy/describe-element.ts';
import { isBlockedList } from '../../../stores/policy/policy-fields.ts';
import { differencesOfField } from '../../../stores/policy/field-differences.ts';
import { countEffects, EFFECT_ORDER } from '../../../stores/policy/policy-differences.ts';
import { strictnessOf, type Strictness } from '../../../stores/policy/policy-strictness.ts';
import type { PolicyField } from '../../../stores/policy/select-policy.ts';
import type { Faults } from '../../../stores/connection/faults.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import { untrusted, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { mixed } from '../../widgets/mixed-line.ts';
import type { Column } from '../../widgets/table.ts';
import { largestOf } from '../largest-of.ts';
import { jsonText } from '../../../lib/json-text.ts';

const LIST_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['blocked_packages', 'Packages that are always blocked'],
  ['blocked_maintainers', 'Maintainers whose packages are always blocked'],
]);

const UNKNOWN_MEANING = 'Not in the specification; shown as the server sent it';

/** What a field means, in a sentence. */
export function meaningOf({ id, rule }: Pick<PolicyField, 'id' | 'rule'>): string {
  return rule?.meaning ?? LIST_MEANINGS.get(id) ?? UNKNOWN_MEANING;
}

/** What a field may hold, in a few words with its unit. */
export function allowedOf({ id, rule }: Pick<PolicyField, 'id' | 'rule'>): string {
  switch (rule?.kind) {
    case 'number': {
      const unit = rule.max === 1 ? '' : ` ${rule.unit}`;
      return rule.max === undefined ? `${rule.min} or more${unit}` : `${rule.min} to ${rule.max}${unit}`;
    }
    case 'flag':
    case 'choice':
      return describeAllowed(rule).replace('one of ', '');
    case 'licences':
      return 'SPDX identifiers';
    case undefined:
      return isBlockedList(id) ? 'any number of elements' : '';
  }
}

/** What there is to be said of any field, whatever the policy holds: columns go by the longest of it. */
const KNOWN_FIELDS: readonly Pick<PolicyField, 'id' | 'rule'>[] = [
  ...POLICY_RULES.map((rule) => ({ id: rule.name, rule })),
  ...[...LIST_MEANINGS.keys(), 'unknown'].map((id) => ({ id, rule: undefined })),
];
const LONGEST_MEANING = largest(KNOWN_FIELDS.map((field) => meaningOf(field).length));
const LONGEST_ALLOWED = largest(KNOWN_FIELDS.map((field) => allowedOf(field).length));

/** Of a list, more elements fit into no line. */
const MOST_ELEMENTS = 40;

/** A value of a policy as one line. */
export function valueParts(field: string, value: unknown): MixedText {
  if (Array.isArray(value)) {
    const shown = elementsParts(value.slice(0, MOST_ELEMENTS), ', ');
    const more = value.length > MOST_ELEMENTS ? ', …' : '';
    return value.length === 0
      ? [{ text: 'none', profile: 'cell' }]
      : [{ text: `${itemsSent(value)}: `, profile: 'cell' }, ...shown, { text: more, profile: 'cell' }];
  }
  if (value === undefined) {
    return [{ text: 'not set', profile: 'cell' }];
  }
  return typeof value === 'string'
    ? [{ text: plainOrQuoted(value), profile: profileOf('policy', `rules.${field}`) }]
    : [{ text: jsonText(value), profile: 'cell' }];
}

const DRAFT_COLUMNS = 10;
/** The column cuts what does not fit. */
const EVERYTHING = Number.POSITIVE_INFINITY;

/** What the column of the draft would take for these fields. */
export function draftNeeds(fields: readonly PolicyField[], theme: Theme, faults: Faults): number {
  return largestOf(
    faults,
    fields,
    (field) => lineColumns(draftCell(field, Number.POSITIVE_INFINITY, theme)),
    DRAFT_COLUMNS,
  );
}

/** The columns of the policy editor; that of the draft takes what it needs where there is room. */
export function policyColumns(theme: Theme, needsOfDraft: number): readonly Column<PolicyField>[] {
  const { ascii } = theme;
  return [
    {
      title: 'RULE',
      width: 26,
      grow: 0,
      rank: 0,
      primary: true,
      cell: ({ id }) => untrusted(id, { profile: 'ident', style: 'bold', ascii }),
    },
    {
      title: 'VALUE',
      width: 18,
      grow: 2,
      rank: 0,
      cell: (field) => {
        const stored = storedCell(field, theme);
        if (field.conflict !== undefined) {
          return [
            trusted('mine ', 'bad'),
            ...mixed(valueParts(field.id, field.conflict.mine), EVERYTHING, { style: 'accent', ascii }),
            trusted(', theirs ', 'bad'),
            ...stored,
          ];
        }
        return field.draft === undefined
          ? stored
          : [
              ...mixed(valueParts(field.id, field.draft.value), EVERYTHING, { style: 'accent', ascii }),
              ...field.rivals.flatMap((rival) => [
                trusted(', elsewhere ', 'bad'),
                ...mixed(valueParts(field.id, rival), EVERYTHING, { style: 'accent', ascii }),
              ]),
              trusted(` (was `, 'dim'),
              ...stored,
              trusted(')', 'dim'),
            ];
      },
    },
    {
      title: 'DRAFT',
      width: DRAFT_COLUMNS,
      needs: needsOfDraft,
      grow: 0,
      rank: 1,
      cell: (field, columns) => draftCell(field, columns, theme),
    },
    {
      title: 'ALLOWED',
      width: LONGEST_ALLOWED,
      grow: 0,
      rank: 3,
      cell: (field) => [trusted(allowedOf(field), 'dim')],
    },
    {
      title: 'MEANING',
      width: 24,
      needs: LONGEST_MEANING,
      grow: 0,
      rank: 2,
      cell: (field) => [trusted(meaningOf(field), 'dim')],
    },
  ];
}

/** What is stored, and that it is not understood where that is so. */
function storedCell({ id, stored, isHidden, unreadable, draft }: PolicyField, theme: Theme): Line {
  const { ascii } = theme;
  if (isHidden) {
    return [trusted('not shown', 'warn')];
  }
  return unreadable === undefined
    ? mixed(valueParts(id, stored), EVERYTHING, { ascii, style: draft === undefined ? 'plain' : 'dim' })
    : [
        trusted(`${theme.glyph('block')} `, 'bad'),
        ...untrusted(jsonText(stored), { profile: 'ident', ascii, style: 'bad' }),
        trusted(' cannot be read', 'bad'),
      ];
}

/** What the draft does to a field: nothing, a conflict, or which way it goes; and whether others changed it meanwhile. */
function draftCell(field: PolicyField, columns: number, theme: Theme): Line {
  if (field.conflict !== undefined) {
    return [trusted(`${theme.glyph('block')} conflict`, 'bad')];
  }
  if (field.draft !== undefined) {
    return strictnessCell(field, columns, theme);
  }
  return field.byOthers === undefined ? [] : [trusted('by others', 'dim')];
}

const EFFECTS: Readonly<Record<Strictness, { readonly shape: Glyph; readonly style: Style }>> = {
  loosens: { shape: 'descending', style: 'warn' },
  unclear: { shape: 'unknown', style: 'plain' },
  tightens: { shape: 'ascending', style: 'good' },
};

/**
 * Which way the draft goes with a field, as a word and a colour; of a list of which some elements go one way and some the
 * other, how many do, by signs where there is no room for words.
 */
export function strictnessCell(field: PolicyField, columns: number, theme: Theme): Line {
  const mark = `${theme.glyph('changed')[0]} `;
  const counts = countEffects(differencesOfField(field));
  const effects = EFFECT_ORDER.filter((effect) => counts[effect] > 0);
  const [first = strictnessOf(field.id, field.stored, field.draft?.value), ...others] = effects;
  const { style } = EFFECTS[first];
  if (others.length === 0) {
    return [trusted(mark, style), trusted(first, style)];
  }
  const words = effectsInShort(counts);
  return mark.length + words.length <= columns
    ? [trusted(mark, style), trusted(words, style)]
    : effects.map((effect) =>
        trusted(
          `${theme.glyph(EFFECTS[effect].shape)}${formatCount(counts[effect])} `,
          EFFECTS[effect].style,
        ),
      );
}
