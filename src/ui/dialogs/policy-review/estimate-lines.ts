import { formatCount } from '../../../lib/format-number.ts';
import { formatMinute } from '../../../lib/format-time.ts';
import type { Zone } from '../../../lib/zoned-time.ts';
import { largest } from '../../../lib/long-lists.ts';
import type { Estimate, FieldEstimate } from '../../../stores/policy/estimate/estimate.ts';
import type { Style, Theme } from '../../theme.ts';
import {
  fit,
  identifier,
  lineColumns,
  trusted,
  untrusted,
  untrustedWrapped,
  type Line,
} from '../../widgets/line.ts';

interface EstimateLook {
  readonly columns: number;
  readonly zone: Zone;
  readonly theme: Theme;
}

const OUTCOMES = [
  ['block', 'blocked'],
  ['review', 'reviewed'],
] as const;
const FIELD_HEAD = 'FIELD';
const MOST_NAME = 26;
/** Heads of the figures, the longest first. */
const HEADS = [
  ['BLOCKED MORE', 'LESS', 'REVIEWED MORE', 'LESS'],
  ['BLOCKED +', '-', 'REVIEWED +', '-'],
] as const;
const BETWEEN = '  ';
const BEFORE_JUDGED = '   ';

/** From so many columns on a row has room for which events were judged, and for what would be blocked. */
const BESIDE_PACKAGES = 120;

/**
 * What would have become of the loaded events: a row for each changed field, with how many more and fewer would have been blocked
 * and reviewed, and on how many events that rests. Read aloud, each row is a sentence.
 */
export function estimateLines(estimate: Estimate, look: EstimateLook): readonly Line[] {
  const { columns, theme } = look;
  if (!theme.sideBySide || estimate.of === 0) {
    return describeEstimate(estimate, look.zone).flatMap((text) => sentence(text, look));
  }
  const names = [FIELD_HEAD, ...estimate.fields.map(({ field }) => field), ...estimate.leftOut];
  const nameColumns = Math.min(
    MOST_NAME,
    largest(names.map((name) => lineColumns(identifier(name, MOST_NAME)))),
  );
  const { heads, widths, isBeside } = layOut(estimate.fields.filter(isEvaluated), nameColumns, columns);
  const rowOf = (field: Line, figures: readonly Line[], rest: Line): readonly Line[] => {
    const row = figures.flatMap((figure, place) => [
      trusted(BETWEEN),
      ...fit(figure, widths[place] ?? 0, { right: true, ascii: theme.ascii }),
    ]);
    const behind = [...row, trusted(BEFORE_JUDGED), ...rest];
    return isBeside
      ? [[trusted(' '), ...fit(field, nameColumns, theme), ...behind]]
      : [
          [trusted(' '), ...field],
          [trusted(' '), ...behind],
        ];
  };
  const nameOf = (field: string) => identifier(field, nameColumns, { ascii: theme.ascii });
  const head = rowOf(
    [trusted(FIELD_HEAD, 'dim')],
    heads.map((text) => [trusted(text, 'dim')]),
    [trusted('JUDGED', 'dim')],
  );
  const why = (field: string, text: string): readonly Line[] =>
    isBeside && nameColumns + BEFORE_JUDGED.length + text.length < columns
      ? [[trusted(' '), ...fit(nameOf(field), nameColumns, theme), trusted(`${BETWEEN}${text}`, 'dim')]]
      : [[trusted(' '), ...nameOf(field)], fit([trusted(`   ${text}`, 'dim')], columns, theme)];
  return [
    ...sentence(headingOf(estimate, look.zone), look),
    ...(estimate.fields.some(isEvaluated) ? (isBeside ? head : head.slice(1)) : []),
    ...estimate.fields.flatMap((each) =>
      isEvaluated(each)
        ? withPackages(
            rowOf(nameOf(each.field), figuresOf(each).map(figure), judgedOf(each, columns)),
            each,
            look,
          )
        : why(each.field, whyNotEvaluated(each)),
    ),
    ...estimate.leftOut.map((field) => why(field, neverEvaluated(field))).flat(),
  ];
}

/** Figures stand beside the name of their field where they have room there, under the longest heads that have. */
function layOut(fields: readonly FieldEstimate[], nameColumns: number, columns: number) {
  const judged = largest(
    fields.map((field) => lineColumns(judgedOf(field, columns))),
    0,
  );
  const forms = [true, false].flatMap((isBeside) =>
    HEADS.map((heads) => {
      const widths = heads.map((head, place) =>
        largest(
          fields.map((field) => formatCount(figuresOf(field)[place] ?? 0).length),
          head.length,
        ),
      );
      const figures = widths.reduce((sum, width) => sum + BETWEEN.length + width, 1);
      const sum = figures + BEFORE_JUDGED.length + judged + (isBeside ? nameColumns : 0);
      return { heads, widths, isBeside, sum };
    }),
  );
  return forms.find(({ sum }) => sum < columns) ?? forms[forms.length - 1]!;
}

function sentence(text: string, { columns, theme }: EstimateLook, style: Style = 'dim'): readonly Line[] {
  return untrustedWrapped(text, Math.max(1, columns - 2), { style, ascii: theme.ascii }).map((line) => [
    trusted(' '),
    ...line,
  ]);
}

