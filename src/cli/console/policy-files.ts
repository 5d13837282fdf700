import { join } from 'node:path';

import type { PolicyFiles } from '../../commands/base/command.ts';
import type { Clock } from '../../lib/clock.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import type { Stores } from '../../stores/stores.ts';
import type { PolicyVersions } from '../../host/state/policy-versions.ts';

const loadReader = lazyImport(() => import('../policy/read-policy-file.ts'));
const loadPolicyVersions = lazyImport(() => import('../../host/state/policy-versions.ts'));

export interface PolicyFilesOptions {
  /** The folder in which things of the organization are kept; versions of its policy have one of their own in it. */
  readonly stateFolder: string;
  readonly userId: number;
  readonly clock: Clock;
  readonly stores: Pick<Stores, 'policy'>;
  /** Shows the user, once, that versions are not kept, and why. */
  readonly say: (sentence: string) => void;
}

/** The files that the policy is read from, and a watch that keeps each version that is seen until `stop` is called. */
export function watchPolicyFiles({ stateFolder, userId, clock, stores, say }: PolicyFilesOptions): {
  readonly files: PolicyFiles;
  readonly stop: () => void;
} {
  const folder = join(stateFolder, 'policy');
  let loaded: Promise<PolicyVersions> | undefined;
  const policyVersions = () =>
    (loaded ??= loadPolicyVersions().then(({ createPolicyVersions }) =>
      createPolicyVersions(folder, userId),
    ));
  /** What was said of the last one that could not be kept: it is tried again with each read of the policy. */
  let failure: string | undefined;
  let damagedReported = 0;
  async function note(): Promise<void> {
    const { data, receivedAt } = stores.policy.getState();
    if (data === undefined) {
      return;
    }
    try {
      await (await policyVersions()).note(data, receivedAt ?? clock.now());
      failure = undefined;
    } catch (error) {
      const sentence = `Versions of the policy are not kept: ${error instanceof Error ? error.message : String(error)}`;
      if (sentence !== failure) {
        failure = sentence;
        say(sentence);
      }
    }
  }
  const stop = stores.policy.subscribe((state, before) => {
    if (state.data !== before.data || (failure !== undefined && state.receivedAt !== before.receivedAt)) {
      void note();
    }
  });
  return {
    stop,
    files: {
      read: async (path) => (await loadReader()).readPolicyFile(path),
      async versions() {
        const { versions, damaged } = await (await policyVersions()).list();
        if (damaged > damagedReported) {
          damagedReported = damaged;
          say(
            `${damaged === 1 ? 'A version' : `${damaged} versions`} of the policy could not be read. Check ${folder}.`,
          );
        }
        return versions;
      },
    },
  };
}
