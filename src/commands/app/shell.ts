import { goToTab } from '../base/tabs.ts';
import { tabTitle } from '../lists/list-sources.ts';
import { pinCursor } from '../lists/pin-cursor.ts';
import { isHistoryWanted } from '../../stores/events/select-events.ts';
import { isDetailAlone, updatePane } from '../../stores/view/view-store.ts';
import { clearedFilter, valuesNow } from '../../stores/view/list-filters.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import { listOf, TABS, type ListId } from '../../stores/base/tab.ts';
import { formatCount } from '../../lib/format-number.ts';
import { isUnderWay, progressOf, type AgentRun } from '../../stores/agents/agent-run.ts';
import { closeDialog, notify, openDialog, type Command, type CommandContext } from '../base/command.ts';
import { SHORT_HELP } from './help.ts';
import { clearPageWords, closePage } from '../base/entity-stack.ts';
import { stopBeforeSending } from './stop-before-sending.ts';
import {
  closeTranscript,
  goBackToList,
  goBackWhereFrom,
  goToLastPlace,
  noteLastPlace,
} from '../base/back-stack.ts';

const tabCommands: readonly Command[] = TABS.map((tab) => ({
  id: `tab.${tab}`,
  title: `Go to ${tabTitle(tab)}`,
  scope: 'global',
  moves: true,
  run(context) {
    goToTab(context, tab);
    // Who goes somewhere by name does not come back step by step.
    context.stores.view.setState({ trail: [] });
  },
}));

const TIME_STYLES = ['utc', 'local', 'age'] as const;

