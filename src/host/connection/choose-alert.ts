import type { BlockAlert } from '../config/config-schema.ts';
import { settingOf, type SettingContext, type Sourced } from './setting-context.ts';

/** What happens when a block arrives: what the profile says, then the config file, else nothing. */
export function chooseBlockAlert({ profile, alerts }: SettingContext): Sourced<BlockAlert> {
  const ofProfile = profile?.settings.alerts?.block;
  if (profile !== undefined && ofProfile !== undefined) {
    return { value: ofProfile, source: settingOf(profile, 'alerts') };
  }
  return alerts?.block === undefined
    ? { value: 'none', source: 'as long as nothing else is said' }
    : { value: alerts.block, source: 'alerts of the config file' };
}
