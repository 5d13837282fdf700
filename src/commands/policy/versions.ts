import { formatDateTime, zoneOf } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import type { PolicyVersionsDialog } from '../../stores/view/dialog-states.ts';
import { changesTowards } from '../../stores/policy/policy-document.ts';
import { FIRST_LOOK } from '../../stores/policy/review-rows.ts';
import { whyNotAllowed } from '../../stores/policy/value-problems.ts';
import type { PolicyVersion } from '../../stores/policy/policy-version.ts';
import { keyNameOf } from '../keys/key-name.ts';
import { notify, openDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { CLOSES, cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { takeAsDraft } from './exchange.ts';
import { withOrigins } from './versions-origin.ts';

async function openVersions(context: CommandContext): Promise<void> {
  const versions = await readVersions(context);
  if (versions?.length === 0) {
    notify(context, 'No version of the policy was kept on this host yet.');
  } else if (versions !== undefined) {
    openDialog(context, { kind: 'policy-versions', versions, cursor: undefined, marked: undefined });
    void reportOrigins(context, versions);
    followStore(context);
  }
}

/** What is kept on this host; undefined, with a message, where it cannot be read. */
async function readVersions(context: CommandContext): Promise<readonly PolicyVersion[] | undefined> {
  try {
    return await context.policyFiles.versions();
  } catch (error) {
    notify(context, error instanceof Error ? error.message : String(error), 'bad');
    return undefined;
  }
}

/** The list that is open, whatever lies over it. */
function openList({ stores }: CommandContext): PolicyVersionsDialog | undefined {
  return stores.view.getState().dialogs.find((dialog) => dialog.kind === 'policy-versions');
}

function updateList({ stores: { view } }: CommandContext, change: Partial<PolicyVersionsDialog>): void {
  view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) => (dialog.kind === 'policy-versions' ? { ...dialog, ...change } : dialog)),
  }));
}

/** Lists what is stored meanwhile, too, for as long as the list is open: the cursor stays where it is. */
function followStore(context: CommandContext): void {
  const { view, policy, faults } = context.stores;
  const number = openList(context)?.number;
  const isOpen = () => openList(context)?.number === number;
  const stopReading = policy.subscribe((state, before) => {
    if (state.data !== before.data) {
      faults.run('listing the versions of the policy anew', () => listAnew(context, isOpen));
    }
  });
  const stopWatching = view.subscribe(() => {
    if (!isOpen()) {
      stopReading();
      stopWatching();
    }
  });
}

async function listAnew(context: CommandContext, isOpen: () => boolean): Promise<void> {
  const versions = await readVersions(context);
  const list = openList(context);
  if (versions === undefined || list === undefined || !isOpen()) {
    return;
  }
  const listed = new Map(list.versions.map((version) => [version.id, version]));
  const merged = versions.map((version) => listed.get(version.id) ?? version);
  updateList(context, { versions: merged, cursor: list.cursor ?? list.versions[0]?.id });
  await reportOrigins(context, merged);
}

/** Adds who wrote each version once the journal is read, which may have to wait for the server. */
async function reportOrigins(context: CommandContext, versions: readonly PolicyVersion[]): Promise<void> {
  // Without a journal nothing is said of it; the journal itself says why it cannot be read.
  const journal = await context.sync.readJournal().catch(() => undefined);
  if (journal !== undefined) {
    // What was stored meanwhile may be listed by now.
    if (openList(context)?.versions === versions) {
      updateList(context, { versions: withOrigins(versions, journal.operations) });
    }
  }
}

/** What a version is called where two are compared. */
function titleOf({ stores }: CommandContext, { policy, seenAt }: PolicyVersion): Sentence {
  const seen = formatDateTime(seenAt, zoneOf(stores.view.getState().timeStyle));
  return policy.version === undefined
    ? `seen ${seen}`
    : quoting`version ${named(policy.version)}, seen ${seen}`;
}

/** The same in few words: its number, where that distinguishes it from the other one. */
function titleBeside(context: CommandContext, version: PolicyVersion, other: PolicyVersion): Sentence {
  const { version: number } = version.policy;
  return number === undefined || number === other.policy.version
    ? titleOf(context, version)
    : quoting`version ${named(number)}`;
}

