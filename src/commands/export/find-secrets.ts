import { nextTurn, systemSlices } from '../../lib/slices.ts';
import {
  closeDialog,
  notify,
  openDialog,
  openMenu,
  updateDialog,
  type CommandContext,
} from '../base/command.ts';

/** The things, counted from 0, that each kind of secret seems to be in. */
type Found = ReadonlyMap<string, readonly number[]>;

/** Things that a sentence names at most. */
const MOST_NAMED = 3;

/** What takes longer than this, in milliseconds, shows how far it has come, and so often. */
const SHOWN_AFTER = 300;
const SHOWN_EVERY = 150;

/** What a copy is called of which something is left out, or nothing although it looks so; nothing when `kinds` is empty. */
export function secretsRemark(kinds: readonly string[], isWithout: boolean): string {
  return kinds.length === 0
    ? ''
    : isWithout
      ? ', what looks like secrets left out'
      : `, as it is: looks like it holds ${kinds.join(', ')}`;
}

/** What is said of a file from which they are left out. */
export const WITHOUT_SECRETS = ' without what looks like secrets';

/**
 * Looks for secrets in things that are to be written, `kindsOf` each, numbered as they come from `first` on; asks, when
 * there are any, whether to leave them out, and writes unless the user would rather not.
 */
export async function warnAndWrite(
  context: CommandContext,
  things: { readonly count: number; readonly first?: number; readonly kinds: Iterable<readonly string[]> },
  write: (leavesSecretsOut: boolean) => void,
): Promise<void> {
  const found = await findSecretsOf(context, things);
  if (found === undefined) {
    notify(context, 'Cancelled. Nothing was written.');
  } else if (found.size === 0) {
    write(false);
  } else {
    openMenu(context, {
      title: secretsSentence(found, things.first ?? 0),
      choices: [
        { label: 'Leave them out', value: 'without', opensField: true },
        { label: 'Write everything as it is', value: 'with', opensField: true },
        { label: 'Write nothing', value: 'nothing' },
      ],
      initial: 'without',
      choose(value) {
        if (value !== 'nothing') {
          write(value === 'without');
        }
      },
    });
  }
}

function secretsSentence(found: Found, first: number): string {
  const kinds = [...found].map(([kind, where]) => {
    const named = where.slice(0, MOST_NAMED).map((index) => `#${first + index + 1}`);
    const more = where.length > named.length ? ' and more' : '';
    return `${kind} (${named.join(', ')}${more})`;
  });
  return `This looks like secrets: ${kinds.join('; ')}`;
}

/** Looks for secrets in slices, with progress; undefined when it was cancelled. */
async function findSecretsOf(
  context: CommandContext,
  { count, kinds }: { readonly count: number; readonly kinds: Iterable<readonly string[]> },
): Promise<Found | undefined> {
  const { clock, slices = systemSlices } = context;
  const found = new Map<string, number[]>();
  const state = { isCancelled: false };
  let isShown = false;
  let showAt = clock.monotonic() + SHOWN_AFTER;
  let hasTime = slices.begin();
  let done = 0;
  for (const kindsHere of kinds) {
    for (const kind of new Set(kindsHere)) {
      const where = found.get(kind) ?? [];
      // So many show that there are more than are named.
      if (where.length <= MOST_NAMED) {
        found.set(kind, [...where, done]);
      }
    }
    done++;
    if (hasTime()) {
      continue;
    }
    await nextTurn(slices);
    if (state.isCancelled) {
      break;
    }
    hasTime = slices.begin();
    if (clock.monotonic() < showAt) {
      continue;
    }
    showAt = clock.monotonic() + SHOWN_EVERY;
    if (isShown) {
      updateDialog(context, 'progress', { done });
    } else {
      isShown = true;
      const cancel = () => {
        state.isCancelled = true;
      };
      openDialog(context, { kind: 'progress', title: 'Looking for secrets', done, of: count, cancel });
    }
  }
  if (context.stores.view.getState().dialogs.at(-1)?.kind === 'progress') {
    closeDialog(context);
  }
  return state.isCancelled ? undefined : found;
}
