import { elementsOf } from '../../commands/policy/effect-words.ts';
import { describeAllowed, POLICY_RULES } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { formatCount } from '../../lib/format-number.ts';
import { jsonText } from '../../lib/json-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { sentInPlaceOfTime } from '../../lib/sent-time.ts';
import { elementParts, plainOrQuoted } from '../../stores/policy/describe-element.ts';
import { differenceParts, type PolicyDifference } from '../../stores/policy/policy-differences.ts';
import { foldedRows, type ReviewRow } from '../../stores/policy/review-rows.ts';
import { BLOCKED_LISTS, valueOfField } from '../../stores/policy/policy-fields.ts';
import type { Strictness } from '../../stores/policy/policy-strictness.ts';
import { unreadableField } from '../../stores/policy/unreadable-field.ts';
import {
  besides,
  drawn,
  drawnMixed,
  drawnWhole,
  trusted,
  type Look,
  type Drawn,
  type TextStyle,
} from '../output/styled-text.ts';
import { aligned, single, wrapped } from '../output/table-lines.ts';

/** The policy as lines for people: every rule with its value, its range and its meaning, then the blocked lists. */
export function policyText(policy: Policy, style: TextStyle): readonly string[] {
  const known = POLICY_RULES.map(({ name }) => name);
  const others = Object.keys(policy.rules ?? {}).filter((name) => !known.includes(name));
  const fact = (label: string, field: 'name' | 'version' | 'updated_at'): readonly Drawn[] => {
    const text = policy[field];
    return text === undefined
      ? []
      : [trusted(label, style, 'bold'), drawnWhole(quoted(text), profileOf('policy', field), style, 'bold')];
  };
  const unreadable = sentInPlaceOfTime(policy.raw['updated_at']);
  const head = besides([
    ...(policy.name === undefined ? [trusted('policy', style, 'bold')] : fact('', 'name')),
    ...fact(', version ', 'version'),
    ...(unreadable === ''
      ? []
      : unreadable === undefined
        ? fact(', changed ', 'updated_at')
        : [
            trusted(', changed ', style, 'bold'),
            drawnWhole(
              untrustedText`no time: ${quoted(unreadable)}`,
              profileOf('policy', 'updated_at'),
              style,
              'alarm',
            ),
          ]),
  ]);
  const value = (field: string) => {
    const unreadable = unreadableField(policy, field);
    return unreadable === undefined
      ? drawn(
          asUntrusted(valueText(valueOfField(policy, field))),
          profileOf('policy', `rules.${field}`),
          style,
          'bold',
        )
      : drawn(asUntrusted(unreadable), 'cell', style, 'alarm');
  };
  return [
    ...wrapped(head, style),
    '',
    ...aligned(
      [
        ...POLICY_RULES.map((rule) => [
          trusted(rule.name, style),
          value(rule.name),
          trusted(`${rule.meaning} (${describeAllowed(rule)})`, style),
        ]),
        ...others.map((name) => [
          drawn(asUntrusted(name), 'ident', style),
          value(name),
          trusted('not in the specification', style),
        ]),
      ],
      style,
      { wrapsLast: true },
    ),
    ...LISTS.flatMap((list) => {
      const value = valueOfField(policy, list);
      const elements: readonly unknown[] = Array.isArray(value) ? value : [];
      return [
        '',
        single(
          drawn(asUntrusted(`${list}: ${unreadableField(policy, list) ?? countText(value)}`), 'cell', style),
          style,
        ),
        ...elements.map((element) => single(drawnMixed(elementParts(element), style), style, '  ')),
      ];
    }),
  ];
}

function quoted(text: Untrusted): Untrusted {
  return asUntrusted(plainOrQuoted(text));
}

/** What is shown element by element. */
const LISTS: readonly string[] = [
  ...POLICY_RULES.filter(({ kind }) => kind === 'licences').map(({ name }) => name),
  ...BLOCKED_LISTS,
];

