import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isProcessRunning } from '../../src/host/state/process-liveness.ts';
import { configFolder } from '../helpers/config-folder.ts';
import { startProgram } from '../helpers/built-program.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program of a vigil that %s ends is ended with all that it started',
  async (signal) => {
    const { folder, home, write, configPath } = configFolder();
    write(
      'config.toml',
      `[profiles.a]\nbase_url = "http://127.0.0.1:9"\napi_key_command = ["sh", "-c", "sleep 600 & echo $! > pids; echo $$ >> pids; wait"]`,
    );
    const running = startProgram(['policy', 'show'], {
      environment: { HOME: home, VIGIL_CONFIG: configPath },
    });
    const pids = () =>
      existsSync(join(folder, 'pids'))
        ? readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
        : [];
    await expect.poll(() => pids().length, { timeout: 10_000 }).toBe(2);
    running.child.kill(signal);
    expect(await running.exit).toBe(signal);
    await expect.poll(() => pids().filter((pid) => isProcessRunning(pid)), { timeout: 10_000 }).toEqual([]);
  },
);
