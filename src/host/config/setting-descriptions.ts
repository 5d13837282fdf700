import type { AlertSettings, FileSettings, FilterSettings, ProfileSettings } from './config-schema.ts';

/** A setting of the config file for people: the commented file, the JSON Schema and the manual page are made from it. */
export interface SettingDescription {
  /** Sentences on what it is, with what counts where it is not set. */
  readonly meaning: string;
  /** Its default as TOML, or an example where it has none. */
  readonly example: string;
}

type Described<Settings, Tables extends keyof Settings = never> = {
  readonly [Name in Exclude<keyof Settings, Tables>]-?: SettingDescription;
};

/** The settings outside of tables. */
export const FILE_SETTINGS: Described<FileSettings, 'alerts' | 'filters' | 'keys' | 'profiles'> = {
  default_profile: {
    meaning:
      'The profile that counts where neither --profile nor VIGIL_PROFILE names one. Without it, the only one.',
    example: '"acme"',
  },
  background: {
    meaning:
      'What terminals have behind their text: "light" or "dark". Without it, what the terminal or COLORFGBG says, or else dark.',
    example: '"dark"',
  },
};

/** The tables of the file. */
export const TABLES: { readonly [Name in 'alerts' | 'filters' | 'keys' | 'profiles']: string } = {
  alerts: 'What happens when a block arrives, where a profile says nothing else.',
  filters:
    'Saved filters, one table each, by a name of at most 40 characters: : finds it in the console. A profile adds its own, and replaces one of the same name.',
  keys: 'Keys of your own, by the names of commands, which : shows in the console. A key, a list of keys, or [] for none.',
  profiles:
    'One table an organization. Its name is made of letters, digits, dots, dashes and underscores. Paths count from the folder of this file.',
};

/** The settings of alerts, in the file and in a profile. */
export const ALERT_SETTINGS: Described<AlertSettings> = {
  block: {
    meaning:
      'What happens when a block arrives: "bell" rings the bell, "notify" sends a notification of the terminal, an array of a program and its arguments runs it without a shell, with the event as JSON on its standard input, "none" does nothing. A file that names a program must have mode 0600.',
    example: '"none"',
  },
};

/** The settings of a saved filter, in the file and in a profile. */
export const FILTER_SETTINGS: Described<FilterSettings> = {
  list: { meaning: 'What it filters.', example: '"events"' },
  query: { meaning: 'The filter, as / takes it.', example: '"outcome:block host:ci-*"' },
  alert: {
    meaning:
      'What happens when such an event arrives, as for block above. Only filters of events can have one. Without it, nothing.',
    example: '"notify"',
  },
};

/** An example for the table of keys. */
export const KEYS_EXAMPLE: readonly (readonly [command: string, keys: string])[] = [
  ['events.follow', '["F", "ctrl+e"]'],
  ['app.suspend', '[]'],
];

/** The settings of a profile. */
export const PROFILE_SETTINGS: Described<ProfileSettings, 'alerts' | 'filters'> = {
  base_url: {
    meaning: 'The server, up to and including /api/v1. Only https, except on this machine.',
    example: '"https://host.example/api/v1"',
  },
  api_key_command: {
    meaning:
      'A program that prints the API key, and its arguments, without a shell. It goes before api_key_file. A file with it must have mode 0600.',
    example: '["pass", "show", "acme/vigil"]',
  },
  api_key_file: { meaning: 'A file that holds the API key. It must have mode 0600.', example: '"acme.key"' },
  ca_file: { meaning: 'Certificates to trust beside the usual ones, as PEM.', example: '"acme-ca.pem"' },
  write: { meaning: 'Allow changes from the start, as --write does.', example: 'false' },
  read_only: { meaning: 'Allow no changes at all. No flag unlocks it.', example: 'false' },
  title: {
    meaning: 'The name in the first row. Without it, the name of the profile.',
    example: '"Acme"',
  },
  policy_sync_minutes: { meaning: 'How often its agents fetch the policy, in minutes.', example: '15' },
  llm_budget_per_day: {
    meaning:
      'What its LLM calls may cost a day, in the currency of the data: a line in the pane of the calls.',
    example: '50',
  },
  llm_model_budgets_per_day: {
    meaning: 'The same of single models.',
    example: '{ "large-2" = 20 }',
  },
};
