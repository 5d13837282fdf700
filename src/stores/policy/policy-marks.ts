import { parseTime } from '../../lib/format-time.ts';
import type { Policy } from '../../contract/policy.ts';
import { Observable } from '../base/observable.ts';
import type { ResourceStore } from '../base/resource-store.ts';

/** When a version of the policy began to hold. */
export interface PolicyMark {
  /** In milliseconds. */
  readonly since: number;
  /** Undefined for one that is no whole number: the name that a server gives is shown where there is room for it. */
  readonly version: number | undefined;
}

/** So many are kept; nobody can tell more of them apart on an axis. */
const MOST = 200;

/**
 * When the versions of the policy began to hold that this console has seen: those of this run as they come, and those
 * before from what is kept on this host. A version without a time of its own has no mark.
 */
export class PolicyMarks extends Observable<{ readonly marks: readonly PolicyMark[] }> {
  constructor(policy: ResourceStore<Policy>) {
    super({ marks: [] });
    policy.subscribe(({ data }, before) => {
      if (data !== undefined && data !== before.data) {
        this.note([data]);
      }
    });
  }

  /** Takes versions in, in any order; those that are known change nothing. */
  note(policies: readonly Policy[]): void {
    const { marks: known } = this.getState();
    const marks = policies
      .flatMap(({ version, updated_at }) => {
        const since = parseTime(updated_at);
        return since === undefined ? [] : [{ since, version: wholeNumber(version) }];
      })
      .filter((mark) => !known.some(({ since }) => since === mark.since));
    if (marks.length > 0) {
      const bySince = new Map([...known, ...marks].map((mark) => [mark.since, mark]));
      this.setState({
        marks: [...bySince.values()].sort((left, right) => left.since - right.since).slice(-MOST),
      });
    }
  }
}

function wholeNumber(version: string | undefined): number | undefined {
  return version !== undefined && /^\d{1,6}$/.test(version) ? Number(version) : undefined;
}
