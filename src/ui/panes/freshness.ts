import type { DamagedRow } from '../../contract/pagination.ts';
import type { ResourceState } from '../../stores/resource-store.ts';
import { formatAge } from '../../lib/format-time.ts';
import type { Theme } from '../theme.ts';
import { foreign, joined, own, type Line } from '../widgets/line.ts';

/** How old the data of a pane is and, when the last try failed, why: old data stays and says so. */
export function freshness(
  state: Pick<ResourceState<unknown>, 'receivedAt' | 'failure'>,
  now: number,
  theme: Theme,
): Line {
  const age: Line =
    state.receivedAt === undefined
      ? [own(state.failure === undefined ? 'waiting for the first answer' : 'no data yet', 'dim')]
      : [
          own(
            `data ${formatAge(Math.max(0, now - state.receivedAt))} old`,
            state.failure === undefined ? 'dim' : 'warn',
          ),
        ];
  const cause: Line =
    state.failure === undefined ? [] : foreign(state.failure.message, { style: 'bad', ascii: theme.ascii });
  return joined([age, cause], separator(theme));
}

/** What stands between parts of a summary or a footer. */
export function separator(theme: Theme) {
  return own(` ${theme.glyph('separator')} `, 'dim');
}

/** How many rows were left out because they could not be read, and what was wrong with the first of them. */
export function damagedLine(damaged: readonly DamagedRow[] | undefined, theme: Theme): Line {
  const [first] = damaged ?? [];
  if (first === undefined) {
    return [];
  }
  const count = damaged?.length ?? 0;
  return [
    own(`${count} damaged ${count === 1 ? 'row' : 'rows'} left out (`, 'warn'),
    ...foreign(first.field, { profile: 'ident', style: 'warn', ascii: theme.ascii }),
    own(')', 'warn'),
  ];
}

/** What an empty list says: that nothing was read yet, that there is nothing, or that the filters hide everything. */
export function emptyText(
  state: Pick<ResourceState<unknown>, 'receivedAt' | 'failure'>,
  hasRows: boolean,
  texts: { readonly nothing: string; readonly hidden: string },
): string {
  if (hasRows) {
    return texts.hidden;
  }
  if (state.receivedAt !== undefined) {
    return texts.nothing;
  }
  return state.failure === undefined
    ? 'Waiting for the first answer…'
    : 'Nothing could be read yet; the line at the bottom says why. r tries now.';
}
