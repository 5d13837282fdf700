import type { Profiles } from '../../commands/base/command.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import { withoutCredentials } from '../../host/connection/credential-text.ts';
import { UsageError } from '../../host/usage-error.ts';
import type { OrganizationOptions } from './open-organization.ts';
import type { StartedOn } from './organization-choices.ts';

const loadChoices = lazyImport(() => import('./organization-choices.ts'));

/** What is done with the organization that is shown when another one is gone to. */
export interface ProfilesHost {
  /** Nothing is left before what the start loads is there. */
  readonly interfaceStands: Promise<void>;
  /** What keeps it from being left just now. */
  readonly whyNotNow: () => Sentence | undefined;
  /** Shows another one in its place; false where that one is still shown. */
  readonly show: (next: OrganizationOptions) => boolean;
}

/** The organizations that a console can go to that was started on one of them. */
export function createProfiles(
  start: StartedOn,
  { interfaceStands, whyNotNow, show }: ProfilesHost,
): Profiles {
  let shown = start.name;
  let names = [...new Set([start.name, ...start.profileNames])];
  return {
    get names() {
      return names;
    },
    get shown() {
      return shown;
    },
    async list() {
      const listed = await (await loadChoices()).listOrganizations(start);
      names = listed.choices.map(({ name }) => name);
      return listed;
    },
    whyNotNow,
    async goTo(name, waiting) {
      const { resolveOrganization } = await loadChoices();
      const next = await resolveOrganization(start, name, waiting).catch((error: unknown) => {
        // A setting that is wrong is repeated in places.
        throw error instanceof UsageError ? new UsageError(withoutCredentials(error.message)) : error;
      });
      await interfaceStands;
      waiting.signal.throwIfAborted();
      // It took a while.
      const why = whyNotNow();
      if (why !== undefined) {
        throw new UsageError(why);
      }
      shown = show(next) ? name : shown;
    },
  };
}
