import { dirname } from 'node:path';

import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import type { ResolvedConnection } from '../../host/connection/resolve-connection.ts';
import { organizationFolder, statePath } from '../../host/state/state-place.ts';
import { DEMO, organizationOfDemo } from '../demo/demo-settings.ts';
import type { ConsoleFlags } from './console-flags.ts';
import type { FiltersAndAlerts, OrganizationOptions } from './open-organization.ts';

/** An organization of which all settings are known, its key included. */
export function organizationOptions(
  settings: ResolvedConnection,
  startedWith: readonly string[],
): OrganizationOptions {
  return {
    connect: () => Promise.resolve(settings),
    title: settings.title,
    organization: settings.organization,
    baseUrl: settings.key.redact(settings.baseUrl.href),
    mode: settings.mode,
    forbiddenBy: settings.forbiddenBy,
    startedWith,
    stateFolder: organizationFolder(process.env, settings),
    earlierNames: settings.earlierNames,
    isDemo: false,
    policySync: settings.policySync,
    llmBudget: settings.llmBudget,
    blockAlert: settings.blockAlert,
    filters: settings.filters,
    configFolder: settings.configFolder,
  };
}

/** What is kept of the demo stands under a name that no server has. */
const KEPT_OF_DEMO = '_demo';

let demo: Promise<ConnectionSettings> | undefined;

/** The demo, whose service runs from when it is opened first until the program ends. */
export function demoOptions({ readOnly }: ConsoleFlags, configured: FiltersAndAlerts): OrganizationOptions {
  return {
    connect: () => (demo ??= import('../demo/demo-service.ts').then(({ startDemo }) => startDemo())),
    title: DEMO.title,
    organization: organizationOfDemo,
    baseUrl: undefined,
    mode: readOnly === true ? 'read-only' : 'demo',
    forbiddenBy: readOnly === true ? '--read-only' : undefined,
    startedWith: ['--demo'],
    stateFolder: dirname(statePath(process.env, KEPT_OF_DEMO)),
    earlierNames: [],
    isDemo: true,
    policySync: DEMO.policySync * 1000,
    llmBudget: DEMO.llmBudget,
    ...configured,
  };
}

/** The options by which the organization of these flags is shown again; the key is not among them. */
export function startedWith({ profile, baseUrl }: ConsoleFlags): readonly string[] {
  return [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}
