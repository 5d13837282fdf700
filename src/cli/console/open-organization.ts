import type { CommandContext, PolicyFiles } from '../../commands/base/command.ts';
import { reportKeptElsewhere } from '../../commands/app/kept-elsewhere.ts';
import { reportFiltersOfLastTime } from '../../commands/lists/filters-of-last-time.ts';
import { notify, notifyTogether } from '../../commands/base/notices.ts';
import { reportDraftNews } from '../../commands/policy/draft-news.ts';
import { reportDraftOfLastTime } from '../../commands/policy/draft-of-last-time.ts';
import { guardedClock, stoppableClock, systemClock } from '../../lib/clock.ts';
import { lazyImport, LazyImportError } from '../../lib/lazy-import.ts';
import type { Organization } from '../../stores/base/organization.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import type { LlmBudget } from '../../stores/llm/llm-budget.ts';
import { createStores, type Stores } from '../../stores/stores.ts';
import type { Mode, ViewState } from '../../stores/view/view-store.ts';
import { comeBack, readForComeback, type LeftView } from '../../commands/app/left-view.ts';
import { createDeferredSync } from '../../sync/deferred-sync.ts';
import type { Alert } from '../../stores/view/alert.ts';
import type { ListId } from '../../stores/base/tab.ts';
import { readConfiguredFilters, type FilterInConfig } from '../../stores/view/configured-filters.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { OpenOperations } from '../../host/journal/open-operations.ts';
import { isNothingKept } from '../../host/state/state-place.ts';
import { keepState, keptElsewhere, type OrganizationOnHost } from './kept-on-host.ts';
import { watchPolicyFiles } from './policy-files.ts';

const loadSync = lazyImport(() => import('./connect-sync.ts'));
const loadReadFile = lazyImport(() => import('../../host/files/read-text-file.ts'));
const loadExportFile = lazyImport(() => import('../../host/files/export-file.ts'));

/** What the config file says of filters and alerts. */
export interface FiltersAndAlerts {
  /** What happens when a block arrives. */
  readonly blockAlert: Alert;
  /** Saved filters, by their names. */
  readonly filters: Readonly<Record<string, FilterInConfig>>;
  /** The folder of the file, in which its programs run. */
  readonly configFolder: string;
}

/** An organization as the console is given it. */
export interface OrganizationOptions extends OrganizationOnHost, FiltersAndAlerts {
  /** Resolves once there is a server to talk to; the first frame does not wait for it. */
  readonly connect: () => Promise<ConnectionSettings>;
  readonly title: string;
  /** The organization as questions name it. */
  readonly organization: Organization;
  readonly mode: Mode;
  /** What keeps the console read-only whatever is asked of it, in words; undefined when changes can be allowed in it. */
  readonly forbiddenBy: string | undefined;
  /** The options by which the same organization is shown again. */
  readonly startedWith: readonly string[];
  /** How often agents fetch the policy, in milliseconds; undefined for as often as is usual. */
  readonly policySync: number | undefined;
  /** What LLM calls may cost a day; undefined where nobody set that. */
  readonly llmBudget: LlmBudget | undefined;
}

/** What an organization is shown with, the same for all of them. */
export interface OrganizationHost {
  /** How the screen is, and which keys count. */
  readonly screen: Pick<ViewState, 'ascii' | 'sideBySide' | 'rebound' | 'columns' | 'rows'>;
  readonly terminal: CommandContext['terminal'];
  readonly speech: CommandContext['speech'];
  readonly profiles: CommandContext['profiles'];
  /** The user on this host, as `anna@jump-1`. */
  readonly who: () => string;
  /** Keys are answered before anything else is loaded. */
  readonly interfaceStands: Promise<void>;
  /** There can be no connection: the console ends with it. */
  readonly fail: (error: unknown) => void;
}

/** An organization that the console shows: all that is known of it, and what keeps that fresh. */
export interface OpenOrganization {
  readonly commands: CommandContext;
  readonly alerts: Pick<FiltersAndAlerts, 'blockAlert' | 'configFolder'>;
  /** The writes that were begun and have no verdict yet. */
  readonly operations: OpenOperations;
  /** How many files are being written of it. */
  readonly filesUnderWay: number;
  /** Begins to read from the server, and says what is to be known at the start, which a filter that was given just now is not. */
  start(filteredNow?: ListId): void;
  /** Is called when it is closed, or at once where it is closed already; what is to be said of it then goes to `sayLast`. */
  onClose(listener: (sayLast: (sentence: Sentence) => void) => void): void;
  /**
   * Keeps what is kept of it on this host, gives up what is under way, and lets nothing of it happen any more. Returns what is to be
   * known of that.
   */
  close(): readonly Sentence[];
}