function valueText(value: unknown): string {
  return Array.isArray(value) || value === undefined
    ? countText(value)
    : typeof value === 'string'
      ? plainOrQuoted(value)
      : jsonText(value);
}

function countText(value: unknown): string {
  return Array.isArray(value) ? (value.length === 0 ? 'none' : `${value.length} listed`) : 'not set';
}

const EFFECTS: Readonly<Record<Strictness, readonly [shape: string, ascii: string, Look | undefined]>> = {
  loosens: ['▼', 'v', 'alarm'],
  unclear: ['◇', '*', 'warning'],
  tightens: ['▲', '^', undefined],
};

/** How changes are printed. */
interface DifferencesLook {
  readonly style: TextStyle;
  /** Whether somebody reads it on a terminal: many elements of a list that go the same way are one line then. */
  readonly folded: boolean;
  readonly indent?: string;
}

/** What changes as aligned lines, what loosens first: the effect as a shape and a word, the field, before and after. */
export function differencesText(
  differences: readonly PolicyDifference[],
  { style, folded, indent = '' }: DifferencesLook,
): readonly string[] {
  const arrow = trusted(style.ascii ? '->' : '→', style);
  const effectOf = cached((effect: Strictness) => {
    const [shape, ascii, look] = EFFECTS[effect];
    return trusted(`${style.ascii ? ascii : shape} ${effect}`, style, look);
  });
  const fieldOf = cached((field: string) => drawn(asUntrusted(field), 'ident', style, 'bold'));
  const cellsOf = ({ field, before, after, effect }: DrawnDifference) => [
    effectOf(effect),
    fieldOf(field),
    before,
    arrow,
    after,
  ];
  if (style.layout.kind === 'pipe' && !folded) {
    // Nothing is aligned there, and the cells of a hundred thousand lines are much to hold at once.
    return differences.flatMap((difference) =>
      aligned([cellsOf(drawnSides(difference, style))], style, { indent }),
    );
  }
  const listed = folded
    ? foldedRows(differences).map((row) => drawnRow(row, style))
    : differences.map((difference) => drawnSides(difference, style));
  return aligned(listed.map(cellsOf), style, { indent });
}

/** The same function, which does its work once for each of few values. */
function cached<Value, Result>(make: (value: Value) => Result): (value: Value) => Result {
  const made = new Map<Value, Result>();
  return (value) => {
    const result = made.get(value) ?? make(value);
    made.set(value, result);
    return result;
  };
}

interface DrawnDifference extends Pick<PolicyDifference, 'field' | 'effect'> {
  readonly before: Drawn;
  readonly after: Drawn;
}

function drawnSides(difference: PolicyDifference, style: TextStyle): DrawnDifference {
  const { field, effect } = difference;
  return {
    field,
    effect,
    before: drawnMixed(differenceParts(difference, 'before'), style),
    after: drawnMixed(differenceParts(difference, 'after'), style),
  };
}

/** A row as a change; one that stands for many says how many it stands for. */
function drawnRow(row: ReviewRow, style: TextStyle): DrawnDifference {
  if (row.kind === 'change') {
    return drawnSides(row.difference, style);
  }
  const { how } = row.first;
  const first = drawnSides(row.first, style);
  const many = trusted(`${formatCount(row.count)} ${elementsOf(row.first.field)}`, style);
  // Each of those that are edited becomes another one.
  const after = how === 'edited' ? trusted('edited', style) : first.after;
  return how === 'added' ? { ...first, after: many } : { ...first, before: many, after };
}

/** What is to be said below changes that were printed folded: how many are not listed, and where they are; else nothing. */
export function describeFolded(differences: readonly PolicyDifference[]): string | undefined {
  let count = 0;
  for (const row of foldedRows(differences)) {
    count += row.kind === 'run' ? row.count : 0;
  }
  return count === 0
    ? undefined
    : `${formatCount(count)} changes are folded. To list each: vigil policy diff FILE | less`;
}
