import { standing } from '../base/feed-position.ts';
import { readForPage } from '../base/entity-stack.ts';
import type { CommandContext } from '../base/command.ts';
import { LIST_IDS } from '../../stores/base/tab.ts';
import type { Stores } from '../../stores/stores.ts';
import type { ViewState, ViewStore } from '../../stores/view/view-store.ts';

/** What is kept of where somebody is: never what was allowed there, what was asked, or what was said. */
const KEPT = [
  'tab',
  'previousTab',
  'lastPlace',
  'trail',
  'taken',
  'focus',
  'detailTop',
  'detailLeft',
  'zoomed',
  'timeStyle',
  'overview',
  ...LIST_IDS,
  'pages',
  'pager',
] as const satisfies readonly (keyof ViewState)[];

/** Where somebody was in an organization when they went to another one, for as long as this console runs. */
export type LeftView = Pick<ViewState, (typeof KEPT)[number]>;

/** Where somebody is now. */
export function leftView(view: ViewStore): LeftView {
  const state = view.getState();
  return Object.fromEntries(KEPT.map((name) => [name, state[name]])) as unknown as LeftView;
}

/** Batches of another connection say nothing: all that is read first is shown, and from then on the feed stands still. */
const ALL_BATCHES = Number.MAX_SAFE_INTEGER;

/** Puts somebody back where they were. What they saw there is read anew. */
export function comeBack(stores: Stores, left: LeftView): void {
  const { view, events } = stores;
  const isStanding = !left.events.follow && !left.events.held;
  view.setState({
    ...left,
    // Hits of a search are gone with its organization.
    trail: left.trail.map((step) => ({ ...step, over: undefined })),
    events: isStanding
      ? { ...left.events, frozenAt: ALL_BATCHES }
      : { ...left.events, held: false, follow: true, cursor: undefined },
  });
  if (isStanding) {
    const stop = events.subscribe(({ coveredSince }) => {
      if (coveredSince === undefined) {
        return;
      }
      stop();
      view.setState((now) =>
        now.events.frozenAt === ALL_BATCHES ? { events: { ...now.events, ...standing(stores) } } : now,
      );
    });
  }
}

/** Asks for what is shown and is not kept fresh by itself, once there is a connection. */
export function readForComeback(context: CommandContext): void {
  const { stores, sync } = context;
  const { tab, pager } = stores.view.getState();
  if (pager !== undefined) {
    sync.openTranscript(pager.session);
  }
  if (pager === undefined || tab !== 'sessions') {
    readForPage(context);
  }
}
