import type { Tab } from '../../stores/base/tab.ts';
import { noteLastPlace } from './back-stack.ts';
import type { CommandContext } from './command.ts';

/** Goes to a tab and remembers where the user came from. An open transcript stays open in its pane. */
export function goToTab(context: CommandContext, tab: Tab): void {
  const { view } = context.stores;
  const { tab: previousTab } = view.getState();
  if (tab === previousTab) {
    return;
  }
  noteLastPlace(context);
  // Nothing of its list has been seen yet.
  const shown = { top: 0, end: 0 };
  view.setState({ tab, previousTab, shown, focus: 'list', detailTop: 0, detailLeft: 0, zoomed: false });
}
