import { UsageError } from '../usage-error.ts';
import { isOfAnotherServer, isServerOf } from './choose-server.ts';
import { settingOf, type ChosenProfile, type SettingContext, type Sourced } from './setting-context.ts';

/**
 * Whether changes are allowed: --write or --read-only, then the profile, else not. A profile that is read-only stays so
 * whatever the server is, and so does its server unless another of its profiles was chosen; `write = true` is said of its own
 * server alone. Throws a UsageError when a profile that is read-only is to be unlocked.
 */
export function chooseMode(
  context: SettingContext,
  server: URL | undefined,
): Sourced<'read-only' | 'write'> & {
  /** The setting that lets nothing but a new start allow changes, in words. */
  readonly forbiddenBy?: string;
} {
  const { flags, profile } = context;
  const locking = lockingProfile(context, server);
  if (locking !== undefined) {
    if (flags.write === true) {
      throw new UsageError(
        `--write cannot be used: the profile ${locking.name} has read_only = true. Nothing but its config file can change that.`,
      );
    }
    const source = settingOf(locking, 'read_only');
    return { value: 'read-only', source, forbiddenBy: `read_only = true of the profile ${locking.name}` };
  }
  if (flags.readOnly === true) {
    return { value: 'read-only', source: '--read-only', forbiddenBy: '--read-only' };
  }
  if (flags.write === true) {
    return { value: 'write', source: '--write' };
  }
  const write = profile?.settings.write;
  const isOfOther = profile !== undefined && server !== undefined && isOfAnotherServer(profile, server);
  return profile !== undefined && write !== undefined && !isOfOther
    ? { value: write ? 'write' : 'read-only', source: settingOf(profile, 'write') }
    : { value: 'read-only', source: 'as long as nothing else is said' };
}

/**
 * The profile that is read-only and holds here: the one that was chosen, or that a start without arguments takes where the
 * environment names server and key instead. One that names this very server holds, too, unless another of its profiles was
 * chosen.
 */
function lockingProfile(
  { profile, usualProfile, allProfiles }: SettingContext,
  server: URL | undefined,
): ChosenProfile | undefined {
  const ofServer = allProfiles.filter((other) => server !== undefined && isServerOf(other, server));
  const isChosenForIt = ofServer.some(({ name }) => name === profile?.name);
  const candidates = isChosenForIt ? [profile] : [profile ?? usualProfile, ...ofServer];
  return candidates.find((one) => one?.settings.read_only === true);
}
