import { afterEach, beforeEach, vi } from 'vitest';

import type { CommandHost } from '../../src/cli/session/command-session.ts';
import type { ServiceOptions } from '../../src/server/service-options.ts';
import { runRealCommand, type CommandOutcome } from './run-command.ts';
import { nameUnreachedServer } from './unreached-server.ts';
import {
  startTestService,
  stopTestServices,
  type JsonBody,
  type Reply,
  type TestService,
} from './test-service.ts';

type Run = (host: CommandHost) => Promise<number>;
type Streams = Parameters<typeof runRealCommand>[0];

/** A service on loopback, and commands that talk to it over the network. */
export interface CommandedService extends Omit<TestService, 'get' | 'call'> {
  readonly run: (run: Run, streams?: Streams) => Promise<CommandOutcome>;
  readonly get: (path: string) => Promise<JsonBody>;
  readonly call: (...request: Parameters<TestService['call']>) => Promise<Reply>;
}

/** Has each test of a file name a service of its own in the environment; stops these after each. */
export function useCommandedServices(): (
  options?: Parameters<typeof startTestService>[0] & Partial<ServiceOptions>,
) => Promise<CommandedService> {
  nameUnreachedServer();
  beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', '/nonexistent'));
  afterEach(stopTestServices);
  return async (options = {}) => {
    const test = await startTestService(options);
    vi.stubEnv('VIGIL_BASE_URL', test.service.baseUrl);
    vi.stubEnv('VIGIL_API_KEY', test.service.apiKey ?? '');
    return {
      ...test,
      run: (run, streams = {}) => runRealCommand({ clock: test.clock, ...streams }, run),
    };
  };
}
