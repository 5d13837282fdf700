import { Box } from 'ink';

import type { Dialog as OpenDialog } from '../../stores/view/dialog-states.ts';
import { useConsole } from '../dialogs/base/console-context.ts';
import { DialogView } from '../dialogs/DialogView.tsx';
import { isDrawnByInk } from '../dialogs/dialog-picture.ts';
import { useStore } from '../hooks/use-store.ts';
import { Surface } from '../surface/Surface.tsx';
import { Lines } from '../widgets/Lines.tsx';
import type { Size } from '../widgets/line.ts';
import { Boundary } from './Boundary.tsx';
import { notShownLines } from './not-shown.ts';

interface DialogProps {
  readonly dialog: OpenDialog;
  readonly size: Size;
}

/** The dialog that has the keys: painted where it is made of lines, and drawn by Ink where it has a field or a menu. */
export function Dialog({ dialog, size }: DialogProps) {
  return isDrawnByInk(dialog) ? (
    <DrawnDialog key={dialog.number} dialog={dialog} size={size} />
  ) : (
    <Surface name="dialog" rows={size.rows} />
  );
}

function DrawnDialog({ dialog, size }: DialogProps) {
  const { commands, theme, shownDialog } = useConsole();
  return (
    <Boundary
      onError={(error) => {
        shownDialog.noteUndrawn(dialog);
        commands.stores.faults.report(`drawing a dialog (${dialog.kind})`, error);
      }}
      instead={(error) => (
        <Lines
          lines={notShownLines({ what: 'This dialog', error, remedy: 'Esc closes it.' }, size, theme)}
          columns={size.columns}
          theme={theme}
        />
      )}
    >
      <LatestDialog dialog={dialog} size={size} />
    </Boundary>
  );
}

/** Keys change what is in a dialog, and nothing of where it stands. */
function LatestDialog({ dialog: { number }, size }: DialogProps) {
  const { stores } = useConsole().commands;
  const dialog = useStore(stores.view, ({ dialogs }) => dialogs.find((open) => open.number === number));
  useStore(stores.connection, (connection) => connection.stopped);
  useStore(stores.policyDraft);
  return (
    <Box flexDirection="column" height={size.rows} flexShrink={0} overflow="hidden">
      {dialog !== undefined && <DialogView dialog={dialog} columns={size.columns} rows={size.rows} />}
    </Box>
  );
}
