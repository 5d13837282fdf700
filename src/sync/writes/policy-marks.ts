import { parseTime } from '../../lib/format-time.ts';
import { versionStep } from './version-number.ts';

/** What a server says of which state of the policy an answer shows ("Policy": `version`, `updated_at`). */
export interface PolicyMarks {
  readonly version?: string | undefined;
  readonly updated_at?: string | undefined;
}

/** Whether one answer shows an older state of the policy than another; undefined where the server gives nothing that says. */
export type Age = 'older' | 'same' | 'newer' | undefined;

/**
 * Compares two states of the policy by what the server says of them. Versions count where both are of one count. Other versions
 * are only the same or not; then the times of their last change are compared, both by the server's own clock.
 */
export function ageOf(one: PolicyMarks, other: PolicyMarks): Age {
  const step = versionStep(other.version, one.version);
  if (step !== undefined && step !== 0) {
    return step < 0 ? 'older' : 'newer';
  }
  const [then, now] = [timeOf(one), timeOf(other)];
  if (then !== undefined && now !== undefined && then !== now) {
    return then < now ? 'older' : 'newer';
  }
  return one.version !== undefined && one.version === other.version ? 'same' : undefined;
}

/**
 * The age of what was read after a change, compared with the server's answer to it, where `before` is what was stored when it
 * was sent. A mark that the change itself did not move says nothing.
 */
export function ageAfterChange(read: PolicyMarks, answer: PolicyMarks, before: PolicyMarks): Age {
  const version = answer.version !== before.version;
  const time = answer.updated_at !== before.updated_at;
  const moved = ({ version: name, updated_at }: PolicyMarks): PolicyMarks => ({
    version: version ? name : undefined,
    updated_at: time ? updated_at : undefined,
  });
  const age = ageOf(moved(read), moved(answer));
  const isAsBefore =
    (version && read.version !== undefined && read.version === before.version) ||
    (!version && time && read.updated_at !== undefined && read.updated_at === before.updated_at);
  return age ?? (isAsBefore ? 'older' : undefined);
}

/** Versions that jump by more while somebody waits count something else, such as seconds. */
const MOST_WRITES = 1000;

/** How many versions lie between two states; undefined where the versions do not say. */
export function versionsBetween(before: PolicyMarks, after: PolicyMarks): number | undefined {
  const step = versionStep(before.version, after.version);
  return step === undefined || step < 1 || step > MOST_WRITES ? undefined : step - 1;
}

/** That nothing shows another change between two states, as a sentence; undefined where the versions say. */
export function unknownBetween(before: PolicyMarks, after: PolicyMarks): string | undefined {
  if (versionsBetween(before, after) !== undefined) {
    return undefined;
  }
  return after.version === undefined
    ? 'The server gives no version, so nothing shows whether another change came right before it.'
    : "This server's versions do not show whether another change came right before it.";
}

/** The marks of a policy that the journal keeps. */
export function marksIn({ version, updated_at: time }: Readonly<Record<string, unknown>>): PolicyMarks {
  return {
    version: typeof version === 'string' ? version : undefined,
    updated_at: typeof time === 'string' ? time : undefined,
  };
}

function timeOf({ updated_at: time }: PolicyMarks): number | undefined {
  return time === undefined ? undefined : parseTime(time);
}
