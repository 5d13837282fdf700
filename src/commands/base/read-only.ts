import type { CommandContext } from './command.ts';

/** Why nothing may be written now, as a sentence that says what to do; undefined when writing is allowed. */
export function readOnlyReason({
  stores,
  clock,
}: Pick<CommandContext, 'stores' | 'clock'>): string | undefined {
  const { mode, access } = stores.view.getState();
  const isOver = access.until !== undefined && clock.now() >= access.until;
  if (mode !== 'read-only' && !isOver) {
    return undefined;
  }
  return access.forbiddenBy === undefined
    ? 'The console is read-only; :unlock allows changes, or --write at the start.'
    : `The console is read-only: ${access.forbiddenBy} allows no :unlock.`;
}

/** Whether nothing may be written now, and somebody at the console can change that. */
export function canBeUnlocked(context: Pick<CommandContext, 'stores' | 'clock'>): boolean {
  return (
    readOnlyReason(context) !== undefined && context.stores.view.getState().access.forbiddenBy === undefined
  );
}
