import type { SecurityEvent } from '../../contract/event.ts';
import type { Session } from '../../contract/session.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { ownValue } from '../../lib/own-value.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { timesOfSession } from './machine-sessions.ts';

/** Where something was done, as far as that is known; and the package that it was about. */
export interface EventOrigin {
  readonly project?: Untrusted | undefined;
  readonly branch?: Untrusted | undefined;
  readonly package?: Untrusted | undefined;
}

/** Names under which `metadata` and `payload`, whose fields the specification does not show, may say it; the likeliest first. */
const PROJECT_FIELDS = ['project_path', 'project', 'cwd', 'working_directory', 'workdir', 'path'];
const BRANCH_FIELDS = ['git_branch', 'branch'];

/** What an event says of where it was done. */
export function originOfEvent({ raw, subject }: SecurityEvent): EventOrigin {
  const places = [raw['metadata'], raw['payload']].filter(isObject);
  const valueOf = (names: readonly string[]) => {
    const value = names
      .flatMap((name) => places.map((place) => ownValue(place, name)))
      .find((found) => typeof found === 'string' && found !== '');
    return typeof value === 'string' ? asUntrusted(value) : undefined;
  };
  return { project: valueOf(PROJECT_FIELDS), branch: valueOf(BRANCH_FIELDS), package: subject?.package };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two places are the same: `unknown` where one of them is not known. */
export type Agreement = 'same' | 'other' | 'unknown';

/** What has to be known of a session to say whether an event may be of it. */
export type PlacedSession = Pick<Session, 'project_path' | 'git_branch' | 'created_at' | 'modified_at'>;

/** A session that an event may be of. */
export interface SessionOfEvent<Placed extends PlacedSession = Session> {
  readonly session: Placed;
  /** How far it lies from the event, in milliseconds: 0 when it was at work then, below 0 when it ended before. */
  readonly distance: number;
  readonly project: Agreement;
  readonly branch: Agreement;
}

const ORDER: Readonly<Record<Agreement, number>> = { same: 0, unknown: 1, other: 2 };

/**
 * The sessions that an event of that time may be of, the likeliest first. Of those at work then, the ones whose project, and
 * among these whose branch, agrees best with the event: neither length nor start says which of them it was. When none was
 * at work then, the one that is nearest in time; of equally near ones that which agrees best. None when no session says when it was at work.
 */
export function sessionsOfEvent<Placed extends PlacedSession>(
  sessions: readonly Placed[],
  time: number,
  origin: EventOrigin = {},
): readonly SessionOfEvent<Placed>[] {
  const placed = sessions.flatMap(
    (session): readonly (SessionOfEvent<Placed> & { readonly length: number })[] => {
      const times = timesOfSession(session);
      if (times === undefined) {
        return [];
      }
      const distance = time < times.from ? times.from - time : Math.min(0, times.to - time);
      return [
        {
          session,
          distance,
          project: projectsAgree(origin.project, session.project_path),
          branch: agreement(nameOfBranch(origin.branch), nameOfBranch(session.git_branch)),
          length: times.to - times.from,
        },
      ];
    },
  );
  const atWork = placed.filter(({ distance }) => distance === 0);
  if (atWork.length === 0) {
    return placed
      .sort(
        (left, right) =>
          Math.abs(left.distance) - Math.abs(right.distance) ||
          ORDER[left.project] - ORDER[right.project] ||
          ORDER[left.branch] - ORDER[right.branch],
      )
      .slice(0, 1);
  }
  const inProject = bestOf(atWork, ({ project }) => project);
  if (inProject[0]?.project === 'other') {
    // The branch of another project says nothing.
    return inProject.sort((left, right) => left.length - right.length);
  }
  return bestOf(inProject, ({ branch }) => branch).sort((left, right) => left.length - right.length);
}

function bestOf<Row>(rows: readonly Row[], of: (row: Row) => Agreement): Row[] {
  const least = rows.reduce((lowest, row) => Math.min(lowest, ORDER[of(row)]), ORDER.other);
  return rows.filter((row) => ORDER[of(row)] === least);
}

function agreement(left: string | undefined, right: string | undefined): Agreement {
  return left === undefined || right === undefined ? 'unknown' : left === right ? 'same' : 'other';
}

/** A branch without the folder in which git keeps it, which some name along with it. */
function nameOfBranch(branch: string | undefined): string | undefined {
  return branch?.replace(/^refs\/(heads|remotes\/[^/]+)\//, '');
}

/** An event may name the folder of a project, one within it, or the last part of its path alone. */
function projectsAgree(event: string | undefined, path: string | undefined): Agreement {
  const [valueOf, folder] = [withoutSlash(event), withoutSlash(path)];
  if (valueOf === undefined || folder === undefined) {
    return 'unknown';
  }
  const isNameOnly = !/[\\/]/.test(valueOf);
  const isSame = isNameOnly
    ? folder.split(/[\\/]/).at(-1) === valueOf
    : valueOf === folder || valueOf.startsWith(`${folder}/`) || folder.endsWith(`/${valueOf}`);
  return isSame ? 'same' : 'other';
}

function withoutSlash(path: string | undefined): string | undefined {
  const trimmed = path?.replace(/[\\/]+$/, '');
  return trimmed === '' ? undefined : trimmed;
}
