import { asSentence } from '../lib/full-stop.ts';
import { parseChoices } from '../server/base/choices.ts';
import { parseFaults } from '../server/base/faults.ts';
import { serve, type ServeOptions } from '../server/serve.ts';
import { SettingError } from '../server/base/setting.ts';
import { createSyntheticOrganization } from '../server/synth/organization.ts';
import { UsageError } from '../host/usage-error.ts';

/** The flags of `vigil serve`, as the command line reads them. */
export interface ServeFlags extends Pick<
  ServeOptions,
  | 'port'
  | 'seed'
  | 'agents'
  | 'events'
  | 'sessions'
  | 'rate'
  | 'quota'
  | 'window'
  | 'policySync'
  | 'newKey'
  | 'json'
> {
  readonly db?: string;
  readonly choice?: readonly string[];
  readonly fault?: readonly string[];
}

/** Runs `vigil serve` until it is asked to stop; resolves with its exit status. */
export async function runServe({ db, choice, fault, ...flags }: ServeFlags): Promise<number> {
  const settings = readSettings(choice ?? [], fault ?? []);
  return serve(
    { ...flags, ...settings, file: db, createOrganization: createSyntheticOrganization },
    {
      stdout: process.stdout,
      stderr: process.stderr,
      onStop(stop) {
        process.once('SIGTERM', stop);
        process.once('SIGINT', stop);
      },
    },
  );
}

function readSettings(choices: readonly string[], faults: readonly string[]) {
  try {
    return { choices: parseChoices(choices), faults: parseFaults(faults) };
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(asSentence(error.message)) : error;
  }
}
