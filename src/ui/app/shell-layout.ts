import type { CommandContext } from '../../commands/base/command.ts';
import { POLICY_NOTICES } from '../../commands/policy/own-writes.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import { isTooSmall, shownNotice, type Message, type ViewState } from '../../stores/view/view-store.ts';
import { untrustedWrapped, trusted, type Line, type Size } from '../widgets/line.ts';
import type { Theme } from '../theme.ts';
import { dialogRows, isDrawnByInk, staysUnderField } from '../dialogs/dialog-picture.ts';
import type { PaneName, PlacedSurface, SurfaceName } from '../surface/surface.ts';
import { RUN_TOPIC } from '../../stores/agents/agent-run.ts';
import { noticeRows } from './notice-rows.ts';
import { underWayRow } from './under-way-row.ts';

/** The status row and the tabs. */
export const HEAD_ROWS = 2;

/** How the screen is shared out, from the top: status and tabs, the pane, the dialog, why reading stopped, hints. */
export interface ShellLayout extends Size {
  /** There is room for nothing but saying so. */
  readonly isTooSmall: boolean;
  /** What stands in the body above the dialog; undefined where that takes all of it. */
  readonly pane: PaneName | 'covered' | undefined;
  readonly paneRows: number;
  readonly dialog: Dialog | undefined;
  /** The first row of the dialog. */
  readonly dialogTop: number;
  readonly dialogRows: number;
  readonly stopped: readonly Line[];
  /** What is shown in the place of the hints; empty when nothing is. */
  readonly notice: readonly Line[];
}

/** Shares out a screen of that size. */
export function layOutShell(commands: CommandContext, { columns, rows }: Size, theme: Theme): ShellLayout {
  if (isTooSmall({ columns, rows })) {
    return { columns, rows, isTooSmall: true, ...NOTHING, dialogTop: rows };
  }
  const { stores } = commands;
  const reason = stores.connection.getState().stopped;
  const stopped = reason === undefined ? [] : stoppedLines(reason, columns, theme);
  const view = stores.view.getState();
  const { dialogs, waiting } = view;
  const newest = shownNotice(view);
  const dialog = dialogs.at(-1);
  const now = Math.floor(commands.clock.now() / 1000) * 1000;
  const { faults } = stores;
  const underWay =
    dialog === undefined && (newest === undefined || isAboutWriting(newest))
      ? faults.guard(
          'drawing what is under way',
          () =>
            underWayRow(
              { run: stores.agentRun.getState().run, policy: stores.policyDraft.getState().progress },
              { columns, now, theme },
            ),
          () => undefined,
        )
      : undefined;
  const notice =
    underWay !== undefined
      ? [underWay]
      : newest === undefined
        ? []
        : faults.guard(
            'drawing a message',
            () =>
              noticeRows(newest, {
                columns,
                // Nothing moves a dialog that somebody reads or types in.
                rows: dialog === undefined ? NOTICE_ROWS : 1,
                waiting: waiting.length,
                now,
                theme,
              }),
            () => [],
          );
  const bodyRows = rows - HEAD_ROWS - Math.max(1, notice.length) - stopped.length;
  const taken =
    dialog === undefined
      ? 0
      : faults.guard(
          'placing a dialog',
          () => dialogRows(dialog, { commands, theme, now }, { columns, rows: bodyRows }),
          () => Math.min(UNKNOWN_ROWS, bodyRows),
        );
  const paneRows = bodyRows - taken;
  return {
    columns,
    rows,
    isTooSmall: false,
    pane: paneRows <= 0 ? undefined : staysUnderField(dialogs.at(-2)) ? 'covered' : paneOf(view),
    paneRows,
    dialog,
    dialogTop: HEAD_ROWS + paneRows,
    dialogRows: taken,
    stopped,
    notice,
  };
}

const NOTHING = {
  pane: undefined,
  paneRows: 0,
  dialog: undefined,
  dialogRows: 0,
  stopped: [],
  notice: [],
} as const;

function paneOf(view: ViewState): PaneName {
  if (openPageOf(view) !== undefined) {
    return 'entity';
  }
  return view.tab === 'sessions' && view.pager !== undefined ? 'transcript' : view.tab;
}

/** Whether two screens of which one is shown are shared out in the same way among the same parts. */
export function isSameLayout(one: ShellLayout, other: ShellLayout): boolean {
  return (
    one.columns === other.columns &&
    one.rows === other.rows &&
    one.pane === other.pane &&
    one.dialog?.number === other.dialog?.number &&
    one.dialogRows === other.dialogRows &&
    one.stopped.length === other.stopped.length &&
    one.notice.length === other.notice.length
  );
}

/** The surfaces of a screen, each where `<Shell>` has Ink place it: what is painted until Ink has done that. */
export function stackSurfaces(layout: ShellLayout): readonly PlacedSurface[] {
  const { rows, isTooSmall, pane, paneRows, dialog, dialogRows, stopped, notice } = layout;
  if (isTooSmall) {
    return [{ name: 'too-small', top: 0, rows }];
  }
  const parts: readonly (readonly [SurfaceName | undefined, number])[] = [
    ['status', 1],
    ['tabs', 1],
    [pane, paneRows],
    [isDrawnByInk(dialog) ? undefined : 'dialog', dialogRows],
    ['stopped', stopped.length],
    notice.length > 0 ? ['notice', notice.length] : ['hints', 1],
  ];
  let top = 0;
  return parts.flatMap(([name, height]) => {
    const placed = name === undefined || height <= 0 ? [] : [{ name, top, rows: height }];
    top += height;
    return placed;
  });
}

/** Whether a message only says that a change has begun, which the row that shows its progress says better. */
function isAboutWriting({ topic, tone }: Message): boolean {
  return topic === RUN_TOPIC || (topic === POLICY_NOTICES && tone === 'plain');
}

/** The rows of a dialog of which nothing can be said. */
const UNKNOWN_ROWS = 6;

/** What became of a change is shown in so many lines at most. */
const NOTICE_ROWS = 4;

/** Why reading has stopped and what to do, in so many lines at most. */
const STOPPED_ROWS = 3;

function stoppedLines(reason: string, columns: number, theme: Theme): readonly Line[] {
  const badge = ' STOPPED ';
  return untrustedWrapped(reason, columns - badge.length - 3, { style: 'bad', ascii: theme.ascii })
    .slice(0, STOPPED_ROWS)
    .map((line, index) => [
      trusted(' '),
      index === 0 ? trusted(badge, 'badge-bad') : trusted(' '.repeat(badge.length)),
      trusted(' '),
      ...line,
    ]);
}
