import { Box } from 'ink';
import { Component, type ReactNode } from 'react';

import type { Dialog } from '../../stores/view/dialog-states.ts';
import { isTooSmall } from '../../stores/view/view-store.ts';
import { useStore } from '../hooks/use-store.ts';
import { Lines } from '../widgets/Lines.tsx';
import { ConsoleContext, useConsole, type Console } from '../dialogs/base/console-context.ts';
import { DialogView } from '../dialogs/DialogView.tsx';
import { notShownLines } from './not-shown.ts';
import { layOutShell } from './shell-layout.ts';

/**
 * What Ink does of the console: it draws the dialogs that have fields or menus, each in its place on a screen that
 * is empty otherwise. Everything else is painted past it (`shell-painter.ts`).
 */
export function App({
  console,
  onError,
}: {
  readonly console: Console;
  /** Called when not even the keyboard can be listened to. */
  readonly onError: (error: unknown) => void;
}) {
  return (
    <Boundary onError={onError}>
      <ConsoleContext.Provider value={console}>
        <Shell />
      </ConsoleContext.Provider>
    </Boundary>
  );
}

/** Whether a dialog is made of lines alone, so that no key in it need go through React. */
function isPainted(dialog: Dialog | undefined): boolean {
  return dialog?.kind === 'filter';
}

function Shell() {
  const { commands, theme, shownDialog } = useConsole();
  const { stores } = commands;
  const columns = useStore(stores.view, (view) => view.columns);
  const rows = useStore(stores.view, (view) => view.rows);
  useStore(stores.view, ({ dialogs }) => (isPainted(dialogs.at(-1)) ? undefined : dialogs.at(-1)));
  useStore(stores.connection, (connection) => connection.stopped);
  useStore(stores.policyDraft);
  const size = { columns, rows };
  if (isTooSmall(size)) {
    return <Box width={columns} height={rows} />;
  }
  const { dialog, dialogTop, dialogRows } = layOutShell(commands, size, theme);
  return (
    <Box flexDirection="column" width={columns} height={rows} paddingTop={dialogTop}>
      {dialog !== undefined && (
        <Boundary
          key={dialog.number}
          onError={(error) => {
            shownDialog.noteUndrawn(dialog);
            stores.faults.report(`drawing a dialog (${dialog.kind})`, error);
          }}
          instead={(error) => (
            <Lines
              lines={notShownLines(
                { what: 'This dialog', error, remedy: 'Esc closes it.' },
                { columns, rows: dialogRows },
                theme,
              )}
              columns={columns}
              theme={theme}
            />
          )}
        >
          <DialogView dialog={dialog} columns={columns} rows={dialogRows} />
        </Boundary>
      )}
    </Box>
  );
}

/** Ink would draw a failure over the screen, with the sources around it; ours draws something of our own instead. */
class Boundary extends Component<
  {
    readonly children: ReactNode;
    readonly onError: (error: unknown) => void;
    readonly instead?: (error: unknown) => ReactNode;
  },
  { readonly failure: { readonly error: unknown } | undefined }
> {
  override state: { readonly failure: { readonly error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : this.props.instead?.(failure.error);
  }
}
