import type { Clock } from '../../lib/clock.ts';
import type { CopyResult } from '../../lib/copy-result.ts';
import type { JsonReading } from '../../lib/json-document.ts';
import type { Slices } from '../../lib/slices.ts';
import { quoting, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import type { Mute } from '../../stores/events/mutes.ts';
import type { Dialog, DialogKind, DialogOf } from '../../stores/view/dialog-states.ts';
import type { PolicyVersion } from '../../stores/policy/policy-version.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Tab } from '../../stores/base/tab.ts';
import type { Sync } from '../../sync/sync.ts';
import { dismissNotice, notify } from './notices.ts';
import { holdFeed, releaseFeed } from './feed-position.ts';

export { dismissNotice, notify } from './notices.ts';

/** Where a command's keys count: everywhere, in every list, in one pane, on a page over it, in the transcript pager or its outline, or in a dialog. */
export type Scope = 'global' | 'list' | Tab | 'page' | 'pager' | 'outline' | DialogKind;

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
    /** Asks it to put text on the clipboard of whoever sits before it. */
    copy(text: string): Promise<CopyResult>;
  };
  readonly files: NewFiles;
  /** Says things on request; undefined where the console is seen and not heard. */
  readonly speech?: Speech;
  /** What takes long is done in these; by the clock of this machine unless said otherwise. */
  readonly slices?: Slices;
  readonly policyFiles: PolicyFiles;
  /** The text of a file that a person named, and its path in full. Rejects with a sentence for people when it cannot be read. */
  readonly readTextFile: (path: string, limit: FileLimit) => Promise<NamedText>;
  readonly keptElsewhere: KeptElsewhere;
  readonly profiles: Profiles;
  /** The options of the command line by which the same organization is shown again. */
  readonly startedWith?: readonly string[];
  /** The user on this host, as `anna@jump-1`. */
  readonly who?: () => string;
  /** How often agents fetch the policy, in milliseconds, where that is known. */
  readonly policySync?: number | undefined;
}

/** What can be asked of a console that is read aloud. */
export interface Speech {
  /** Says what was said last. */
  sayAgain(): void;
  /** Says all that is known of what is under the cursor. */
  sayDetail(): void;
  /** Says where the user is and how good the data are. */
  sayStatus(): void;
  /** Says all that is shown once more. */
  sayAll(): void;
}

/** Something that is kept on this host, and may be of the organization that is shown. */
export interface KeptPlace {
  /** By whom or under what it was kept, for a sentence. */
  readonly name: Sentence;
  readonly path: string;
  /** In words. */
  readonly holds: string;
  /** What of it hides events and is not over. */
  readonly mutes: readonly Pick<Mute, 'text' | 'until'>[];
  /** The URL and the fingerprint of the key that it was kept under; undefined for what an earlier version kept. */
  readonly of?: { readonly baseUrl: string; readonly key: string };
}

/** What is kept under other keys of the same server, and by earlier versions of vigil. */
export interface KeptElsewhere {
  list(): Promise<readonly KeptPlace[]>;
  /** What there is that cannot be taken over as it is, a sentence for each file. */
  problems(): Promise<readonly string[]>;
  /** Adds it to what is kept here and leaves it where it is. Rejects with a sentence. */
  takeOver(place: KeptPlace): Promise<void>;
}

/** An organization that can be gone to. */
export interface ProfileChoice {
  /** The name of its profile, or one that no profile has. */
  readonly name: string;
  /** Which one it is, at which server, and whether changes are allowed in it. */
  readonly words: Sentence;
}

/** The organizations that can be gone to without leaving the console. */
export interface Profiles {
  /** The names that are known by now. */
  readonly names: readonly string[];
  /** The name of the one that is shown. */
  readonly shown: string;
  /** What there is now to choose from, and the config file with the profiles. Rejects with a sentence. */
  list(): Promise<{ readonly choices: readonly ProfileChoice[]; readonly file: string }>;
  /** What keeps this organization from being left just now. */
  whyNotNow(): Sentence | undefined;
  /**
   * Reads the settings and the key of another one and shows that in the place of this one, of which nothing happens any more then. Rejects
   * with a sentence, or once the signal gives it up, and leaves all as it is. What is waited for goes to `say`.
   */
  goTo(
    name: string,
    waiting: { readonly signal: AbortSignal; readonly say: (sentence: string) => void },
  ): Promise<void>;
}

/** A text of a file. */
export interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** How large a file may be, and what it would be too large for. */
export interface FileLimit {
  readonly mostBytes: number;
  readonly purpose: string;
}

/** Files that the policy is read from. */
export interface PolicyFiles {
  /**
   * A file of JSON, by the path that a person typed, or why it is none. Rejects with a sentence for people when it cannot be
   * read.
   */
  read(path: string): Promise<JsonReading>;
  /** The versions of the policy that were seen on this host, newest first. Rejects with a sentence when they cannot be read. */
  versions(): Promise<readonly PolicyVersion[]>;
}

/** Files that the console writes on request. */
export interface NewFiles {
  /** A path for a new file of that name, as a person would type it. */
  suggest(name: string): string;
  /**
   * Writes a new file that only the user can read, pausing between pieces. Rejects with a sentence for people when it
   * cannot be written, and when the signal stops it; no file is left then.
   */
  write(
    path: string,
    pieces: Iterable<string> | AsyncIterable<string>,
    options: { readonly signal: AbortSignal; readonly onProgress?: (pieces: number) => void },
  ): Promise<{ readonly path: string; readonly bytes: number }>;
}

