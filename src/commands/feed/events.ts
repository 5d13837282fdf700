import {
  ECOSYSTEMS,
  EVENT_TYPES,
  OUTCOMES,
  type Ecosystem,
  type EventType,
  type Outcome,
} from '../../contract/values.ts';
import { selectEventsUnderCursor } from '../../stores/events/event-facts.ts';
import { selectVisibleEvents } from '../../stores/events/select-events.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { notify, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { freezeFeed, resumeFeed } from '../base/feed-position.ts';

function showOutcomes({ stores }: CommandContext, outcomes: readonly Outcome[]): void {
  updatePane(stores.view, 'events', { outcomes: OUTCOMES.filter((outcome) => outcomes.includes(outcome)) });
}

function toggling(outcome: Outcome, hint: string): Command {
  return {
    id: `events.toggle-${outcome}`,
    title: `Show or hide ${outcome}`,
    hint,
    scope: 'events',
    run(context) {
      const shown = context.stores.view.getState().events.outcomes;
      const without = shown.filter((other) => other !== outcome);
      showOutcomes(context, shown.includes(outcome) ? without : [...shown, outcome]);
    },
  };
}

const OUTCOME_CHOICES = [
  { label: 'All outcomes', value: 'allow review block' },
  { label: 'Block only', value: 'block' },
  { label: 'Block and review', value: 'block review' },
  { label: 'Review only', value: 'review' },
  { label: 'Allow only', value: 'allow' },
] as const;

/** A menu that narrows the feed to one value of a field, or to none. */
function narrowing<Value extends string>(
  field: 'type' | 'ecosystem',
  title: string,
  values: readonly Value[],
): Command {
  return {
    id: `events.choose-${field}`,
    title,
    hint: field,
    scope: 'events',
    run(context) {
      const { view } = context.stores;
      openMenu(context, {
        title,
        choices: [{ label: 'All', value: '' }, ...values.map((value) => ({ label: `Only ${value}`, value }))],
        initial: view.getState().events[field] ?? '',
        choose: (value) =>
          updatePane(view, 'events', {
            [field]: value === '' ? undefined : (value as EventType & Ecosystem),
          }),
      });
    },
  };
}

/** What can be done with the feed. */
export const eventCommands: readonly Command[] = [
  toggling('block', 'block'),
  toggling('review', 'review'),
  toggling('allow', 'allow'),
  {
    id: 'events.show-all',
    title: 'Show all outcomes',
    hint: 'all',
    scope: 'events',
    run: (context) => showOutcomes(context, OUTCOMES),
  },
  {
    id: 'events.choose-outcomes',
    title: 'Choose which outcomes to show',
    hint: 'outcomes',
    scope: 'events',
    run(context) {
      const shown = context.stores.view.getState().events.outcomes;
      openMenu(context, {
        title: 'Show which outcomes',
        choices: OUTCOME_CHOICES,
        initial: OUTCOME_CHOICES.find(({ value }) => sameOutcomes(value.split(' '), shown))?.value,
        choose: (value) => showOutcomes(context, value.split(' ') as Outcome[]),
      });
    },
  },
  narrowing('type', 'Show which type of event', EVENT_TYPES),
  narrowing('ecosystem', 'Show which ecosystem', ECOSYSTEMS),
  {
    id: 'events.toggle-suspicious',
    title: 'Show only events with suspicious names, or all again',
    scope: 'events',
    run({ stores: { view } }) {
      updatePane(view, 'events', { suspicious: !view.getState().events.suspicious });
    },
  },
  {
    id: 'events.follow',
    title: 'Follow the live edge',
    hint: 'follow',
    scope: 'events',
    run: ({ stores }) => resumeFeed(stores),
  },
  {
    id: 'events.open',
    title: 'Open the detail of the event',
    hint: 'open',
    scope: 'events',
    onRow: true,
    disabledReason: ({ stores }) =>
      selectVisibleEvents(stores).length === 0 ? 'There is no event under the cursor.' : undefined,
    run({ stores }) {
      freezeFeed(stores);
      updatePane(stores.view, 'events', { detail: true });
      stores.view.setState({ focus: 'detail', detailTop: 0 });
    },
  },
  {
    id: 'events.toggle-folding',
    title: 'Fold repeats into one row, or show each event',
    scope: 'events',
    run(context) {
      const { view } = context.stores;
      const folded = !view.getState().events.folded;
      updatePane(view, 'events', { folded });
      notify(context, folded ? 'Repeats are one row' : 'Each event is a row');
    },
  },
  steppingThroughRepeats('events.next-repeat', 'Next (older) event of a folded row', 1),
  steppingThroughRepeats('events.previous-repeat', 'Previous (newer) event of a folded row', -1),
  {
    id: 'events.toggle-raw',
    title: 'Show the event as it was sent in its detail, or not',
    scope: 'events',
    run({ stores }) {
      const { raw } = stores.view.getState().events;
      freezeFeed(stores);
      updatePane(stores.view, 'events', { raw: !raw, detail: true });
    },
  },
  {
    id: 'events.toggle-histogram',
    title: 'Show the events over time above the list, or not',
    scope: 'events',
    run({ stores: { view } }) {
      updatePane(view, 'events', { histogram: !view.getState().events.histogram });
    },
  },
];

/** Moves the cursor within the row that it is on, from one event to the next. */
function steppingThroughRepeats(id: string, title: string, by: 1 | -1): Command {
  return {
    id,
    title,
    scope: 'events',
    moves: true,
    disabledReason: ({ stores }) =>
      selectEventsUnderCursor(stores).length < 2 ? 'The row stands for one event alone.' : undefined,
    run({ stores }) {
      freezeFeed(stores);
      const events = selectEventsUnderCursor(stores);
      const { cursor } = stores.view.getState().events;
      const from = Math.max(
        0,
        events.findIndex((event) => event.id === cursor),
      );
      const to = events[Math.min(events.length - 1, Math.max(0, from + by))];
      updatePane(stores.view, 'events', { cursor: to?.id });
    },
  };
}

function sameOutcomes(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((outcome) => right.includes(outcome));
}
