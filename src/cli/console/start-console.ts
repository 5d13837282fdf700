import type { CommandContext } from '../../commands/base/command.ts';
import { leftView, type LeftView } from '../../commands/app/left-view.ts';
import { notify, notifyTogether } from '../../commands/base/notices.ts';
import { readRebinding } from '../../commands/app/rebinding.ts';
import { guardedClock, systemClock } from '../../lib/clock.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import { readConfiguredFilters } from '../../stores/view/configured-filters.ts';
import { parseFilterAhead } from '../session/list-filter.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { openFilters } from '../../stores/view/list-filters.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { UsageError } from '../../host/usage-error.ts';
import { LIST_IDS, listOf, type ListId, type Tab } from '../../stores/base/tab.ts';
import { InputGuard } from '../../terminal/input/input-guard.ts';
import { LINE_MODES, NO_MODES, SCREEN_MODES, type Modes } from '../../terminal/life/modes.ts';
import { takeTerminal } from '../../terminal/life/take-terminal.ts';
import { openTerminalOutput } from '../../terminal/output/open-terminal-output.ts';
import { reportOfDropped, type RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import type { Console } from '../../ui/dialogs/base/console-context.ts';
import type { ConsoleScreen } from '../../ui/app/console-screen.ts';
import { KeyDispatcher } from '../../ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../ui/app/take-keys.ts';
import { createTheme } from '../../ui/theme.ts';
import type { Background } from '../../host/config/background.ts';
import { drawAsLines, drawOnScreen } from './console-drawing.ts';
import { CrashFile } from '../../host/faults/crash-file.ts';
import { followColours } from './follow-colours.ts';
import { withoutCredentials } from '../../host/connection/credential-text.ts';
import { handleFaults } from './handle-faults.ts';
import { logLine } from '../../host/faults/log-line.ts';
import { Leaving } from './leave-console.ts';
import { createProfiles } from './console-profiles.ts';
import { attend, loadInterface } from './load-interface.ts';
import type { MountedInk } from './mount-ink.tsx';
import {
  openOrganization,
  type OpenOrganization,
  type OrganizationHost,
  type OrganizationOptions,
} from './open-organization.ts';
import type { StartedOn } from './organization-choices.ts';
import { whyNotLeft } from './under-way.ts';
import { say } from '../output/say.ts';

// The doctor takes it from here: what two parts of the bundle share by themselves would be one more file to load.
export { readConfiguredFilters, readRebinding };

const loadClipboard = lazyImport(() => import('../../terminal/clipboard/clipboard.ts'));

export interface ConsoleOptions {
  /** The organization that the console begins with, and by what it is to be come back to. */
  readonly organization: OrganizationOptions;
  readonly startedOn: StartedOn;
  /** The pane to open on; undefined for the one that was open last. */
  readonly tab: Tab | undefined;
  /** The filter of that pane; undefined for the one that it had last. */
  readonly filter: string | undefined;
  /** The user on this host, as `anna@jump-1`. */
  readonly who: () => string;
  /** The table of keys of the config file, and why there is none although there is a file. */
  readonly keys: unknown;
  readonly keysProblem: string | undefined;
  readonly ascii: boolean;
  readonly colour: boolean;
  /** The background is light, for all that is known before the terminal is asked. */
  readonly light: boolean;
  /** What somebody has said of the background, whatever the terminal says of it. */
  readonly background: Background | undefined;
  /** The terminal can be asked for its colours. */
  readonly setsColours: boolean;
  /** The terminal knows sequences of any kind. */
  readonly knowsSequences: boolean;
  /** Only lines are added, for people who have them read aloud. */
  readonly accessible: boolean;
}

/** The list that is to be filtered from the start, and by what. Throws a UsageError where that is none, or no query. */
function filteredList({
  tab,
  filter: text,
}: Pick<ConsoleOptions, 'tab' | 'filter'>): { readonly list: ListId; readonly text: string } | undefined {
  if (text === undefined) {
    return undefined;
  }
  const list = tab === undefined ? undefined : listOf(tab);
  if (list === undefined) {
    throw new UsageError(
      `Say which list --filter is for, such as --tab events: ${LIST_IDS.join(', ')} can be filtered.`,
    );
  }
  if (text !== '') {
    parseFilterAhead(text, LISTS[list].query);
  }
  return { list, text };
}

/** An organization with all that shows it and takes its keys. */
interface Shown {
  readonly options: OrganizationOptions;
  readonly organization: OpenOrganization;
  readonly console: Console;
  readonly screen: ConsoleScreen;
  readonly keys: KeyDispatcher;
  readonly leaving: Leaving;
}

/** Draws the console and resolves with the exit status once it is closed and the terminal is as it was. */
export async function startConsole(options: ConsoleOptions): Promise<number> {
  const filtered = filteredList(options);
  const { rebound, problems } = readRebinding(options.keys);
  const faults = () => shown.console.commands.stores.faults;
  const clock = guardedClock(systemClock, (error) => faults().report('doing what was due', error));
  const output = openTerminalOutput();
  const guard = new InputGuard(
    () => process.stdin,
    clock,
    (error) => faults().report('taking a key', error),
  );
  const session = takeTerminal({
    output,
    input: guard,
    modes: modesOf(options),
    redact: withoutCredentials,
  });
  const { ascii } = options;
  const theme = createTheme({
    colour: options.colour,
    light: options.light,
    ascii,
    sideBySide: !options.accessible,
    rebound: () => rebound,
  });
  const dropped: RejectedCells = { count: 0 };
  const draw = options.accessible ? drawAsLines : drawOnScreen;
  const drawing = draw({ theme, output, input: guard, clock, session, dropped });
  const { writer } = drawing;
  const mounted: { ink?: MountedInk } = {};
  const colours = followColours({
    theme,
    background: options.background,
    input: guard,
    clock,
    send: (sequence) => drawing.send(sequence),
    onChange: () => {
      shown.screen.paint();
      mounted.ink?.redraw();
    },
  });
  const beforeLeaving = (leave: () => void) => colours.beforeLeaving(() => drawing.beforeLeaving(leave));
  const askTerminal = () => {
    // What the terminal answers to the second question says that it has passed over the first.
    if (options.knowsSequences) {
      drawing.keepPace();
    }
    if (options.setsColours) {
      colours.ask();
    }
  };
  const terminal: CommandContext['terminal'] = {
    // What the terminal still answers would be keys for the shell.
    quit: () => beforeLeaving(() => shown.leaving.quit()),
    suspendToShell: () => beforeLeaving(() => void session.suspendToShell()),
    redraw: () => {
      session.redraw();
      askTerminal();
    },
    copy: async (text) => {
      const { createClipboard } = await loadClipboard();
      return createClipboard({ environment: process.env, send: (sequence) => drawing.send(sequence) }).copy(
        text,
      );
    },
  };
  const fail = (error: unknown) => session.end(1, error);
  const interfaceStands = Promise.withResolvers<void>();
  const crashFile = new CrashFile(process.env, process.getuid?.() ?? 0);
  /** Where the user was in the organizations that were left, by the folders for them. */
  const leftViews = new Map<string, LeftView>();
  const profiles = createProfiles(options.startedOn, {
    interfaceStands: interfaceStands.promise,
    whyNotNow: () => whyNotLeft(shown.organization),
    show: (next) => turnTo(next),
  });

  function show(of: OrganizationOptions): Shown {
    const host: OrganizationHost = {
      screen: { ascii, sideBySide: !options.accessible, rebound, ...session.size },
      terminal,
      speech: drawing.speech,
      profiles,
      who: options.who,
      interfaceStands: interfaceStands.promise,
      fail,
    };
    const organization = openOrganization(of, host, leftViews.get(of.stateFolder));
    const { commands, operations } = organization;
    handleFaults(session, { ...commands, crashFile });
    const console: Console = { commands, theme, shownDialog: new ShownDialog() };
    const screen = drawing.show(console);
    return {
      options: of,
      organization,
      console,
      screen,
      keys: new KeyDispatcher(commands, console.shownDialog, screen),
      leaving: new Leaving({ commands, operations, end: (status) => session.end(status) }),
    };
  }

  /**
   * Shows another organization in the place of this one, in one turn: no key, no frame and no request comes in between. False
   * where that failed, and this one is shown anew.
   */
  function turnTo(next: OrganizationOptions): boolean {
    const { options: of, organization, keys, screen } = shown;
    leftViews.set(of.stateFolder, leftView(organization.commands.stores.view));
    keys.stop();
    screen.stop();
    const lastWords = organization.close();
    try {
      shown = show(next);
    } catch (error) {
      shown = show(of);
      faults().report('going to another organization', error);
    }
    shown.keys.beginAnew();
    mounted.ink?.show(shown.console, shown.screen);
    shown.organization.start();
    lastWords.forEach((sentence) => notify(shown.console.commands, sentence, 'bad'));
    shown.screen.start();
    faults().run('attending to an organization', () => attend(shown.organization, drawing));
    return shown.options === next;
  }

  let shown = show(options.organization);
  const { commands } = shown.console;
  commands.stores.view.setState((view) => ({ tab: options.tab ?? view.tab }));
  if (filtered !== undefined) {
    updatePane(commands.stores.view, filtered.list, {
      ...openFilters(filtered.list),
      text: filtered.text,
    });
  }
  notifyTogether(commands, [
    ...(options.keysProblem === undefined ? [] : [options.keysProblem]),
    ...problems,
  ]);
  session.leaveThrough(beforeLeaving);
  session.onResize((size) => {
    shown.screen.resize(size);
    mounted.ink?.resize(size);
  });
  session.onEnd(() => {
    const { organization, screen, leaving } = shown;
    screen.stop();
    const lastWords = organization.close();
    lastWords.forEach(say);
    [...leaving.sentences, ...organization.operations.sentences].forEach(say);
    const report = reportOfDropped(dropped.count + session.strayWrites);
    if (report !== undefined) {
      process.stderr.write(`vigil: ${report}\n`);
    }
  });
  shown.organization.start(filtered?.list);
  session.enter(writer);
  shown.screen.start();
  logLine(() => `the console has the terminal (${session.size.columns}x${session.size.rows})`);
  try {
    takeKeys(() => shown.keys, guard);
    // What follows is not needed for the first frame, and would hold back the watchdog, for which raw mode waits.
    await session.keysTaken;
    askTerminal();
    // All of the first frame stands behind its answer, and what is loaded next would keep it from being read.
    await drawing.heard();
    await loadInterface({
      ...shown,
      session,
      dropped,
      onMounted: (ink) => (mounted.ink = ink),
      onError: fail,
    });
    interfaceStands.resolve();
    await attend(shown.organization, drawing);
  } catch (error) {
    // Without Ink, no dialog could be left.
    fail(error);
  }
  return session.ended;
}

function modesOf({ accessible, knowsSequences }: ConsoleOptions): Modes {
  return !accessible ? SCREEN_MODES : knowsSequences ? LINE_MODES : NO_MODES;
}
