import { Box } from 'ink';

import { Surface } from '../surface/Surface.tsx';
import { Dialog } from './Dialog.tsx';
import type { PaneName } from '../surface/surface.ts';
import type { ShellLayout } from './shell-layout.ts';

/** The whole screen, from the top. What is no dialog with a field or a menu is a surface. */
export function Shell({ layout }: { readonly layout: ShellLayout }) {
  const { columns, rows, isTooSmall, pane, dialog, dialogRows, stopped, notice } = layout;
  if (isTooSmall) {
    return <TooSmall rows={rows} />;
  }
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <StatusRow />
      <Tabs />
      {pane !== undefined && <Pane name={pane} />}
      {dialog !== undefined && <Dialog dialog={dialog} size={{ columns, rows: dialogRows }} />}
      {stopped.length > 0 && <Stopped rows={stopped.length} />}
      {notice.length > 0 ? <Notice rows={notice.length} /> : <Hints />}
    </Box>
  );
}

/** Where one is connected to, how good the data is, and what has to be looked at. */
function StatusRow() {
  return <Surface name="status" rows={1} />;
}

/** The panes with their keys. */
function Tabs() {
  return <Surface name="tabs" rows={1} />;
}

/** What is open between the tabs and the dialog; under the field of a search, the text that is searched. */
function Pane({ name }: { readonly name: PaneName | 'covered' }) {
  return <Surface key={name} name={name} />;
}

/** Why nothing is read any more. */
function Stopped({ rows }: { readonly rows: number }) {
  return <Surface name="stopped" rows={rows} />;
}

/** What became of something, or what is under way, in the place of the hints. */
function Notice({ rows }: { readonly rows: number }) {
  return <Surface name="notice" rows={rows} />;
}

/** The keys that count here. */
function Hints() {
  return <Surface name="hints" rows={1} />;
}

function TooSmall({ rows }: { readonly rows: number }) {
  return <Surface name="too-small" rows={rows} />;
}
