import type { CommandContext, PolicyFiles } from '../../commands/base/command.ts';
import { reportKeptElsewhere } from '../../commands/app/kept-elsewhere.ts';
import { reportFiltersOfLastTime } from '../../commands/lists/filters-of-last-time.ts';
import { notify, notifyTogether } from '../../commands/base/notices.ts';
import { reportDraftNews } from '../../commands/policy/draft-news.ts';
import { reportDraftOfLastTime } from '../../commands/policy/draft-of-last-time.ts';
import { readRebinding } from '../../commands/app/rebinding.ts';
import { guardedClock, systemClock } from '../../lib/clock.ts';
import { lazyImport, LazyImportError } from '../../lib/lazy-import.ts';
import type { Organization } from '../../stores/base/organization.ts';
import type { LlmBudget } from '../../stores/llm/llm-budget.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { openFilters } from '../../stores/view/list-filters.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { UsageError } from '../../host/usage-error.ts';
import { createStores, type Stores } from '../../stores/stores.ts';
import type { Mode, WriteAccess } from '../../stores/view/view-store.ts';
import { LIST_IDS, listOf, type ListId, type Tab } from '../../stores/base/tab.ts';
import { createDeferredSync } from '../../sync/deferred-sync.ts';
import { InputGuard } from '../../terminal/input/input-guard.ts';
import { LINE_MODES, NO_MODES, SCREEN_MODES, type Modes } from '../../terminal/life/modes.ts';
import { takeTerminal } from '../../terminal/life/take-terminal.ts';
import { openTerminalOutput } from '../../terminal/output/open-terminal-output.ts';
import { reportOfDropped, type RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import type { Console } from '../../ui/dialogs/base/console-context.ts';
import { KeyDispatcher } from '../../ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../ui/app/take-keys.ts';
import { createTheme } from '../../ui/theme.ts';
import type { Background } from '../../host/config/background.ts';
import type { BlockAlert } from '../../host/config/config-schema.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { drawAsLines, drawOnScreen } from './console-drawing.ts';
import { watchPolicyFiles } from './policy-files.ts';
import { followColours } from './follow-colours.ts';
import { withoutCredentials } from '../../host/connection/credential-text.ts';
import { handleFaults } from './handle-faults.ts';
import { logLine } from '../../host/faults/log-line.ts';
import { OpenOperations } from '../../host/journal/open-operations.ts';
import { keepState, keptElsewhere, type OrganizationOnHost } from './kept-on-host.ts';
import { Leaving } from './leave-console.ts';
import { loadInterface } from './load-interface.ts';
import type { MountedInk } from './mount-ink.tsx';
import { say } from '../output/say.ts';
import { isNothingKept } from '../../host/state/state-place.ts';

// The doctor takes it from here: what two parts of the bundle share by themselves would be one more file to load.
export { readRebinding };

const loadClipboard = lazyImport(() => import('../../terminal/clipboard/clipboard.ts'));
const loadSync = lazyImport(() => import('./connect-sync.ts'));
const loadExportFile = lazyImport(() => import('../../host/files/export-file.ts'));

export interface ConsoleOptions extends OrganizationOnHost {
  /** Resolves once there is a server to talk to; the first frame does not wait for it. */
  readonly connect: () => Promise<ConnectionSettings>;
  readonly title: string;
  /** The organization as questions name it. */
  readonly organization: Organization;
  readonly mode: Mode;
  /** What keeps the console read-only whatever is asked of it, in words; undefined when changes can be allowed in it. */
  readonly forbiddenBy: string | undefined;
  /** The pane to open on; undefined for the one that was open last. */
  readonly tab: Tab | undefined;
  /** The filter of that pane; undefined for the one that it had last. */
  readonly filter: string | undefined;
  /** The options by which the same organization is shown again. */
  readonly startedWith: readonly string[];
  /** The user on this host, as `anna@jump-1`. */
  readonly who: () => string;
  /** How often agents fetch the policy, in milliseconds; undefined for as often as is usual. */
  readonly policySync: number | undefined;
  /** What LLM calls may cost a day; undefined where nobody set that. */
  readonly llmBudget: LlmBudget | undefined;
  /** The table of keys of the config file, and why there is none although there is a file. */
  readonly keys: unknown;
  readonly keysProblem: string | undefined;
  /** What happens when a block arrives. */
  readonly blockAlert: BlockAlert;
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
  const [problem] = parseQuery(text, LISTS[list].query).problems.filter(
    // The data may have a field that nobody knows yet.
    ({ sentence }) => !sentence.startsWith('There is no field'),
  );
  if (problem !== undefined) {
    throw new UsageError(`--filter, at character ${problem.start + 1}: ${problem.sentence}`);
  }
  return { list, text };
}

/** Marks on the axis of the events since when the versions hold that were seen on this host, once there is a policy. */
function markPolicies({ policy, policyMarks }: Stores, files: Pick<PolicyFiles, 'versions'>): void {
  const stop = policy.subscribe(({ data }) => {
    if (data !== undefined) {
      stop();
      // What cannot be read is said where versions are asked for.
      files.versions().then(
        (versions) => policyMarks.note(versions.map((version) => version.policy)),
        () => undefined,
      );
    }
  });
}

/** Draws the console and resolves with the exit status once it is closed and the terminal is as it was. */
export async function startConsole(options: ConsoleOptions): Promise<number> {
  const filtered = filteredList(options);
  const stores = createStores({ llmBudget: options.llmBudget });
  const { faults } = stores;
  const clock = guardedClock(systemClock, (error) => faults.report('doing what was due', error));
  const output = openTerminalOutput();
  const guard = new InputGuard(
    () => process.stdin,
    clock,
    (error) => faults.report('taking a key', error),
  );
  const session = takeTerminal({
    output,
    input: guard,
    modes: modesOf(options),
    redact: withoutCredentials,
  });
  handleFaults(session, { stores, clock });
  const { title, organization, mode, tab, ascii } = options;
  const { rebound, problems } = readRebinding(options.keys);
  const access: WriteAccess = {
    openMode: options.isDemo ? 'demo' : 'write',
    forbiddenBy: options.forbiddenBy,
    until: undefined,
  };
  stores.view.setState({
    title,
    organization,
    mode,
    access,
    ascii,
    sideBySide: !options.accessible,
    rebound,
    ...session.size,
  });
  const isNew = isNothingKept(options.stateFolder);
  const keeping = keepState(options, stores, clock);
  session.onEnd(keeping.stop);
  stores.view.setState((view) => ({ tab: tab ?? view.tab }));
  if (filtered !== undefined) {
    updatePane(stores.view, filtered.list, { ...openFilters(filtered.list), text: filtered.text });
  }
  notifyTogether({ stores, clock }, [
    ...(options.keysProblem === undefined ? [] : [options.keysProblem]),
    ...problems,
  ]);
  reportFiltersOfLastTime({ stores, clock });
  reportDraftOfLastTime({ stores, clock });
  stores.policyDraft.onNews((news) => reportDraftNews({ stores, clock }, news));
  const policies = watchPolicyFiles({
    stateFolder: options.stateFolder,
    userId: process.getuid?.() ?? 0,
    clock,
    stores,
    say: (sentence) => notify({ stores, clock }, sentence, 'bad'),
  });
  session.onEnd(policies.stop);
  markPolicies(stores, policies.files);
  const operations = new OpenOperations();
  const interfaceStands = Promise.withResolvers<void>();
  const sync = createDeferredSync(async () => {
    const settings = await options.connect();
    // Keys are answered before anything else is loaded.
    await interfaceStands.promise;
    const { connectSync } = await loadSync();
    return connectSync(settings, stores, clock, { mode, operations });
  });
  const commands: CommandContext = {
    stores,
    sync,
    clock,
    terminal: {
      // What the terminal still answers would be keys for the shell.
      quit: () => beforeLeaving(() => leaving.quit()),
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
    },
    files: {
      suggest: (name) => `~/${name}`,
      write: async (path, pieces, how) => (await loadExportFile()).writeExport(path, pieces, how),
    },
    policyFiles: policies.files,
    keptElsewhere: keptElsewhere(options, keeping),
    policySync: options.policySync,
    startedWith: options.startedWith,
    who: options.who,
    ...(options.accessible && {
      speech: {
        sayAgain: () => drawing.speech?.sayAgain(),
        sayDetail: () => drawing.speech?.sayDetail(),
        sayStatus: () => drawing.speech?.sayStatus(),
        sayAll: () => drawing.speech?.sayAll(),
      },
    }),
  };
  const leaving = new Leaving({ commands, operations, end: (status) => session.end(status) });
  const console: Console = {
    commands,
    theme: createTheme({
      colour: options.colour,
      light: options.light,
      ascii,
      sideBySide: !options.accessible,
      rebound: () => stores.view.getState().rebound,
    }),
    shownDialog: new ShownDialog(),
  };
  const dropped: RejectedCells = { count: 0 };
  const draw = options.accessible ? drawAsLines : drawOnScreen;
  const drawing = draw({ console, output, input: guard, clock, session, dropped });
  const { screen, writer } = drawing;
  const mounted: { ink?: MountedInk } = {};
  const colours = followColours({
    theme: console.theme,
    background: options.background,
    input: guard,
    clock,
    send: (sequence) => drawing.send(sequence),
    onChange: () => {
      screen.paint();
      mounted.ink?.redraw();
    },
  });
  const beforeLeaving = (leave: () => void) => colours.beforeLeaving(() => drawing.beforeLeaving(leave));
  session.leaveThrough(beforeLeaving);
  const askTerminal = () => {
    // What the terminal answers to the second question says that it has passed over the first.
    if (options.knowsSequences) {
      drawing.keepPace();
    }
    if (options.setsColours) {
      colours.ask();
    }
  };
  session.onResize((size) => {
    screen.resize(size);
    mounted.ink?.resize(size);
  });
  session.onEnd(() => {
    screen.stop();
    sync.stop();
    [...leaving.sentences, ...operations.sentences].forEach(say);
    const report = reportOfDropped(dropped.count + session.strayWrites);
    if (report !== undefined) {
      process.stderr.write(`vigil: ${report}\n`);
    }
  });
  session.enter(writer);
  screen.start();
  sync.start();
  logLine(() => `the console has the terminal (${session.size.columns}x${session.size.rows})`);
  const fail = (error: unknown) => session.end(1, error);
  if (isNew) {
    void commands.keptElsewhere
      .list()
      .then(async (places) =>
        reportKeptElsewhere(
          { stores, clock },
          places,
          organization.key,
          await commands.keptElsewhere.problems(),
        ),
      );
  }
  sync.ready.catch((error: unknown) => {
    if (error instanceof LazyImportError) {
      faults.report('connecting', error);
      stores.connection.setState({ stopped: error.message });
    } else {
      fail(error);
    }
  });
  try {
    takeKeys(new KeyDispatcher(commands, console.shownDialog, screen), guard);
    // What follows is not needed for the first frame, and would hold back the watchdog, for which raw mode waits.
    await session.keysTaken;
    askTerminal();
    // All of the first frame stands behind its answer, and what is loaded next would keep it from being read.
    await drawing.heard();
    await loadInterface({
      console,
      screen,
      session,
      dropped,
      blockAlert: options.blockAlert,
      ring: () => drawing.ring(),
      onMounted: (ink) => (mounted.ink = ink),
      onReady: interfaceStands.resolve,
      onError: fail,
    });
  } catch (error) {
    // Without Ink, no dialog could be left.
    fail(error);
  }
  return session.ended;
}

function modesOf({ accessible, knowsSequences }: ConsoleOptions): Modes {
  return !accessible ? SCREEN_MODES : knowsSequences ? LINE_MODES : NO_MODES;
}
