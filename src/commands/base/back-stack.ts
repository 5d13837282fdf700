import { isFilteredAlike } from '../../stores/view/list-filters.ts';
import { isSameView, placeOf } from '../../stores/view/view-snapshot.ts';
import type { Place, Step } from '../../stores/view/view-store.ts';
import { openDialog, type CommandContext } from './command.ts';

/** So many steps can be gone back. */
const MOST_STEPS = 30;

function placeNow({ stores }: CommandContext): Place {
  return placeOf(stores.view.getState());
}

/** Takes note of the view that is about to be left, to which `-` leads. */
export function noteLastPlace(context: CommandContext): void {
  context.stores.view.setState({ lastPlace: placeNow(context) });
}

/** Follows a thing to another view, so that going back from there leads to this one. */
export function leaveFor(context: CommandContext, go: () => void, over: Step['over'] = {}): void {
  const { view } = context.stores;
  const from = placeNow(context);
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
  if (step.over.hit !== undefined) {
    openDialog(context, { kind: 'session-search', cursor: step.over.hit });
  }
  return true;
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
