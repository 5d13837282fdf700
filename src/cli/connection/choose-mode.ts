import { UsageError } from '../usage-error.ts';
import { isOfAnotherServer } from './choose-server.ts';
import { settingOf, type SettingContext, type Sourced } from './setting-context.ts';

/**
 * Whether changes are allowed: --write or --read-only, then the profile, else not. A profile that is read-only stays so
 * whatever the server is; `write = true` is said of its own server alone. Throws a UsageError when a profile that is read-only
 * is to be unlocked.
 */
export function chooseMode(
  { flags, profile }: SettingContext,
  server: URL | undefined,
): Sourced<'read-only' | 'write'> & {
  /** The setting that lets nothing but a new start allow changes, in words. */
  readonly forbiddenBy?: string;
} {
  const { write, read_only: isLocked } = profile?.settings ?? {};
  if (profile !== undefined && isLocked === true) {
    if (flags.write === true) {
      throw new UsageError(
        `--write cannot be used: the profile ${profile.name} has read_only = true. Nothing but its config file can change that.`,
      );
    }
    const source = settingOf(profile, 'read_only');
    return { value: 'read-only', source, forbiddenBy: `read_only = true of the profile ${profile.name}` };
  }
  if (flags.readOnly === true) {
    return { value: 'read-only', source: '--read-only', forbiddenBy: '--read-only' };
  }
  if (flags.write === true) {
    return { value: 'write', source: '--write' };
  }
  const isForeign = profile !== undefined && server !== undefined && isOfAnotherServer(profile, server);
  return profile !== undefined && write !== undefined && !isForeign
    ? { value: write ? 'write' : 'read-only', source: settingOf(profile, 'write') }
    : { value: 'read-only', source: 'as long as nothing else is said' };
}
