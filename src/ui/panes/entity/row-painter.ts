import type { Session } from '../../../contract/session.ts';
import type { CountRow } from '../../../stores/counts/count-rows.ts';
import type { EventRow } from '../../../stores/events/event-row.ts';
import type { Group } from '../../../stores/entity/event-digest.ts';
import type { CountTable, GroupKind, PageRow } from '../../../stores/entity/page-rows.ts';
import type { OpenPage } from '../../../stores/entity/page-subject.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { Theme } from '../../theme.ts';
import { detailLines } from '../../widgets/detail.ts';
import { fit, untrusted, untrustedWrapped, trusted, ruleLine, type Line } from '../../widgets/line.ts';
import { headingLine, placeColumns, rowLine, type PlacedColumn } from '../../widgets/table.ts';
import { agentName, statusCell } from '../agent-cells.ts';
import { groupColumns, pageEventColumns, pageSessionColumns, type Looks } from './columns.ts';
import { countColumns } from './count-columns.ts';

/** Columns before each row, where the mark of the cursor stands. */
const GUTTER = 2;

const GROUP_KINDS: readonly GroupKind[] = ['version', 'machine', 'package', 'reason', 'wording', 'ecosystem'];

type Painted = WeakMap<PageRow, readonly Line[]>;

/** Draws the rows of pages, each as one line or several. A row that was drawn before is the same lines again. */
export function createPageRowPainter(
  columns: number,
  looks: Looks,
  of: OpenPage['subject']['kind'],
): (row: PageRow, isSelected: boolean) => readonly Line[] {
  const { theme, idsOfTwins } = looks;
  const events = placeColumns<EventRow>(pageEventColumns(looks, of), columns);
  const sessions = placeColumns<Session>(pageSessionColumns(looks), columns);
  const groups = new Map(
    GROUP_KINDS.map((of) => [of, placeColumns<Group>(groupColumns(of, looks), columns)]),
  );
  const countsOf = memoizeLast((table: CountTable | undefined) =>
    table === undefined ? [] : placeColumns<CountRow>(countColumns(table, looks), columns),
  );
  const known: readonly [Painted, Painted] = [new WeakMap(), new WeakMap()];
  const room = Math.max(20, columns - GUTTER);

  function table<Row>(row: Row, placed: readonly PlacedColumn<Row>[], selected: boolean): readonly Line[] {
    return [rowLine(row, placed, { selected, theme })];
  }

  function paint(row: PageRow, selected: boolean): readonly Line[] {
    switch (row.kind) {
      case 'heading':
        return [[], ruleLine(columns, theme, headingOf(row, theme))];
      case 'titles':
        switch (row.of) {
          case 'event':
            return [headingLine(events, theme)];
          case 'session':
            return [headingLine(sessions, theme)];
          case 'count':
            return [headingLine(countsOf(row.table), theme)];
          default:
            return [headingLine(groups.get(row.of) ?? [], theme)];
        }
      case 'event':
        return table(row.row, events, selected);
      case 'session':
        return table(row.session, sessions, selected);
      case 'count':
        return table(row.row, countsOf(row.table), selected);
      case 'group':
        return table(row.group, groups.get(row.of) ?? [], selected);
      case 'agent':
        return marked(
          [
            [
              trusted(`${row.why}: `, 'warn'),
              ...statusCell(row.agent.status, theme),
              trusted('  '),
              ...agentName(
                row.agent.hostname ?? row.agent.id,
                idsOfTwins.get(row.agent.id),
                Math.max(10, room - 34),
                {
                  theme,
                },
              ),
            ],
          ],
          selected,
        );
      case 'fact':
        return marked(factLines(row, room, theme), selected);
      case 'note':
        return marked(untrustedWrapped(row.text, room, { style: row.tone, ascii: theme.ascii }), selected);
      case 'more':
        return marked(
          [
            [
              trusted(`${theme.keyOf('page.open')} `, 'key'),
              ...untrusted(row.text, { style: 'accent', ascii: theme.ascii }),
            ],
          ],
          selected,
        );
    }
  }

  function marked(lines: readonly Line[], selected: boolean): readonly Line[] {
    const gutter = selected
      ? trusted(theme.glyph('gutter').padEnd(GUTTER), 'accent')
      : trusted(' '.repeat(GUTTER));
    return lines.map((line) => [gutter, ...line]);
  }

  return (row, isSelected) => {
    const painted = known[isSelected ? 1 : 0];
    let lines = painted.get(row);
    if (lines === undefined) {
      lines = paint(row, isSelected);
      painted.set(row, lines);
    }
    return lines;
  };
}

/** Columns for the labels of facts, so that values stand below each other. */
const LABEL = 23;

function factLines(
  { label, value, isName }: Extract<PageRow, { kind: 'fact' }>,
  room: number,
  theme: Theme,
): readonly Line[] {
  const { ascii } = theme;
  return detailLines([{ label: '', value, isIdentifier: isName }], room - LABEL, ascii).map(
    (piece, index) => [
      ...fit(index === 0 ? untrusted(label, { profile: 'ident', style: 'dim', ascii }) : [], LABEL, theme),
      ...piece,
    ],
  );
}

function headingOf({ title, note }: Extract<PageRow, { kind: 'heading' }>, theme: Theme): Line {
  return [
    trusted(title, 'heading'),
    ...(note === '' ? [] : [trusted('  '), ...untrusted(note, { style: 'dim', ascii: theme.ascii })]),
  ];
}