/** The place of the version under the cursor. */
export function versionCursor({
  versions,
  cursor,
}: Pick<PolicyVersionsDialog, 'versions' | 'cursor'>): number {
  return Math.max(
    0,
    versions.findIndex(({ id }) => id === cursor),
  );
}

/** Of the screen, so many rows do not belong to a page of versions. */
const ROWS_AROUND = 8;

/** A command of the list of versions, which is given the one under the cursor. */
function onVersion(
  name: string,
  title: string,
  run: (context: CommandContext, version: PolicyVersion, dialog: PolicyVersionsDialog) => void,
  more: Pick<Command, 'hint' | 'dangerous'>,
): Command {
  return dialogCommand(
    'policy-versions',
    name,
    title,
    (context, dialog) => {
      const version = dialog.versions[versionCursor(dialog)];
      if (version !== undefined) {
        run(context, version, dialog);
      }
    },
    more,
  );
}

function compare(context: CommandContext, version: PolicyVersion, dialog: PolicyVersionsDialog): void {
  const marked = dialog.versions.find(({ id }) => id === dialog.marked && id !== version.id);
  if (marked !== undefined) {
    const [from, to] = [version, marked].toSorted((left, right) => left.seenAt - right.seenAt);
    if (from !== undefined && to !== undefined) {
      openComparison(
        context,
        { title: titleBeside(context, from, to), policy: from.policy },
        { title: titleBeside(context, to, from), policy: to.policy },
      );
    }
    return;
  }
  const stored = context.stores.policy.getState().data;
  if (stored === undefined) {
    notify(
      context,
      `The policy is not here yet. ${keyNameOf(context.stores, 'policy-versions.mark')} marks a version to compare another with.`,
    );
    return;
  }
  openComparison(
    context,
    { title: titleOf(context, version), policy: version.policy },
    { title: 'what is stored', policy: stored },
  );
}

type Side = { readonly title: Sentence; readonly policy: PolicyVersion['policy'] };

function openComparison(context: CommandContext, from: Side, to: Side): void {
  openDialog(context, { kind: 'policy-comparison', from, to, ...FIRST_LOOK });
}

function restore(context: CommandContext, version: PolicyVersion): void {
  const stored = context.stores.policy.getState().data;
  if (stored === undefined) {
    notify(context, 'The policy is not here yet.');
    return;
  }
  const wanted = Object.entries(changesTowards(stored, version.policy));
  const why = whyNotAllowed(stored, wanted);
  const allowed = wanted.filter((change) => whyNotAllowed(stored, [change]) === undefined);
  if (allowed.length > 0) {
    takeAsDraft(context, stored, Object.fromEntries(allowed), titleOf(context, version));
  }
  if (why !== undefined) {
    notify(context, `Not restored: ${why}.`, 'bad');
  } else if (allowed.length === 0) {
    notify(context, 'What is stored now says the same as this version.');
  }
}

/** Versions of the policy that were seen on this host: compared, and restored by the review of a draft. */
export const policyVersionCommands: readonly Command[] = [
  {
    id: 'policy.versions',
    title: 'Earlier versions of the policy: compare them, restore one',
    hint: 'versions',
    scope: 'policy',
    run: openVersions,
  },
];

/** The keys of their list. */
export const versionsDialog: DialogSpec<PolicyVersionsDialog> = {
  field: undefined,
  commands: [
    ...cursorCommands(
      'policy-versions',
      {
        down: 'Next (older) version',
        up: 'Previous (newer) version',
        first: 'The newest version',
        last: 'The oldest version',
      },
      ROWS_AROUND,
      (_context, dialog) => ({
        length: dialog.versions.length,
        place: versionCursor(dialog),
        idAt: (place) => dialog.versions[place]?.id,
      }),
    ),
    onVersion('compare', 'Compare the version with the marked one, or with what is stored', compare, {
      hint: 'compare',
    }),
    onVersion(
      'mark',
      'Mark the version to compare another one with it, or not',
      (context, { id }, { marked }) =>
        updateDialog(context, 'policy-versions', { marked: marked === id ? undefined : id }),
      { hint: 'mark' },
    ),
    onVersion('restore', 'Restore the version, as a draft that is reviewed', restore, {
      hint: 'restore',
      dangerous: true,
    }),
  ],
  close: CLOSES,
};
