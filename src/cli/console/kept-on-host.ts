import type { KeptElsewhere } from '../../commands/base/command.ts';
import { notify } from '../../commands/base/notices.ts';
import type { Clock } from '../../lib/clock.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import type { Stores } from '../../stores/stores.ts';
import { keepInFiles } from '../../host/state/persist-in-files.ts';
import type { Keeping } from '../../host/state/persist.ts';

const loadKeptElsewhere = lazyImport(() => import('./kept-elsewhere.ts'));

/** An organization, and where this host keeps what is known of it. */
export interface OrganizationOnHost {
  /** The URL of the server; undefined where nobody else has it, as of the demo. */
  readonly baseUrl: string | undefined;
  /** The folder in which it is kept on this host where the user was with this organization. */
  readonly stateFolder: string;
  /** The names under which earlier versions kept it. */
  readonly earlierNames: readonly string[];
  /** Its data is another one with each start. */
  readonly isDemo: boolean;
}

/** Gives the stores back what was kept of them on this host; what is returned keeps the last changes at the end. */
export function keepState(
  { stateFolder, isDemo }: OrganizationOnHost,
  stores: Stores,
  clock: Clock,
): Keeping {
  return keepInFiles(
    stores.kept.filter(({ isOfData }) => !isDemo || isOfData !== true),
    {
      folder: stateFolder,
      wasOneFile: isDemo,
      userId: process.getuid?.() ?? 0,
      clock,
      say: (sentence) => notify({ stores, clock }, sentence, 'bad'),
    },
  );
}

/** What else is kept on this host that may be of this organization. A demo has nothing of the kind. */
export function keptElsewhere(
  { baseUrl, stateFolder, earlierNames }: OrganizationOnHost,
  keeping: Keeping,
  clock: Clock,
): KeptElsewhere {
  if (baseUrl === undefined) {
    return {
      list: () => Promise.resolve([]),
      problems: () => Promise.resolve([]),
      takeOver: () => Promise.resolve(),
    };
  }
  const load = async () =>
    (await loadKeptElsewhere()).createKeptElsewhere({
      baseUrl,
      environment: process.env,
      userId: process.getuid?.() ?? 0,
      folder: stateFolder,
      earlierNames,
      keeping,
      clock,
    });
  return {
    list: async () => (await load()).list(),
    problems: async () => (await load()).problems(),
    takeOver: async (place) => (await load()).takeOver(place),
  };
}
