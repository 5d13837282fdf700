import type { Agent } from '../../contract/agent.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { savedFilterCommands } from '../lists/saved-filters.ts';
import { countBy, countFields, isCountedField } from '../entity/count-rows.ts';
import { searchWordsCommands } from '../search/search-commands.ts';
import { huntFileCommands } from '../hunt/hunt-commands.ts';
import { goToProfiles } from './profiles.ts';
import { goToTab } from '../base/tabs.ts';

/**
 * What the palette offers beside the commands of the registry: commands for what is searched for, made from what is
 * known now. A source gives a few at most, and is asked with every letter.
 */
export type PaletteSource = (context: CommandContext, search: string) => readonly Command[];

/** So many agents are offered at most. */
const MOST_AGENTS = 8;

/** Fewer letters name nobody. */
const LEAST_LETTERS = 2;

const hostsInLowerCase = memoizeLast(
  (listing: Listing<Agent> | undefined): readonly { readonly agent: Agent; readonly host: Untrusted }[] =>
    (listing?.rows ?? []).map((agent) => ({
      agent,
      host: asUntrusted((agent.hostname ?? agent.id).toLowerCase()),
    })),
);

const goToAgents: PaletteSource = (context, search) => {
  const wanted = search.toLowerCase().split(/\s+/).at(-1) ?? '';
  if (wanted.length < LEAST_LETTERS) {
    return [];
  }
  const found: Command[] = [];
  for (const { agent, host } of hostsInLowerCase(context.stores.agents.getState().data)) {
    if (host.includes(wanted)) {
      found.push({
        id: 'agents.go-to',
        title: 'Go to agent',
        subject: asUntrusted(agent.hostname ?? agent.id),
        scope: 'global',
        run: (chosen) => goToAgent(chosen, agent),
      });
    }
    if (found.length === MOST_AGENTS) {
      break;
    }
  }
  return found;
};

/** Puts the cursor on an agent; filters that hide it are cleared. */
function goToAgent(context: CommandContext, { id }: Agent): void {
  const { stores, clock } = context;
  goToTab(context, 'agents');
  if (!selectVisibleAgents(stores, clock.now()).some((other) => other.id === id)) {
    updatePane(stores.view, 'agents', { text: '', flag: undefined });
  }
  updatePane(stores.view, 'agents', { cursor: id });
}

/** Counting by a field, `count payload.score`: any that the data has, whether it is offered by itself or not. */
const countByField: PaletteSource = (context, search) => {
  const [, field] = /^count\s+(?:by\s+)?(\S.*)$/i.exec(search) ?? [];
  const known = /^count\b/i.test(search) ? countFields(context) : [];
  // The beginning of a name stands for it, unless it is all of another one: `payload.score` beside `payload.score_before`.
  const isOther =
    field !== undefined &&
    !known.includes(field) &&
    (!known.some((name) => name.startsWith(field)) || isCountedField(context, field));
  return (isOther ? [...known, field] : known).map((name) => ({
    id: 'list.count-by',
    title: `Count by`,
    subject: asUntrusted(name),
    scope: 'global',
    run: (chosen) => countBy(chosen, name),
  }));
};

/** All sources, in the order in which equally good matches stand. */
export const PALETTE_SOURCES: readonly PaletteSource[] = [
  goToAgents,
  countByField,
  (_context, search) => searchWordsCommands(search),
  (_context, search) => huntFileCommands(search),
  goToProfiles,
  (context) => savedFilterCommands(context),
];
