import { formatCount } from '../../../lib/format-number.ts';
import { formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import type { DiscoveredColumn, LlmCallRow } from '../../../stores/select-llm-calls.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { asUntrusted, type Untrusted } from '../../../lib/untrusted.ts';
import { jsonText } from '../../../lib/json-text.ts';

/** The columns of the table of calls: one for each field that was found in the data, as wide as its values. */
export function llmColumns(
  discovered: readonly DiscoveredColumn[],
  rows: readonly LlmCallRow[],
  { theme, now, timeStyle }: { readonly theme: Theme; readonly now: number; readonly timeStyle: TimeStyle },
): readonly Column<LlmCallRow>[] {
  const sample = rows.slice(0, 50);
  return discovered.map(({ name, numeric }, index) => {
    const isTime = !numeric && sample.every((row) => isTimeOrAbsent(row.fields[name]));
    const longest = Math.max(...sample.map((row) => shown(row.fields[name]).length), 0);
    return {
      // As it was sent: names may differ by nothing but their case.
      title: name,
      width: isTime ? 12 : Math.min(24, Math.max(name.length, longest)),
      grow: 0,
      rank: index === 0 ? 0 : index,
      right: numeric,
      primary: index === 0,
      cell: (row) => {
        const value = row.fields[name];
        const time = isTime && typeof value === 'string' ? parseTime(value) : undefined;
        return time === undefined
          ? foreign(shown(value), { ascii: theme.ascii })
          : [own(formatClock(time, now, timeStyle), 'dim')];
      },
    };
  });
}

function isTimeOrAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && parseTime(value) !== undefined)
  );
}

function shown(value: unknown): Untrusted {
  if (typeof value === 'number') {
    return asUntrusted(formatCount(value, 6));
  }
  if (value === undefined || value === null) {
    return asUntrusted('');
  }
  return asUntrusted(typeof value === 'string' ? value : jsonText(value));
}
