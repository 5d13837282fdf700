import { isFilteredAlike } from '../../stores/view/list-filters.ts';
import { isSameView, placeOf } from '../../stores/view/view-snapshot.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { Place } from '../../stores/view/view-store.ts';
import { closeDialog, openDialog, type CommandContext } from './command.ts';

/** So many steps can be gone back. */
const MOST_STEPS = 30;

function placeNow({ stores }: CommandContext): Place {
  return placeOf(stores.view.getState());
}

/** Takes note of the view that is about to be left, to which `-` leads. */
export function noteLastPlace(context: CommandContext): void {
  context.stores.view.setState({ lastPlace: placeNow(context) });
}

/** The dialogs that are lists over a view: going back leads to them as well. */
const LISTS: ReadonlySet<Dialog['kind']> = new Set(['hunt', 'session-search']);

type ListOver = Exclude<Dialog, { readonly kind: 'choice' }>;

/** The list that lies over the view, if any. */
export function listOver({ stores }: CommandContext): ListOver | undefined {
  return stores.view.getState().dialogs.find((dialog): dialog is ListOver => LISTS.has(dialog.kind));
}

/** Follows a thing to another view, so that going back from there leads to this one, and to the list that lay over it. */
export function leaveFor(context: CommandContext, go: () => void): void {
  const { view } = context.stores;
  const from = placeNow(context);
  const over = listOver(context);
  while (listOver(context) !== undefined) {
    closeDialog(context);
  }
  go();
  const step = { from, to: placeNow(context), over };
  view.setState(({ trail }) => ({ trail: [...trail, step].slice(-MOST_STEPS), lastPlace: from }));
}

/**
 * Goes back to where the user came from with the last step; false when nothing was followed to what is seen now, or,
 * where `asItWas` is asked for, when other filters were set since.
 */
export function goBackWhereFrom(
  context: CommandContext,
  { asItWas }: { readonly asItWas: boolean },
): boolean {
  const { view } = context.stores;
  const { trail } = view.getState();
  const [step, here] = [trail.at(-1), placeNow(context)];
  if (step === undefined || !isSameView(step.to, here) || (asItWas && !isFilteredAlike(step.to, here))) {
    return false;
  }
  if (here.pager !== undefined) {
    closeTranscript(context);
  }
  restorePlace(context, step.from);
  view.setState({ trail: trail.slice(0, -1), lastPlace: here });
  if (step.over !== undefined) {
    openDialog(context, step.over);
  }
  return true;
}

/** Goes back to the list from which the step led here; false where none did. */
export function goBackToList(context: CommandContext): boolean {
  const { trail } = context.stores.view.getState();
  return trail.at(-1)?.over !== undefined && goBackWhereFrom(context, { asItWas: false });
}

/** Goes to the view that was left last; false when none was. */
export function goToLastPlace(context: CommandContext): boolean {
  const { view } = context.stores;
  const { lastPlace } = view.getState();
  if (lastPlace === undefined) {
    return false;
  }
  const here = placeNow(context);
  restorePlace(context, lastPlace);
  view.setState({ lastPlace: here });
  return true;
}

/** Leaves the transcript pager for the list of sessions. */
export function closeTranscript({ stores, sync }: CommandContext): void {
  stores.view.setState({ pager: undefined });
  sync.closeTranscript();
  stores.pagerText.forget();
  stores.transcriptSearch.forget();
}

/** Shows a view as it was left; what was marked since stays so. */
function restorePlace(context: CommandContext, { tab, pane, pages, pager, screen }: Place): void {
  const { stores, sync } = context;
  stores.view.setState((state) => ({
    ...screen,
    tab,
    previousTab: state.tab === tab ? state.previousTab : state.tab,
    [tab]: { ...pane, marks: state[tab].marks },
    pages: { ...state.pages, [tab]: pages },
  }));
  if (tab !== 'sessions') {
    return;
  }
  if (pager === undefined) {
    if (stores.view.getState().pager !== undefined) {
      closeTranscript(context);
    }
  } else {
    stores.view.setState({ pager });
    if (stores.transcript.getState().data?.sessionId !== pager.sessionId) {
      sync.openTranscript(pager.session);
    }
  }
}