function isEvaluated({ evaluated }: FieldEstimate): boolean {
  return evaluated > 0;
}

function figuresOf({ more, less }: FieldEstimate): readonly number[] {
  return OUTCOMES.flatMap(([outcome]) => [more[outcome], less[outcome]]);
}

function figure(count: number): Line {
  return [trusted(formatCount(count), count === 0 ? 'dim' : 'bold')];
}

function judgedOf({ effect, evaluated, touched }: FieldEstimate, columns: number): Line {
  const events = columns >= BESIDE_PACKAGES ? ` ${TOUCHED[effect]}` : '';
  return [trusted(`${formatCount(evaluated)} of ${formatCount(touched)}${events}`)];
}

/** The packages that would be blocked more often, behind the row where there is room, else below it. */
function withPackages(
  rows: readonly Line[],
  { blocked }: FieldEstimate,
  { columns, theme }: EstimateLook,
): readonly Line[] {
  if (blocked.length === 0) {
    return rows;
  }
  const names = untrusted(packagesOf(blocked), { style: 'dim', ascii: theme.ascii });
  const last = rows.at(-1) ?? [];
  return columns >= BESIDE_PACKAGES
    ? [...rows.slice(0, -1), fit([...last, trusted('   '), ...names], columns - 1, theme)]
    : [...rows, fit([trusted('   blocked more: ', 'dim'), ...names], columns - 1, theme)];
}

function packagesOf(blocked: FieldEstimate['blocked']): string {
  return blocked.map(([name, count]) => `${name} ${formatCount(count)}`).join(', ');
}

/** Which events a change may touch, by the way it goes. */
const TOUCHED: Readonly<Record<FieldEstimate['effect'], string>> = {
  loosens: 'blocked or reviewed',
  tightens: 'allowed or reviewed',
  unclear: 'decided',
};

/** What a rule looks at, as events may say it. */
const LOOKS_AT: ReadonlyMap<string, string> = new Map([
  ['min_scorecard', 'scorecard'],
  ['review_scorecard', 'scorecard'],
  ['max_known_vulnerabilities', 'vulnerabilities'],
  ['block_on_critical_vuln', 'critical vulnerabilities'],
  ['review_on_new_package_days', 'age of the package'],
  ['typosquat_threshold', 'similarity of the name'],
  ['typosquat_action', 'similarity of the name'],
  ['blocked_packages', 'package'],
  ['require_provenance', 'provenance'],
  ['allow_provenance_fallback', 'provenance'],
  ['allowed_licenses', 'licence'],
  ['blocked_maintainers', 'maintainers'],
]);

function whyNotEvaluated({ field, effect, touched }: FieldEstimate): string {
  return touched === 0
    ? `not evaluated: no loaded event was ${TOUCHED[effect]}`
    : `not evaluated: ${formatCount(touched)} ${touched === 1 ? 'event' : 'events'} do${touched === 1 ? 'es' : ''} not say enough of the ${LOOKS_AT.get(field) ?? 'rule'}`;
}

function neverEvaluated(field: string): string {
  const what = LOOKS_AT.get(field);
  return what === undefined
    ? 'not evaluated: what it looks at is not known'
    : `not evaluated: events have no field for the ${what}`;
}

function headingOf({ of, period, fields, leftOut }: Estimate, zone: Zone): string {
  const [first, last] = (period ?? []).map((time) => formatMinute(time, zone));
  const from = first === undefined || last === undefined ? '' : `, ${first} to ${last}`;
  const each = fields.length + leftOut.length > 1 ? ', each change by itself' : '';
  return `Estimate from ${formatCount(of)} loaded ${of === 1 ? 'event' : 'events'}${from}${each}. Judged are those that it may touch and that say enough.`;
}

/**
 * What would have become of the loaded events, a sentence for each changed field with how many events it rests on. It may
 * hold names that others wrote.
 */
export function describeEstimate(estimate: Estimate, zone: Zone): readonly string[] {
  const { of, fields, leftOut } = estimate;
  return of === 0
    ? ['Estimate: none, since no event is loaded.']
    : [
        headingOf(estimate, zone),
        ...fields.map((each) => `${each.field}: ${describeField(each)}.`),
        ...leftOut.map((field) => `${field}: ${neverEvaluated(field)}.`),
      ];
}

function describeField(estimate: FieldEstimate): string {
  if (!isEvaluated(estimate)) {
    return whyNotEvaluated(estimate);
  }
  const { effect, touched, evaluated, more, less, blocked } = estimate;
  const changes = OUTCOMES.flatMap(([outcome, word]) => [
    ...(more[outcome] > 0
      ? [
          `${formatCount(more[outcome])} more ${word}${outcome === 'block' ? ` (${packagesOf(blocked)})` : ''}`,
        ]
      : []),
    ...(less[outcome] > 0 ? [`${formatCount(less[outcome])} fewer ${word}`] : []),
  ]);
  const judged = `judged ${formatCount(evaluated)} of ${formatCount(touched)} ${TOUCHED[effect]}`;
  return `${changes.length === 0 ? 'none blocked or reviewed otherwise' : changes.join(', ')}, ${judged}`;
}