/**
 * Opens an organization. Its stores, its clock, its connection and what is kept of it are its own, so that closing it ends all of
 * it and the next one begins with nothing of it. One that was left in this run is shown as it was `left`.
 */
export function openOrganization(
  options: OrganizationOptions,
  host: OrganizationHost,
  left?: LeftView,
): OpenOrganization {
  const stores = createStores({ llmBudget: options.llmBudget });
  const { faults } = stores;
  const clock = stoppableClock(
    guardedClock(systemClock, (error) => faults.report('doing what was due', error)),
  );
  const { title, organization, mode } = options;
  stores.view.setState({
    title,
    organization,
    mode,
    access: {
      openMode: options.isDemo ? 'demo' : 'write',
      forbiddenBy: options.forbiddenBy,
      until: undefined,
    },
    ...host.screen,
  });
  const { filters: configured, problems } = readConfiguredFilters(options.filters);
  stores.filterMemory.setState({ configured });
  const isNew = isNothingKept(options.stateFolder);
  const keeping = keepState(options, stores, clock);
  if (left !== undefined) {
    comeBack(stores, left);
  }
  const policies = watchPolicyFiles({
    stateFolder: options.stateFolder,
    userId: process.getuid?.() ?? 0,
    clock,
    stores,
    say: (sentence) => notify({ stores, clock }, sentence, 'bad'),
  });
  markPolicies(stores, policies.files);
  const operations = new OpenOperations();
  const sync = createDeferredSync(async () => {
    const settings = await options.connect();
    await host.interfaceStands;
    const { connectSync } = await loadSync();
    return connectSync(settings, stores, clock, { mode, operations });
  });
  let filesUnderWay = 0;
  const commands: CommandContext = {
    stores,
    sync,
    clock,
    terminal: host.terminal,
    files: {
      suggest: (name) => `~/${name}`,
      async write(path, pieces, how) {
        filesUnderWay++;
        try {
          return await (await loadExportFile()).writeExport(path, pieces, how);
        } finally {
          filesUnderWay--;
        }
      },
    },
    policyFiles: policies.files,
    readTextFile: async (path, limit) => (await loadReadFile()).readNamedText(path, limit),
    keptElsewhere: keptElsewhere(options, keeping, clock),
    profiles: host.profiles,
    policySync: options.policySync,
    startedWith: options.startedWith,
    who: host.who,
    ...(host.speech !== undefined && { speech: host.speech }),
  };
  let isClosed = false;
  const closing = new Set<Parameters<OpenOrganization['onClose']>[0]>();
  const lastWords: Sentence[] = [];
  const sayLast = (sentence: Sentence) => lastWords.push(sentence);
  return {
    commands,
    alerts: { blockAlert: options.blockAlert, configFolder: options.configFolder },
    operations,
    get filesUnderWay() {
      return filesUnderWay;
    },
    start(filteredNow) {
      notifyTogether(commands, problems);
      if (left === undefined) {
        reportFiltersOfLastTime(commands, filteredNow, problems.length);
      }
      reportDraftOfLastTime(commands);
      stores.policyDraft.onNews((news) => reportDraftNews(commands, news));
      sync.start();
      if (isNew) {
        void reportElsewhere(commands, organization.key);
      }
      if (left !== undefined) {
        void sync.ready.then(
          () => isClosed || readForComeback(commands),
          () => undefined,
        );
      }
      sync.ready.catch((error: unknown) => {
        if (isClosed) {
          return;
        }
        if (error instanceof LazyImportError) {
          faults.report('connecting', error);
          stores.connection.setState({ stopped: error.message });
        } else {
          host.fail(error);
        }
      });
    },
    onClose(listener) {
      if (isClosed) {
        listener(sayLast);
      } else {
        closing.add(listener);
      }
    },
    close() {
      isClosed = true;
      for (const end of [keeping.stop, policies.stop, ...closing, () => sync.stop(), () => clock.stop()]) {
        faults.run('leaving an organization', () => end(sayLast));
      }
      return lastWords;
    },
  };
}

async function reportElsewhere(commands: CommandContext, key: string | undefined): Promise<void> {
  const { keptElsewhere } = commands;
  const places = await keptElsewhere.list();
  reportKeptElsewhere(commands, places, key, await keptElsewhere.problems());
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
