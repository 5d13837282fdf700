import { keyNameOf } from '../keys/key-name.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import { agentsById, changesSince } from '../../stores/agents/agent-action.ts';
import type { Undone } from '../../stores/agents/agent-run.ts';
import { notify, type Command, type CommandContext } from '../base/command.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { namesOf } from './action-words.ts';
import { askForAction, underWayReason } from './ask-for-action.ts';

/** Why nothing that was done since the start can be undone, as a sentence; undefined when something can, or nothing was done. */
function nothingToUndo({ stores }: CommandContext): Sentence | undefined {
  const { undoable, unconfirmed } = stores.agentRun.getState();
  return undoable !== undefined || unconfirmed.length === 0
    ? undefined
    : quoting`Cannot undo: the change to ${namesOf(unconfirmed.map(({ agent }) => agent))} was never confirmed. Check it, then press ${keyNameOf(stores, 'agents.change-status')}.`;
}

function askToUndo(context: CommandContext, undoes: Undone): void {
  askForAction(context, {
    action: undoes.action === 'suspend' ? 'reactivate' : 'suspend',
    agents: undoes.agents,
    skipped: [],
    filteredOut: [],
    offScreen: [],
    undoes,
  });
}

/** Asks to undo what was done last before this start, as the journal has it. */
const loadEarlier = lazyImport(() => import('./undo-earlier.ts'));

async function undoEarlier(context: CommandContext): Promise<void> {
  const openDialogs = () => context.stores.view.getState().dialogs.length;
  const before = openDialogs();
  try {
    const { findEarlierUndo, UNDONE_WITHIN } = await loadEarlier();
    const since = context.clock.now() - UNDONE_WITHIN;
    const { operations } = await context.sync.readJournal({ since });
    const found = findEarlierUndo(operations, since);
    if ('reason' in found) {
      notify(context, found.reason);
    } else if (openDialogs() === before) {
      const byId = agentsById(context.stores.agents.getState().data);
      const agents = found.undoes.agents.map((agent) =>
        changesSince(agent, byId).length === 0 ? (byId.get(agent.id) ?? agent) : agent,
      );
      askToUndo(context, { ...found.undoes, agents });
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    notify(context, quoting`What was done before this start is unknown. ${prose(why)}`, 'bad');
  }
}

/** Turning back the last suspension or reactivation, as far as it was seen to have happened. */
export const undoCommands: readonly Command[] = [
  {
    id: 'agents.undo',
    title: 'Undo the last suspension or reactivation',
    scope: 'global',
    dangerous: true,
    disabledReason: (context) => nothingToUndo(context) ?? readOnlyReason(context) ?? underWayReason(context),
    run(context) {
      const { undoable, unconfirmed } = context.stores.agentRun.getState();
      return undoable === undefined
        ? undoEarlier(context)
        : askToUndo(context, { ...undoable, passedOver: unconfirmed.map(({ agent }) => agent) });
    },
  },
];
