import type { Command } from '../command.ts';
import { readOnlyReason } from '../read-only.ts';
import { askForAction, underWayReason } from './ask-for-action.ts';

/** Turning back the last suspension or reactivation, as far as it was seen to have happened. */
export const undoCommands: readonly Command[] = [
  {
    id: 'agents.undo',
    title: 'Undo the last suspension or reactivation',
    scope: 'global',
    dangerous: true,
    disabledReason(context) {
      const { undoable } = context.stores.agentRun.getState();
      return undoable === undefined
        ? 'There is nothing to undo: no agent was suspended or reactivated since the console was started, or that was undone.'
        : (readOnlyReason(context) ?? underWayReason(context));
    },
    run(context) {
      const { undoable } = context.stores.agentRun.getState();
      if (undoable === undefined) {
        return;
      }
      askForAction(context, {
        action: undoable.action === 'suspend' ? 'reactivate' : 'suspend',
        agents: undoable.agents,
        skipped: [],
        filteredOut: [],
        offScreen: [],
        undoes: undoable,
      });
    },
  },
];
