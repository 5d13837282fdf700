import type { CommandContext } from './command.ts';

/** Why nothing may be written now, as a sentence; undefined when writing is allowed. */
export function readOnlyReason({ stores }: CommandContext): string | undefined {
  return stores.view.getState().mode === 'read-only'
    ? 'The console is read-only. Start it with --write, and without --read-only, to change things.'
    : undefined;
}
