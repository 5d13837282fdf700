import { selectDue } from '../../stores/agents/suspension-ends.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { askForAction, underWayReason } from './ask-for-action.ts';

function dueAgents({ stores, clock }: CommandContext) {
  return selectDue(stores.suspensionEnds.getState(), stores.agents.getState().data, clock.now());
}

/** Ending suspensions that were made to last until a time which is over. */
export const dueCommands: readonly Command[] = [
  {
    id: 'agents.due',
    title: 'Due: reactivate agents whose suspension was to have ended',
    scope: 'global',
    dangerous: true,
    disabledReason: (context) =>
      dueAgents(context).length === 0
        ? 'No suspension from this host is past its end.'
        : (readOnlyReason(context) ?? underWayReason(context)),
    run: (context) =>
      askForAction(context, {
        action: 'reactivate',
        agents: dueAgents(context),
        skipped: [],
        filteredOut: [],
        offScreen: [],
        due: context.stores.suspensionEnds.getState().ends,
        undoes: undefined,
      }),
  },
];
