import { Box } from 'ink';
import { Component, type ReactNode } from 'react';

import type { Dialog } from '../../stores/dialog.ts';
import { isTooSmall } from '../../stores/view-store.ts';
import { useStore } from '../hooks/use-store.ts';
import { ConsoleContext, useConsole, type Console } from './console-context.ts';
import { DialogView } from './dialogs/DialogView.tsx';
import { layOutShell } from './shell-layout.ts';
import { useKeyDispatch } from './use-key-dispatch.ts';

/**
 * What Ink does of the console: it reads the keys and draws the dialogs that have fields, menus or tables, each in its
 * place on a screen that is empty otherwise. Everything else is painted past it (`shell-painter.ts`).
 */
export function App({
  console,
  onError,
}: {
  readonly console: Console;
  /** Called when drawing failed. */
  readonly onError: (error: unknown) => void;
}) {
  return (
    <ErrorBoundary onError={onError}>
      <ConsoleContext.Provider value={console}>
        <Shell />
      </ConsoleContext.Provider>
    </ErrorBoundary>
  );
}

/** Whether a dialog is made of lines alone, so that no key in it need go through React. */
function isPainted(dialog: Dialog | undefined): boolean {
  return dialog?.kind === 'filter';
}

function Shell() {
  const { commands, theme, keyboard } = useConsole();
  const { stores } = commands;
  const columns = useStore(stores.view, (view) => view.columns);
  const rows = useStore(stores.view, (view) => view.rows);
  const depth = useStore(stores.view, (view) => view.dialogs.length);
  useStore(stores.view, ({ dialogs }) => (isPainted(dialogs.at(-1)) ? undefined : dialogs.at(-1)));
  useStore(stores.connection, (connection) => connection.stopped);
  useStore(stores.policyDraft);
  useKeyDispatch(commands, keyboard);
  const size = { columns, rows };
  if (isTooSmall(size)) {
    return <Box width={columns} height={rows} />;
  }
  const { dialog, dialogTop, dialogRows } = layOutShell(commands, size, theme);
  return (
    <Box flexDirection="column" width={columns} height={rows} paddingTop={dialogTop}>
      {dialog !== undefined && (
        // One that follows another in the same turn must not get what was typed into that one.
        <DialogView key={`${depth} ${dialog.openedAt}`} dialog={dialog} columns={columns} rows={dialogRows} />
      )}
    </Box>
  );
}

/** Ink would draw a failure over the screen, with the sources around it; ours ends the program with a sentence. */
class ErrorBoundary extends Component<
  { readonly children: ReactNode; readonly onError: (error: unknown) => void },
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? undefined : this.props.children;
  }
}
