import { describeElement } from '../../../commands/list-elements.ts';
import { formatAge, formatDateTime, parseTime } from '../../../lib/format-time.ts';
import { selectPolicyFields, type PolicyField } from '../../../stores/select-policy.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import { useConsole } from '../../app/console-context.ts';
import { useListWindow } from '../../hooks/use-list-window.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePageSize } from '../../hooks/use-page-size.ts';
import { useStore } from '../../hooks/use-store.ts';
import type { Theme } from '../../theme.ts';
import { detailPlace, detailSize } from '../../widgets/body.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, foreignWrapped, joined, own, type Line, type Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { listBody, listRows } from '../list-body.ts';
import { allowedOf, meaningOf, policyColumns, valueText } from './columns.ts';

/** Every rule of the policy and its lists, with the draft beside what is stored. */
export function PolicyPane({ size }: { readonly size: Size }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const state = useStore(stores.policy);
  const draft = useStore(stores.policyDraft);
  const view = useStore(stores.view);
  const connection = useStore(stores.connection);
  const fields = selectPolicyFields(stores);
  const body = { columns: size.columns, rows: size.rows - 2 };
  const place = detailPlace(view.policy.detail, view.zoomed, view);
  const height = listRows(place, body);
  usePageSize(height);
  const window = useListWindow(visibleRows(fields), view.policy.cursor, height);
  const selected = fields[window.cursor];
  const policy = state.data;
  const updated = parseTime(policy?.updated_at);
  const changed = Object.keys(draft.changes).length;
  const told: Line[] = [
    policy?.name === undefined
      ? []
      : [own('policy ', 'dim'), ...foreign(policy.name, { style: 'bold', ascii: theme.ascii })],
    policy?.version === undefined
      ? []
      : [own('version ', 'dim'), ...foreign(policy.version, { profile: 'ident', ascii: theme.ascii })],
    updated === undefined
      ? []
      : [
          own(
            `changed ${formatDateTime(updated, view.timeStyle === 'local' ? 'local' : 'utc')} (${formatAge(now - updated)} ago)`,
            'dim',
          ),
        ],
    changed === 0
      ? []
      : [own(`${changed} ${changed === 1 ? 'change' : 'changes'} not written: W reviews`, 'accent')],
  ];
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={[own(' '), ...joined(told, separator(theme))]}
      footer={footerLine(
        [
          ...freshness(state, { feed: 'policy', connection, now, theme }),
          part(
            view.mode === 'read-only' ? [own('read-only: changes stay a draft', 'warn')] : [],
            leftOut(GIVES_WAY.oddities),
          ),
        ],
        size.columns,
        theme,
      )}
      body={listBody({
        rows: fields,
        columns: policyColumns(theme),
        window,
        place,
        size: body,
        theme,
        stale: isStale(state, connection),
        empty: emptyText(state, connection, false, { nothing: 'The policy has no rules.', hidden: '' }),
        detail: {
          ...(place === 'none' || selected === undefined
            ? { title: [], lines: [] }
            : fieldDetail(selected, detailSize(place, body).columns, theme)),
          top: view.detailTop,
        },
      })}
    />
  );
}

function fieldDetail(
  field: PolicyField,
  columns: number,
  theme: Theme,
): { title: Line; lines: readonly Line[] } {
  const { ascii } = theme;
  const value = field.draft === undefined ? field.stored : field.draft.value;
  const elements = Array.isArray(value) ? (value as readonly unknown[]) : undefined;
  return {
    title: foreign(field.id, { profile: 'ident', style: 'bold', ascii }),
    lines: [
      ...foreignWrapped(meaningOf(field), columns, { ascii }),
      [own('allowed  ', 'dim'), own(allowedOf(field))],
      [],
      ...(elements === undefined
        ? [[own('stored   ', 'dim'), ...foreign(valueText(field.stored), { ascii })]]
        : elements.flatMap((element) => foreignWrapped(`- ${describeElement(element)}`, columns, { ascii }))),
    ],
  };
}