/** Something a user can do, as data: keys, help, palette and hints are all made from this. */
export interface Command {
  /** `noun.verb`. */
  readonly id: string;
  readonly title: string;
  /** What it is done with, of a command that is made for one thing: its name stands behind the title. */
  readonly subject?: Untrusted;
  /** One or two words for the hint row; without them the command is not hinted at. */
  readonly hint?: string;
  readonly scope: Scope;
  /** It does something with the row under the cursor: it does nothing once that row is gone. */
  readonly onRow?: true;
  /** It leads to a write, or would now: its key counts only when it arrives alone. */
  readonly dangerous?: boolean | ((context: CommandContext) => boolean);
  /** It answers the question before a write: only a key that nobody can have pressed for something else does. */
  readonly confirms?: boolean;
  /** It opens a field, or would now: that takes what is typed behind it. */
  readonly opensField?: boolean | ((context: CommandContext) => boolean);
  /** It opens a field for what is pasted where no field is open. */
  readonly takesPaste?: boolean;
  /** Only moves a cursor, scrolls or goes to a pane. */
  readonly moves?: boolean;
  /** Only leaves a dialog. */
  readonly closes?: boolean;
  /** Why it cannot be done now, as a sentence; undefined when it can. */
  disabledReason?(context: CommandContext): Sentence | undefined;
  /** What it returns is waited for by nobody, but shown when it is rejected. */
  run(context: CommandContext): void | Promise<void>;
}

/** Whether running a command now leads to a write. */
export function isDangerous(context: CommandContext, { dangerous = false }: Command): boolean {
  return typeof dangerous === 'boolean' ? dangerous : dangerous(context);
}

/** Whether running a command now opens a field. */
export function isFieldOpener(context: CommandContext, { opensField = false }: Command): boolean {
  return typeof opensField === 'boolean' ? opensField : opensField(context);
}

/** Opens a menu over what is shown; of one without entries, which nobody could answer, it says so instead. */
export function openMenu(context: CommandContext, menu: Omit<DialogOf<'choice'>, 'kind' | 'number'>): void {
  if (menu.choices.length === 0) {
    notify(context, quoting`There is nothing to choose from: ${menu.title}`);
    return;
  }
  open(context, { kind: 'choice', ...menu });
}

/** Opens a dialog over what is shown that is no menu. */
export function openDialog(context: CommandContext, dialog: New<Exclude<Dialog, DialogOf<'choice'>>>): void {
  open(context, dialog);
}

function open({ stores, clock }: CommandContext, dialog: New<Dialog>): void {
  // Nobody can see what a dialog hides move on.
  holdFeed(stores);
  stores.view.setState(({ dialogs, dialogsOpened }) => ({
    dialogs: [...dialogs, numbered(dialog, dialogsOpened + 1)],
    dialogsOpened: dialogsOpened + 1,
  }));
  dismissNotice({ stores, clock });
}

/** Asks something else in the place of the topmost dialog. */
export function replaceDialog({ stores }: CommandContext, dialog: New<Dialog>): void {
  stores.view.setState(({ dialogs, dialogsOpened }) => ({
    dialogs: [...dialogs.slice(0, -1), numbered(dialog, dialogsOpened + 1)],
    dialogsOpened: dialogsOpened + 1,
  }));
}

function numbered(dialog: New<Dialog>, number: number): Dialog {
  return { ...dialog, number };
}

/** Closes the topmost dialog; false when none is open. */
export function closeDialog({ stores }: CommandContext): boolean {
  const { dialogs } = stores.view.getState();
  if (dialogs.length === 0) {
    return false;
  }
  stores.view.setState({ dialogs: dialogs.slice(0, -1) });
  if (dialogs.length === 1) {
    releaseFeed(stores);
  }
  return true;
}

/** The topmost dialog, where it is of that kind. */
export function topDialog<Kind extends DialogKind>(
  { stores }: Pick<CommandContext, 'stores'>,
  kind: Kind,
): DialogOf<Kind> | undefined {
  const dialog = stores.view.getState().dialogs.at(-1);
  return dialog?.kind === kind ? (dialog as DialogOf<Kind>) : undefined;
}

/** Changes the topmost dialog. */
export function updateDialog<Kind extends DialogKind>(
  { stores }: CommandContext,
  kind: Kind,
  change: Partial<DialogOf<Kind>>,
): void {
  stores.view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog, index) =>
      index === dialogs.length - 1 && dialog.kind === kind ? { ...dialog, ...change } : dialog,
    ),
  }));
}

/** Changes the dialog of a kind of which there is one at the most, whatever lies over it. */
export function updateDialogBelow<Kind extends DialogKind>(
  { stores }: Pick<CommandContext, 'stores'>,
  kind: Kind,
  change: Partial<DialogOf<Kind>>,
): void {
  stores.view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) => (dialog.kind === kind ? { ...dialog, ...change } : dialog)),
  }));
}

/** A dialog that was not opened yet. */
type New<Opened extends Dialog> = DistributiveOmit<Opened, 'number'>;

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
