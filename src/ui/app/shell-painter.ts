import { activeScopes } from '../../commands/base/scopes.ts';
import type { AgentRun } from '../../stores/agents/agent-run.ts';
import type { WriteProgress } from '../../stores/base/write-step.ts';
import { selectOpenBlocks } from '../../stores/events/open-blocks.ts';
import type { ConnectionState } from '../../stores/connection/connection-store.ts';
import type { FeedStanding } from '../../stores/events/feed-standing.ts';
import { selectFeedStanding } from '../../stores/events/select-feed-standing.ts';
import { rememberLast, rememberSame } from '../../stores/base/memoize-last.ts';
import { isTooSmall, LEAST_SCREEN, type Mode, type WriteAccess } from '../../stores/view/view-store.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import type { TimeStyle } from '../../lib/format-time.ts';
import { wrapLine } from '../../lib/cell-text.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import { createPagePane } from '../panes/entity/entity-pane.ts';
import { createPanes } from './panes.ts';
import type { PanePicture } from '../panes/pane.ts';
import { fitLines, own, type Line, type Size } from '../widgets/line.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import type { DialogPicture } from '../dialogs/base/dialog-context.ts';
import { paintDialog } from '../dialogs/dialog-picture.ts';
import { isScrolledDialog, paintScrolledDialog } from '../dialogs/base/scrolled-dialog.ts';
import { createHintRow } from './hint-row.ts';
import { notShownLines } from './not-shown.ts';
import { layOutShell } from './shell-layout.ts';
import { isHealthCurrent } from '../panes/overview/health-block.ts';
import { statusRow } from './status-row.ts';
import { tabRow } from './tab-row.ts';
import { untrustedText, type Untrusted } from '../../lib/untrusted.ts';

/** A row of the screen; undefined where what Ink draws is to be seen. */
export type ShellRow = Line | undefined;

/** The whole console as rows, and what painting found out that keys go by. */
export interface ShellPicture {
  readonly rows: readonly ShellRow[];
  readonly seen: ShellSeen;
}

/** What of the pane and the dialogs is on the screen. */
export interface ShellSeen {
  /** Undefined where no pane is to be seen. */
  readonly pane?: PanePicture | undefined;
  /** The dialogs that were painted: the one with the keys, and one that is longer than the screen under it. */
  readonly dialogs: readonly DialogPicture[];
  /** What was made of the dialog with the keys where it is made of lines; undefined lines where it could not be drawn. */
  readonly drawn?: { readonly dialog: Dialog; readonly lines: readonly Line[] | undefined } | undefined;
}

/**
 * Paints the whole console, and changes nothing: what the stores hold, the size and the time decide what it is. Nothing that
 * it shows goes through React: a key is on the screen without a commit, and before Ink is loaded. Ink draws the dialogs
 * that have fields or menus.
 */
