import { formatCount, formatFixed } from '../../../lib/format-number.ts';
import { formatClock, parseTime, type TimeStyle, CLOCK_COLUMNS } from '../../../lib/format-time.ts';
import { jsonText } from '../../../lib/json-text.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { profileOf } from '../../../lib/text-fields.ts';
import { asUntrusted, type Untrusted } from '../../../lib/untrusted.ts';
import type { LlmCallRow } from '../../../stores/llm/llm-call-row.ts';
import type { DiscoveredColumn, DiscoveredFields } from '../../../stores/llm/llm-fields.ts';
import { meansError } from '../../../stores/llm/llm-totals.ts';
import type { Faults } from '../../../stores/connection/faults.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, identifier, trusted, restyled } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { largestOf } from '../largest-of.ts';

/** So many rows are looked at for how wide their values are. */
const SAMPLE = 50;

/** What has no kind of its own and what is longer gets so many columns. */
const WIDEST = 24;

export interface LlmLooks {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly fields: DiscoveredFields;
  readonly sort: Sorting | undefined;
  readonly hostByClient: ReadonlyMap<string, string>;
  readonly faults: Faults;
}

/** `2025-10-26 02:30+01:00` */
const WIDEST_CLOCK = 22;

/** One value that is no time makes a field no other for the values that are. */
const START_OF_TIME = /^\d{4}-\d{2}-\d{2}T/;

/** The field that names the machine of a call, as everywhere else in the API. */
const CLIENT = 'client_id';

/** The columns of the table of calls: one for each field that was found in the data, as wide as its values. */
export function llmColumns(
  discovered: readonly DiscoveredColumn[],
  rows: readonly LlmCallRow[],
  { theme, now, timeStyle, fields, sort, hostByClient, faults }: LlmLooks,
): readonly Column<LlmCallRow>[] {
  const sample = rows.slice(0, SAMPLE);
  const { ascii } = theme;
  return discovered.map(({ name, kind }, index): Column<LlmCallRow> => {
    const decimals = largestOf(faults, sample, (row) => decimalsOf(ownValue(row.fields, name)));
    const hostOf = (value: unknown) =>
      name === CLIENT && typeof value === 'string' ? hostByClient.get(value) : undefined;
    const textOf = (value: unknown) => asUntrusted(hostOf(value) ?? shown(value, decimals));
    const hasHosts =
      largestOf(faults, sample, (row) => Number(hostOf(ownValue(row.fields, name)) !== undefined)) > 0;
    const timeOf = (value: unknown) =>
      (kind === 'time' || kind === 'text') && typeof value === 'string' && START_OF_TIME.test(value)
        ? parseTime(value)
        : undefined;
    const hasTimes =
      largestOf(faults, sample, (row) => Number(timeOf(ownValue(row.fields, name)) !== undefined)) > 0;
    const longest = largestOf(faults, sample, (row) => {
      const value = ownValue(row.fields, name);
      const time = timeOf(value);
      if (time !== undefined) {
        return formatClock(time, now, timeStyle).length;
      }
      return typeof value === 'object' && value !== null ? WIDEST : textOf(value).length;
    });
    const isSorted = sort?.column === name;
    const isIdentifier =
      name === fields.model || name === fields.provider || profileOf('call', name) === 'ident';
    return {
      // As it was sent: names may differ by nothing but their case.
      title: hasHosts ? 'HOST' : name,
      width: hasTimes
        ? Math.max(CLOCK_COLUMNS, Math.min(longest, WIDEST_CLOCK))
        : Math.min(WIDEST, Math.max(name.length + (isSorted ? 1 : 0), longest)),
      grow: 0,
      rank: index,
      right: kind === 'number',
      primary: index === 0,
      ...(isSorted ? { sorted: sort.descending ? 'descending' : 'ascending' } : {}),
      cell: (row, columns) => {
        const value = ownValue(row.fields, name);
        const time = timeOf(value);
        if (time !== undefined) {
          return [trusted(formatClock(time, now, timeStyle), 'dim')];
        }
        const text = textOf(value);
        const line =
          isIdentifier && text !== '' ? identifier(text, columns, { ascii }) : untrusted(text, { ascii });
        return name === fields.status && meansError(value, name) === true ? restyled(line, 'warn') : line;
      },
    };
  });
}

/** The most digits behind the point that are shown of any number. */
const MOST_DECIMALS = 6;

function decimalsOf(value: unknown): number {
  return typeof value === 'number' && !Number.isInteger(value)
    ? (formatCount(value, MOST_DECIMALS).split('.')[1] ?? '').length
    : 0;
}

/** Numbers have as many digits behind the point as those beside them, and more rather than being rounded. */
function shown(value: unknown, decimals: number): Untrusted {
  if (typeof value === 'number') {
    return asUntrusted(formatFixed(value, Math.max(decimals, decimalsOf(value))));
  }
  if (value === undefined || value === null) {
    return asUntrusted('');
  }
  return asUntrusted(typeof value === 'string' ? value : jsonText(value));
}
