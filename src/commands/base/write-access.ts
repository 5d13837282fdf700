import { formatTimeOfDay, zoneOf } from '../../lib/format-time.ts';
import { notify, openDialog, openMenu, type Command, type CommandContext } from './command.ts';
import { readOnlyReason } from './read-only.ts';

const MINUTE = 60_000;

/** For so many minutes changes can be allowed. */
const MINUTES = [5, 15, 60] as const;

const STAY = 'stay';

/** Offers to allow changes for a while; what is open stays open under it. */
export function chooseTime(context: CommandContext): void {
  const isOpen = readOnlyReason(context) === undefined;
  openMenu(context, {
    title: isOpen ? 'For how much longer are changes allowed?' : 'Allow changes for how long?',
    choices: [
      { label: isOpen ? 'Leave it as it is' : 'Stay read-only', value: STAY },
      ...MINUTES.map((minutes) => ({ label: `${minutes} minutes`, value: String(minutes), dangerous: true })),
    ],
    initial: undefined,
    choose(value) {
      if (value !== STAY) {
        confirmTime(context, Number(value));
      }
    },
  });
}

function confirmTime(context: CommandContext, minutes: number): void {
  const { view } = context.stores;
  openDialog(context, {
    kind: 'confirm',
    title: `Allow changes for ${minutes} minutes?`,
    lines: [
      { label: 'at', value: view.getState().title },
      { label: 'then', value: 'it is read-only again by itself, and :lock ends it before' },
    ],
    yesDoes: 'allows them',
    confirm: () => unlock(context, minutes * MINUTE),
  });
}

function unlock(context: CommandContext, duration: number): void {
  const { stores, sync, clock } = context;
  const until = clock.now() + duration;
  stores.view.setState(({ access }) => ({ mode: access.openMode, access: { ...access, until } }));
  sync.setWritable(until);
  notify(
    context,
    `Changes are allowed until ${formatTimeOfDay(until, zoneOf(stores.view.getState().timeStyle))}; :lock ends that.`,
  );
}

function lock({ stores, sync }: Pick<CommandContext, 'stores' | 'sync'>): void {
  stores.view.setState(({ access }) => ({
    mode: 'read-only',
    access: { ...access, until: undefined },
  }));
  sync.setWritable(undefined);
}

/** Makes the console read-only again when the time is over for which changes were allowed. */
export function expireUnlock(context: CommandContext): void {
  const { mode, access } = context.stores.view.getState();
  if (mode !== 'read-only' && access.until !== undefined && context.clock.now() >= access.until) {
    lock(context);
    notify(
      context,
      'The time for changes is over: the console is read-only again. :unlock allows them anew.',
    );
  }
}

/** Allowing changes for a while, and ending that. */
export const modeCommands: readonly Command[] = [
  {
    id: 'mode.unlock',
    title: 'Unlock: allow changes for 5, 15 or 60 minutes',
    scope: 'global',
    dangerous: true,
    disabledReason(context) {
      const { mode, access } = context.stores.view.getState();
      if (access.forbiddenBy !== undefined) {
        return readOnlyReason(context);
      }
      return mode !== 'read-only' && access.until === undefined
        ? 'Changes are allowed already, for as long as the console runs; :lock ends that.'
        : undefined;
    },
    run: chooseTime,
  },
  {
    id: 'mode.lock',
    title: 'Lock: allow no more changes',
    scope: 'global',
    disabledReason: ({ stores }) =>
      stores.view.getState().mode === 'read-only' ? 'The console is read-only already.' : undefined,
    run(context) {
      lock(context);
      notify(context, 'The console is read-only now; :unlock allows changes.');
    },
  },
];
