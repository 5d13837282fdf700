import { dirname, join } from 'node:path';

import type { PolicyFiles } from '../../commands/command.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Stores } from '../../stores/stores.ts';
import type { SeenPolicies } from './seen-policies.ts';

export interface PolicyFilesOptions {
  /** The file in which the state of the organization is kept; versions of its policy are kept in a folder beside it. */
  readonly statePath: string;
  readonly userId: number;
  readonly clock: Clock;
  readonly stores: Pick<Stores, 'policy'>;
  /** Tells the user, once, that versions are not kept, and why. */
  readonly say: (sentence: string) => void;
}

/** The files that the policy is read from, and a watch that keeps each version that is seen until `stop` is called. */
export function watchPolicyFiles({ statePath, userId, clock, stores, say }: PolicyFilesOptions): {
  readonly files: PolicyFiles;
  readonly stop: () => void;
} {
  let seen: Promise<SeenPolicies> | undefined;
  const seenPolicies = () =>
    (seen ??= import('./seen-policies.ts').then(({ createSeenPolicies }) =>
      createSeenPolicies(join(dirname(statePath), 'policy'), userId),
    ));
  let isBroken = false;
  async function note(): Promise<void> {
    const { data, receivedAt } = stores.policy.getState();
    if (data === undefined || isBroken) {
      return;
    }
    try {
      await (await seenPolicies()).note(data, receivedAt ?? clock.now());
    } catch (error) {
      isBroken = true;
      say(`Versions of the policy are not kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const stop = stores.policy.subscribe((state, before) => {
    if (state.data !== before.data) {
      void note();
    }
  });
  return {
    stop,
    files: {
      read: async (path) => (await import('./read-policy-file.ts')).readPolicyFile(path),
      versions: async () => (await seenPolicies()).list(),
    },
  };
}
