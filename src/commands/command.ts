import type { Clock } from '../lib/clock.ts';
import { DIALOG_GRACE, type Dialog } from '../stores/dialog.ts';
import type { Stores } from '../stores/stores.ts';
import type { Tab } from '../stores/view-store.ts';
import type { Sync } from '../sync/sync.ts';

/** Where a command's keys count: everywhere, in every list, in one pane, in the transcript pager, in its outline, or in a dialog. */
export type Scope = 'global' | 'list' | Tab | 'pager' | 'outline' | Dialog['kind'];

/** What a command works on. */
export interface CommandContext {
  readonly stores: Stores;
  readonly sync: Sync;
  readonly clock: Clock;
  /** What the terminal can be asked to do. */
  readonly terminal: {
    quit(): void;
    suspendToShell(): void;
    redraw(): void;
  };
}

/** Something a user can do, as data: keys, help, palette and hints are all made from this. */
export interface Command {
  /** `noun.verb`. */
  readonly id: string;
  readonly title: string;
  /** One or two words for the hint row; without them the command is not hinted at. */
  readonly hint?: string;
  readonly scope: Scope;
  /** Changes something on the server. */
  readonly dangerous?: boolean;
  /** Only moves a cursor or scrolls: keys that arrive together may do that, and nothing else. */
  readonly moves?: boolean;
  /** Only leaves a dialog. */
  readonly closes?: boolean;
  /** Why it cannot be done now, as a sentence; undefined when it can. */
  disabledReason?(context: CommandContext): string | undefined;
  run(context: CommandContext): void;
}

/** Shows a message at the bottom for a while. */
export function notify(
  { stores, clock }: CommandContext,
  text: string,
  tone: 'good' | 'bad' | 'plain' = 'plain',
): void {
  const shownFor = Math.min(15_000, 3000 + 60 * text.length);
  stores.view.setState({ notice: { text, tone, since: clock.now(), until: clock.now() + shownFor } });
}

/** How long a message stays although keys are pressed: what became of a write must be read. */
const SHORTEST_NOTICE = 2500;

/** Takes a message away that a further key makes outdated. */
export function dismissNotice({ stores, clock }: CommandContext): void {
  const { notice } = stores.view.getState();
  if (notice !== undefined && (notice.tone === 'plain' || clock.now() - notice.since >= SHORTEST_NOTICE)) {
    stores.view.setState({ notice: undefined });
  }
}

/** Opens a dialog over what is shown. */
export function openDialog(
  { stores, clock }: CommandContext,
  dialog: DistributiveOmit<Dialog, 'openedAt'>,
): void {
  const opened = { ...dialog, openedAt: clock.monotonic() } as Dialog;
  stores.view.setState((state) => ({ dialogs: [...state.dialogs, opened], notice: undefined }));
}

/** Whether a dialog has been open for long enough to be answered. */
export function isSettled({ clock }: Pick<CommandContext, 'clock'>, { openedAt }: Dialog): boolean {
  return clock.monotonic() - openedAt >= DIALOG_GRACE;
}

/** Closes the topmost dialog; false when none is open. */
export function closeDialog({ stores }: CommandContext): boolean {
  const { dialogs } = stores.view.getState();
  if (dialogs.length === 0) {
    return false;
  }
  stores.view.setState({ dialogs: dialogs.slice(0, -1) });
  return true;
}

/** Changes the topmost dialog. */
export function updateDialog<Kind extends Dialog['kind']>(
  { stores }: CommandContext,
  kind: Kind,
  change: Partial<Extract<Dialog, { kind: Kind }>>,
): void {
  stores.view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog, index) =>
      index === dialogs.length - 1 && dialog.kind === kind ? { ...dialog, ...change } : dialog,
    ),
  }));
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
