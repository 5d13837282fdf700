import type { Alert } from '../../stores/view/alert.ts';
import type { FilterSettings } from '../config/config-schema.ts';
import { settingOf, type SettingContext, type Sourced } from './setting-context.ts';

/** What happens when a block arrives: what the profile says, then the config file, else nothing. */
export function chooseBlockAlert({ profile, alerts }: SettingContext): Sourced<Alert> {
  const ofProfile = profile?.settings.alerts?.block;
  if (profile !== undefined && ofProfile !== undefined) {
    return { value: ofProfile, source: settingOf(profile, 'alerts') };
  }
  return alerts?.block === undefined
    ? { value: 'none', source: 'as long as nothing else is said' }
    : { value: alerts.block, source: 'alerts of the config file' };
}

/** The saved filters of the config file with those of the profile, which replace those of the same name. */
export function chooseFilters({
  profile,
  filters,
}: Pick<SettingContext, 'profile' | 'filters'>): Readonly<Record<string, FilterSettings>> {
  return { ...filters, ...profile?.settings.filters };
}
