import { Box, useWindowSize } from 'ink';
import { useEffect } from 'react';

import { expireNotice, setScreenSize } from '../../commands/screen.ts';
import { activeScopes } from '../../commands/scopes.ts';
import { isTooSmall, LEAST_SCREEN, type Notice } from '../../stores/view-store.ts';
import { useNow } from '../hooks/use-now.ts';
import { useStore } from '../hooks/use-store.ts';
import { PANES } from '../panes/index.ts';
import type { Theme } from '../theme.ts';
import { fitLines, foreign, foreignWrapped, own, type Line } from '../widgets/line.ts';
import { Lines } from '../widgets/Lines.tsx';
import { ConsoleContext, useConsole, type Console } from './console-context.ts';
import { DialogView } from './dialogs/DialogView.tsx';
import { dialogRows } from './dialogs/dialog-rows.ts';
import { hintRow } from './hint-row.ts';
import { statusRow } from './status-row.ts';
import { tabRow } from './tab-row.ts';
import { useKeyDispatch } from './use-key-dispatch.ts';

/** Rows of the shell itself: status, tabs and hints. */
const SHELL_ROWS = 3;

/** The whole console. */
export function App({ console }: { readonly console: Console }) {
  return (
    <ConsoleContext.Provider value={console}>
      <Shell />
    </ConsoleContext.Provider>
  );
}

function Shell() {
  const { commands, theme, keyboard } = useConsole();
  const { stores, clock } = commands;
  const { columns, rows } = useWindowSize();
  const now = useNow(clock);
  const view = useStore(stores.view);
  const connection = useStore(stores.connection);
  const health = useStore(stores.health);
  useStore(stores.policyDraft);
  useKeyDispatch(commands, keyboard);
  useEffect(() => setScreenSize(commands, columns, rows), [commands, columns, rows]);
  useEffect(() => expireNotice(commands), [commands, now]);

  if (isTooSmall({ columns, rows })) {
    const needed = `${LEAST_SCREEN.columns}x${LEAST_SCREEN.rows}`;
    const text: Line[] = [
      [own(`Terminal too small: ${columns}x${rows}, needs ${needed}.`)],
      [own('q quits')],
    ];
    return <Lines lines={fitLines(text, rows)} columns={columns} theme={theme} />;
  }
  const Pane = PANES[view.tab];
  const dialog = view.dialogs.at(-1);
  const stopped = connection.stopped === undefined ? [] : stoppedLines(connection.stopped, columns, theme);
  const bodyRows = rows - SHELL_ROWS - stopped.length;
  const taken = dialog === undefined ? 0 : dialogRows(dialog, stores, bodyRows);
  const healthText =
    health.data === undefined || connection.state === 'unreachable'
      ? undefined
      : `health ${health.data.status ?? 'unknown'}`;
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Lines
        lines={[
          statusRow({ ...view, columns }, connection, healthText, now, theme),
          tabRow(view.tab, columns),
        ]}
        columns={columns}
        theme={theme}
      />
      {taken < bodyRows && <Pane size={{ columns, rows: bodyRows - taken }} />}
      {dialog !== undefined && (
        <DialogView key={view.dialogs.length} dialog={dialog} columns={columns} rows={taken} />
      )}
      <Lines
        lines={[
          ...stopped,
          view.notice === undefined
            ? hintRow(commands, activeScopes(view), columns)
            : noticeLine(view.notice, theme),
        ]}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}

/** Why reading has stopped and what to do, in so many lines at most. */
const STOPPED_ROWS = 3;

function stoppedLines(reason: string, columns: number, theme: Theme): readonly Line[] {
  const badge = ' STOPPED ';
  return foreignWrapped(reason, columns - badge.length - 3, { style: 'bad', ascii: theme.ascii })
    .slice(0, STOPPED_ROWS)
    .map((line, index) => [
      own(' '),
      index === 0 ? own(badge, 'badge-bad') : own(' '.repeat(badge.length)),
      own(' '),
      ...line,
    ]);
}

function noticeLine(notice: Notice, theme: Theme): Line {
  const style = notice.tone === 'plain' ? 'bold' : notice.tone;
  return [own(' '), ...foreign(notice.text, { style, ascii: theme.ascii })];
}
