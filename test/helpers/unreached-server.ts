import { afterEach, beforeEach, vi } from 'vitest';

/** Names a server and a key in the environment of each test of a file, for commands whose client never talks to them. */
export function nameUnreachedServer(): void {
  beforeEach(() => {
    vi.stubEnv('VIGIL_BASE_URL', 'http://127.0.0.1:9/api/v1');
    vi.stubEnv('VIGIL_API_KEY', 'sk_live_of_nobody');
    vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
  });
  afterEach(() => vi.unstubAllEnvs());
}
