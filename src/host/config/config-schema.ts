// The mini form, since the config file is read before the first frame.
import * as z from 'zod/mini';

import { LIST_IDS } from '../../stores/base/tab.ts';
import { BACKGROUNDS } from './background.ts';

const text = z.string('must be text in quotes').check(z.minLength(1, 'must not be empty'));
const flag = z.boolean('must be true or false');

const amount = z.number('must be a number').check(z.gt(0, 'must be more than 0'));

const command = z
  .array(text, 'must be an array of a program and its arguments, such as ["pass", "show", "vigil"]')
  .check(z.minLength(1, 'must name a program'));

/** What can happen when an event arrives: the bell, a notification of the terminal, nothing, or a program that is run. */
const alertSchema = z.union(
  [z.enum(['bell', 'notify', 'none']), command],
  'must be "bell", "notify", "none" or an array of a program and its arguments',
);

const alertsSchema = z.strictObject({ block: z.optional(alertSchema) }, 'must be a table such as [alerts]');
export type AlertSettings = z.output<typeof alertsSchema>;

const filterSchema = z.strictObject(
  {
    list: z.enum(LIST_IDS, `must be one of ${LIST_IDS.join(', ')}`),
    // What is wrong in it keeps no console from starting.
    query: text,
    alert: z.optional(alertSchema),
  },
  'must be a table of settings',
);
/** A saved filter, as the file has it. */
export type FilterSettings = z.output<typeof filterSchema>;

const filtersSchema = z.record(text, filterSchema, 'must be tables such as [filters."late blocks"]');

/** The settings of one organization ("Configuration"). */
const profileSchema = z.strictObject(
  {
    base_url: z.optional(text),
    api_key_command: z.optional(command),
    api_key_file: z.optional(text),
    ca_file: z.optional(text),
    write: z.optional(flag),
    read_only: z.optional(flag),
    title: z.optional(text),
    alerts: z.optional(alertsSchema),
    filters: z.optional(filtersSchema),
    policy_sync_minutes: z.optional(
      z
        .number('must be a number of minutes')
        .check(z.gt(0, 'must be more than 0'), z.lte(10_080, 'must not be more than a week')),
    ),
    llm_budget_per_day: z.optional(amount),
    llm_model_budgets_per_day: z.optional(
      z.record(text, amount, 'must be a table of models, such as { "large-2" = 20 }'),
    ),
  },
  'must be a table of settings',
);

/** Settings of one organization, as the file has them: paths may still be relative. */
export type ProfileSettings = z.output<typeof profileSchema>;

/** All that a config file may hold. */
export const configSchema = z.strictObject({
  default_profile: z.optional(text),
  alerts: z.optional(alertsSchema),
  filters: z.optional(filtersSchema),
  background: z.optional(z.enum(BACKGROUNDS, 'must be "light" or "dark"')),
  // What is wrong in it keeps no console from starting.
  keys: z.optional(z.unknown()),
  profiles: z.optional(
    z.record(
      z
        .string()
        .check(
          z.regex(/^[\w.-]+$/, 'has a name that is not made of letters, digits, dots, dashes or underscores'),
        ),
      profileSchema,
      'must be tables such as [profiles.NAME]',
    ),
  ),
});

/** Settings of a config file, as it has them. */
export type FileSettings = z.output<typeof configSchema>;

/** The names of the settings of each table, and of those outside of tables, for messages. */
export const ALLOWED_SETTINGS = {
  profile: Object.keys(profileSchema.shape),
  file: Object.keys(configSchema.shape),
  alerts: Object.keys(alertsSchema.shape),
  filter: Object.keys(filterSchema.shape),
} as const;
