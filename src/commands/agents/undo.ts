import { untrustedText } from '../../lib/untrusted.ts';
import type { Command, CommandContext } from '../command.ts';
import { readOnlyReason } from '../read-only.ts';
import { namesOf } from './action-words.ts';
import { askForAction, underWayReason } from './ask-for-action.ts';

function nothingToUndo({ stores }: CommandContext): string {
  const { unseen } = stores.agentRun.getState();
  return unseen.length === 0
    ? 'There is nothing to undo: no agent was suspended or reactivated since the console was started, or that was undone.'
    : untrustedText`There is nothing to undo: the change of ${namesOf(unseen.map(({ agent }) => agent))} was not seen to have happened; look at it, and decide again with S.`;
}

/** Turning back the last suspension or reactivation, as far as it was seen to have happened. */
export const undoCommands: readonly Command[] = [
  {
    id: 'agents.undo',
    title: 'Undo the last suspension or reactivation',
    scope: 'global',
    dangerous: true,
    disabledReason: (context) =>
      context.stores.agentRun.getState().undoable === undefined
        ? nothingToUndo(context)
        : (readOnlyReason(context) ?? underWayReason(context)),
    run(context) {
      const { undoable, unseen } = context.stores.agentRun.getState();
      if (undoable === undefined) {
        return;
      }
      askForAction(context, {
        action: undoable.action === 'suspend' ? 'reactivate' : 'suspend',
        agents: undoable.agents,
        skipped: [],
        filteredOut: [],
        offScreen: [],
        undoes: { ...undoable, passedOver: unseen.map(({ agent }) => agent) },
      });
    },
  },
];