export function createShellPainter({ commands, theme }: Console): () => ShellPicture {
  const { stores, clock } = commands;
  const { faults } = stores;
  const panes = createPanes({ stores, clock, theme });
  const paintPage = createPagePane({ stores, clock, theme });
  const hintRow = createHintRow(commands);
  const tabs = rememberLast(tabRow);
  const sameStanding = rememberSame<FeedStanding>();
  const status = rememberLast(
    (
      title: string,
      mode: Mode,
      access: WriteAccess,
      run: AgentRun | undefined,
      policy: WriteProgress | undefined,
      timeStyle: TimeStyle,
      columns: number,
      connection: ConnectionState,
      health: Untrusted | undefined,
      standing: FeedStanding,
      count: number,
      isCounting: boolean,
      isPartial: boolean,
      now: number,
    ) =>
      statusRow(
        { title, mode, access, timeStyle, columns },
        connection,
        { health, standing, waiting: { count, isCounting, isPartial }, run, policy },
        now,
        theme,
      ),
  );
  return () => {
    const view = stores.view.getState();
    const { columns, rows } = view;
    if (isTooSmall(view)) {
      const needed = `${LEAST_SCREEN.columns}x${LEAST_SCREEN.rows}`;
      const told = `Terminal too small: ${columns}x${rows}, needs ${needed}.`;
      const quits = own(`${theme.keyOf('app.quit')} quits`);
      return {
        rows: fitLines([...wrapLine(told, columns).map((line) => [own(line)]), [quits]], rows),
        seen: { dialogs: [] },
      };
    }
    // What is told of times is told in seconds: within one, most rows are the same as before.
    const now = Math.floor(clock.now() / 1000) * 1000;
    const layout = layOutShell(commands, { columns, rows }, theme);
    const { dialog, paneRows, dialogRows, stopped, notice } = layout;
    const connection = stores.connection.getState();
    const health = stores.health.getState();
    const healthText =
      health.data === undefined || connection.state === 'unreachable'
        ? undefined
        : untrustedText`health ${isHealthCurrent(health, connection, now) ? (health.data.status ?? 'unknown') : 'unknown'}`;
    const paneSize = { columns, rows: paneRows };
    const under = view.dialogs.at(-2);
    const covering =
      isScrolledDialog(under) && paneRows > 0
        ? guardedDialog(under, paneSize, () => paintScrolledDialog(under, { commands, theme, now }, paneSize))
        : undefined;
    const pane =
      paneRows > 0 && covering === undefined
        ? faults.guard(
            `drawing ${view.tab}`,
            (): PanePicture => {
              const paintPane = openPageOf(view) === undefined ? panes[view.tab] : paintPage;
              return paintPane(paneSize, now);
            },
            (error) => ({
              lines: notShownLines(
                { what: 'This pane', error, remedy: 'Other panes and the keys work on.' },
                paneSize,
                theme,
              ),
              pageSize: undefined,
            }),
          )
        : undefined;
    let isUndrawable = false;
    const picture =
      dialog === undefined
        ? undefined
        : guardedDialog(
            dialog,
            { columns, rows: dialogRows },
            () => paintDialog(dialog, { commands, theme, now }, { columns, rows: dialogRows }),
            () => {
              isUndrawable = true;
            },
          );
    const painted = [
      faults.guard(
        'drawing the status row',
        () => {
          const open = selectOpenBlocks(stores);
          return status(
            view.title,
            view.mode,
            view.access,
            stores.agentRun.getState().run,
            stores.policyDraft.getState().progress,
            view.timeStyle,
            columns,
            connection,
            healthText,
            sameStanding(selectFeedStanding(stores, now)),
            open.count,
            open.isCounting,
            open.isPartial,
            now,
          );
        },
        () => [own(' The status cannot be shown: a fault in vigil.', 'bad')],
      ),
      faults.guard(
        'drawing the tabs',
        () => tabs(view.tab, columns),
        () => [],
      ),
      ...((pane ?? covering)?.lines ?? []),
      ...(picture === undefined ? Array<ShellRow>(dialogRows).fill(undefined) : picture.lines),
      ...stopped,
      ...(notice.length === 0
        ? [
            faults.guard(
              'drawing the hints',
              () => hintRow(activeScopes(view), columns),
              () => [],
            ),
          ]
        : notice),
    ];
    return {
      rows: painted,
      seen: {
        pane,
        dialogs: [picture ?? [], covering ?? []].flat(),
        drawn: dialog && picture && { dialog, lines: isUndrawable ? undefined : picture.lines },
      },
    };
  };

  function guardedDialog(
    { kind }: Dialog,
    size: Size,
    paintIt: () => DialogPicture | undefined,
    onFailed: () => void = () => undefined,
  ): DialogPicture | undefined {
    return faults.guard(`drawing a dialog (${kind})`, paintIt, (error) => {
      onFailed();
      return { lines: notShownLines({ what: 'This dialog', error, remedy: 'Esc closes it.' }, size, theme) };
    });
  }
}
