import { chmodSync, rmSync } from 'node:fs';

import { describe, expect, it, vi } from 'vitest';

import { configJsonSchema } from '../../../src/cli/config/config-json-schema.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { configFolder, type ConfigFolder } from '../../helpers/config-folder.ts';

/** What `vigil config …` prints with a home. */
async function printed({ home }: Pick<ConfigFolder, 'home'>, ...given: readonly string[]): Promise<string> {
  let text = '';
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('VIGIL_CONFIG', '');
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += String(part);
    return true;
  });
  try {
    await createProgram().parseAsync(['config', ...given], { from: 'user' });
  } finally {
    output.mockRestore();
    vi.unstubAllEnvs();
  }
  return text;
}

describe('vigil config', () => {
  it('prints where the file is, or would be', async () => {
    const { home, configPath } = configFolder();
    expect(await printed({ home }, 'path')).toBe(`${configPath}\n`);
  });

  it.each(['init', 'path'])('%s says how to choose a place where the user has no home', async (command) => {
    await expect(printed({ home: '/nonexistent' }, command)).rejects.toThrow(
      'VIGIL_CONFIG or XDG_CONFIG_HOME has to say where the config file is, since this user has no home.',
    );
  });

  it('prints the names of the profiles in their order, and nothing without a file', async () => {
    const folder = configFolder('[profiles.b]\ntitle = "x"\n[profiles."a-1.x"]\n');
    expect(await printed(folder, 'profiles')).toBe('b\na-1.x\n');
    expect(await printed(configFolder(), 'profiles')).toBe('');
  });

  it('prints no name that a shell would not take as it is', async () => {
    const folder = configFolder('[profiles.acme]\n[profiles."$(touch canary)"]\n');
    await expect(printed(folder, 'profiles')).rejects.toThrow('has a name that is not made of letters');
  });

  it('writes a file, says where, and whether it can be used there', async () => {
    const { home, folder, configPath } = configFolder();
    expect(await printed({ home }, 'init')).toBe(`${configPath}\n`);
    await expect(printed({ home }, 'init')).rejects.toThrow('already');
    rmSync(configPath);
    chmodSync(folder, 0o777);
    await expect(printed({ home }, 'init')).rejects.toThrow(`chmod go-w ${folder}`);
  });

  it('prints the JSON Schema', async () => {
    expect(JSON.parse(await printed(configFolder(), 'schema'))).toEqual(configJsonSchema());
  });
});
