import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Surroundings } from '../../src/host/connection/setting-context.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A home folder with a config folder in it, removed when the test ends. */
export interface ConfigFolder {
  readonly home: string;
  /** The folder of the config file. */
  readonly folder: string;
  readonly configPath: string;
  /** Writes a file into the folder of the config file and gives its path. */
  readonly write: (name: string, text: string, mode?: number) => string;
  /** The surroundings of a program whose home this is. */
  readonly surroundings: (environment?: Readonly<Record<string, string>>) => Surroundings;
}

/** A folder with `config.toml` of the given text, when there is one, readable by its owner alone. */
export function configFolder(config?: string, mode = 0o600): ConfigFolder {
  const home = mkdtempSync(join(tmpdir(), 'vigil-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, '.config', 'vigil');
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string, fileMode = 0o600) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, fileMode);
    return path;
  };
  if (config !== undefined) {
    write('config.toml', config, mode);
  }
  return {
    home,
    folder,
    configPath: join(folder, 'config.toml'),
    write,
    surroundings: (environment = {}) => ({
      environment: { HOME: home, PATH: process.env['PATH'] ?? '', ...environment },
      userId: process.getuid?.() ?? 0,
      clock: new VirtualClock(),
      say: () => undefined,
    }),
  };
}