/** Moving between panes and changing how they look: what every pane shares. */
export const shellCommands: readonly Command[] = [
  ...tabCommands,
  {
    id: 'tab.last',
    title: 'Go to the view you saw last',
    scope: 'global',
    run(context) {
      if (!goToLastPlace(context)) {
        goToTab(context, context.stores.view.getState().previousTab);
      }
    },
  },
  {
    id: 'help.open',
    title: 'Help on the keys of this pane',
    hint: 'help',
    scope: 'global',
    run: (context) =>
      openDialog(context, {
        kind: 'help',
        top: 0,
        search: '',
        matches: [],
        current: undefined,
        // Whoever hears it hears the most needed first.
        topic: context.speech === undefined ? undefined : SHORT_HELP,
      }),
  },
  {
    id: 'palette.open',
    title: 'Every command by name',
    hint: 'commands',
    scope: 'global',
    opensField: true,
    run: (context) => openDialog(context, { kind: 'palette', search: '', cursor: 0 }),
  },
  {
    id: 'requests.open',
    title: 'API log: what is waited for, the budget, the feed, every request',
    scope: 'global',
    run: (context) => openDialog(context, { kind: 'request-log', top: 0, search: '' }),
  },
  {
    id: 'messages.open',
    title: 'Messages: what the bottom row said lately',
    scope: 'global',
    run: (context) => openDialog(context, { kind: 'messages', top: 0 }),
  },
  {
    id: 'data.refresh',
    title: 'Read this pane again now',
    scope: 'global',
    run(context) {
      context.sync.refresh();
      notify(context, 'Reading again');
    },
  },
  {
    id: 'times.cycle',
    title: 'Times in UTC, local or as an age',
    scope: 'global',
    run(context) {
      const { view } = context.stores;
      const next =
        TIME_STYLES[(TIME_STYLES.indexOf(view.getState().timeStyle) + 1) % TIME_STYLES.length] ?? 'utc';
      view.setState({ timeStyle: next });
      notify(context, { utc: 'Times in UTC', local: 'Times in the local zone', age: 'Times as ages' }[next]);
    },
  },
  {
    id: 'detail.toggle',
    title: 'Detail on or off',
    hint: 'detail',
    scope: 'list',
    run(context) {
      const { stores } = context;
      const { tab, ...state } = stores.view.getState();
      if (!state[tab].detail) {
        pinCursor(context);
      }
      updatePane(stores.view, tab, { detail: !state[tab].detail });
      stores.view.setState({ focus: 'list', detailTop: 0 });
    },
  },
  {
    id: 'focus.switch',
    title: 'Move the focus between list and detail',
    scope: 'list',
    run: ({ stores }) => {
      const { tab, focus, ...state } = stores.view.getState();
      stores.view.setState({ focus: focus === 'list' && state[tab].detail ? 'detail' : 'list' });
    },
  },
  {
    id: 'detail.zoom',
    title: 'Show the detail alone, or both again',
    scope: 'list',
    run(context) {
      const { stores } = context;
      const { tab, zoomed } = stores.view.getState();
      pinCursor(context);
      updatePane(stores.view, tab, { detail: true });
      stores.view.setState({ zoomed: !zoomed, focus: zoomed ? 'list' : 'detail' });
    },
  },
  {
    id: 'detail.wrap',
    title: 'Wrap long lines of the detail, or cut them',
    scope: 'list',
    run(context) {
      const { view } = context.stores;
      const { tab, ...state } = view.getState();
      const wrap = !state[tab].wrap;
      updatePane(view, tab, { wrap });
      view.setState({ detailTop: 0, detailLeft: 0 });
      notify(context, wrap ? 'Long lines are wrapped' : 'Long lines are cut');
    },
  },
  {
    id: 'view.back',
    title: 'Close what is open, stop a change before it is sent, or clear filters',
    scope: 'global',
    run: goBack,
  },
  {
    id: 'filter.bring-back',
    title: 'Bring back the filter that Esc cleared last',
    scope: 'list',
    disabledReason({ stores }) {
      const { taken, tab } = stores.view.getState();
      return taken.some(({ list }) => list === tab) ? undefined : 'Esc has cleared no filter of this list.';
    },
    run: bringBack,
  },
  {
    id: 'app.quit',
    title: 'Back, or quit',
    hint: 'quit',
    scope: 'global',
    run(context) {
      const { view } = context.stores;
      const { pager, tab } = view.getState();
      if (pager !== undefined && tab === 'sessions') {
        leavePager(context);
      } else if (
        !goBackToList(context) &&
        !closePage(context) &&
        !uncoverList(context) &&
        !goBackWhereFrom(context, { asItWas: false })
      ) {
        quitUnlessUnderWay(context);
      }
    },
  },
  { id: 'app.quit-now', title: 'Quit', scope: 'global', run: ({ terminal }) => terminal.quit() },
  {
    id: 'app.suspend',
    title: 'Suspend to the shell (fg brings it back)',
    scope: 'global',
    run: ({ terminal }) => terminal.suspendToShell(),
  },
  {
    id: 'screen.redraw',
    title: 'Draw the screen anew, or read all of it aloud',
    scope: 'global',
    run({ terminal, speech }) {
      if (speech === undefined) {
        terminal.redraw();
      } else {
        speech.sayAll();
      }
    },
  },
];

/** Leaves the transcript pager for where it was opened from, or else for the list of sessions. */
function leavePager(context: CommandContext): void {
  if (!goBackWhereFrom(context, { asItWas: false })) {
    noteLastPlace(context);
    closeTranscript(context);
  }
}

/** Shows the list again where a detail had all its room; false when the list can be seen. */
function uncoverList({ stores: { view } }: CommandContext): boolean {
  const { tab, ...state } = view.getState();
  if (!state[tab].detail || !isDetailAlone(state)) {
    return false;
  }
  view.setState({ zoomed: false, focus: 'list' });
  if (isDetailAlone(view.getState())) {
    updatePane(view, tab, { detail: false });
  }
  return true;
}

/** Quits, after a question when agents are being acted on. */
function quitUnlessUnderWay(context: CommandContext): void {
  const { run } = context.stores.agentRun.getState();
  if (run === undefined || !isUnderWay(run)) {
    quitUnlessUnwritten(context);
    return;
  }
  const askedNow = () => quitQuestion(context.stores.agentRun.getState().run ?? run);
  openDialog(context, {
    kind: 'confirm',
    ...askedNow(),
    askedNow,
    yesDoes: 'quits',
    confirm: () => quitUnlessUnwritten(context),
  });
}

