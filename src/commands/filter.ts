import { OUTCOMES } from '../contract/values.ts';
import { updatePane, type Tab } from '../stores/view-store.ts';
import { openDialog, type Command, type CommandContext } from './command.ts';
import { freezeFeed, resumeFeed } from './feed-position.ts';
import { goToTab } from './shell.ts';

const FILTERED: readonly Tab[] = ['events', 'agents', 'sessions', 'llm'];

/** Goes to the feed and shows, from its live edge on, the events that a typed query lets through, whatever their outcome. */
export function showEvents(context: CommandContext, query: string): void {
  const { stores } = context;
  goToTab(context, 'events');
  updatePane(stores.view, 'events', {
    text: query,
    outcomes: OUTCOMES,
    type: undefined,
    ecosystem: undefined,
    suspicious: false,
    detail: false,
  });
  resumeFeed(stores);
}

/** The text filter of the lists. It applies while it is typed; Esc brings back what was there before. */
export const filterCommands: readonly Command[] = [
  {
    id: 'list.filter',
    title: 'Filter by words that must occur in a row',
    hint: 'filter',
    scope: 'list',
    disabledReason: ({ stores }) =>
      FILTERED.includes(stores.view.getState().tab) ? undefined : 'This pane has nothing to filter.',
    run(context) {
      const { stores } = context;
      const { tab, events } = stores.view.getState();
      const wasFollowing = tab === 'events' && events.follow;
      if (wasFollowing) {
        freezeFeed(stores);
      }
      const before = stores.view.getState()[tab].text;
      const setText = (text: string) => updatePane(stores.view, tab, { text });
      const finish = (text: string) => {
        setText(text);
        if (wasFollowing) {
          resumeFeed(stores);
        }
      };
      openDialog(context, {
        kind: 'text',
        title: 'Filter',
        lines: [],
        label: '/',
        initial: before,
        enterDoes: 'keeps it',
        findProblem: () => undefined,
        onChange: setText,
        onCancel: () => finish(before),
        submit: finish,
        dangerous: false,
      });
    },
  },
];