function quitQuestion(run: AgentRun) {
  const { done, of } = progressOf(run);
  const goesOn = isUnderWay(run);
  return {
    title: `Quit? An action on agents ${goesOn ? 'is under way' : 'has ended meanwhile'}.`,
    lines: [
      { label: 'done', value: `${formatCount(done)} of ${formatCount(of)}` },
      goesOn
        ? { label: 'the rest', value: 'is left as it is; what was sent already is in the journal' }
        : { label: 'its results', value: 'are kept until the console is quit; :results shows them' },
    ],
  };
}

/** Quits, after a question when a draft of the policy would be lost: where nothing can be kept on this host. */
function quitUnlessUnwritten(context: CommandContext): void {
  const { policyDraft } = context.stores;
  const changes = Object.keys(policyDraft.getState().changes);
  if (changes.length === 0 || policyDraft.isKept()) {
    context.terminal.quit();
    return;
  }
  openDialog(context, {
    kind: 'confirm',
    title: 'Quit, and lose the draft of the policy?',
    lines: changes.map((field) => ({ label: 'changed', value: field })),
    yesDoes: 'quits',
    confirm: () => context.terminal.quit(),
  });
}

/** Stops the reading of a long stretch of the past that the filters of the feed want; false while none is under way. */
function giveUpHistory({ stores, sync }: CommandContext): boolean {
  const view = stores.view.getState();
  const isReading =
    view.tab === 'events' &&
    openPageOf(view) === undefined &&
    stores.events.getState().older === 'reading' &&
    isHistoryWanted(stores);
  if (isReading) {
    sync.giveUpHistory();
  }
  return isReading;
}

/**
 * One thing a time, from the inside out: the dialog, a long reading of the past, the transcript, the words of a page, the page, the zoom, the focus
 * of the detail, the step that led here, the detail, the words of the filter, the other filters. A field, and the outline
 * of a transcript, have keys of their own.
 */
function goBack(context: CommandContext): void {
  const { view } = context.stores;
  const { tab, focus, zoomed, pager, ...state } = view.getState();
  if (closeDialog(context) || stopBeforeSending(context) || giveUpHistory(context)) {
    return;
  }
  if (pager !== undefined && tab === 'sessions') {
    leavePager(context);
  } else if (clearPageWords(context) || goBackToList(context) || closePage(context)) {
    return;
  } else if (zoomed) {
    view.setState({ zoomed: false, focus: 'list' });
  } else if (focus === 'detail') {
    view.setState({ focus: 'list' });
  } else if (goBackWhereFrom(context, { asItWas: true })) {
    return;
  } else if (state[tab].detail) {
    updatePane(view, tab, { detail: false });
  } else {
    const list = listOf(tab);
    if (list === undefined) {
      updatePane(view, tab, { cursor: undefined });
    } else {
      take(context, list, state[list].text === '' ? clearedFilter(view.getState(), list) : { text: '' });
    }
  }
}

/** So many filters can be brought back. */
const MOST_TAKEN = 30;

/** Clears a filter so that it can be brought back. */
function take(
  { stores: { view } }: CommandContext,
  list: ListId,
  cleared: Readonly<Record<string, unknown>>,
): void {
  if (Object.keys(cleared).length > 0) {
    const values = valuesNow(view.getState(), list, cleared);
    view.setState(({ taken }) => ({ taken: [...taken, { list, values }].slice(-MOST_TAKEN) }));
    updatePane(view, list, cleared);
  }
}

/** Puts the filter back that was cleared last of the list that is shown. */
function bringBack({ stores: { view } }: CommandContext): void {
  const { taken, tab } = view.getState();
  const last = taken.findLast(({ list }) => list === tab);
  if (last !== undefined) {
    view.setState({ taken: taken.filter((each) => each !== last) });
    updatePane(view, last.list, last.values);
  }
}
