import * as z from 'zod';

const text = z.string('must be text in quotes').min(1, 'must not be empty');
const flag = z.boolean('must be true or false');

/** The settings of one organization ("Configuration"). */
const profileSchema = z.strictObject(
  {
    base_url: text.optional(),
    api_key_command: z
      .array(text, 'must be an array of a program and its arguments, such as ["pass", "show", "vigil"]')
      .min(1, 'must name a program')
      .optional(),
    api_key_file: text.optional(),
    ca_file: text.optional(),
    write: flag.optional(),
    read_only: flag.optional(),
    title: text.optional(),
  },
  'must be a table of settings',
);

/** Settings of one organization, as the file has them: paths may still be relative. */
export type ProfileSettings = z.output<typeof profileSchema>;

/** All that a config file may hold. */
export const configSchema = z.strictObject({
  default_profile: text.optional(),
  profiles: z
    .record(
      z
        .string()
        .regex(/^[\w.-]+$/, 'has a name that is not made of letters, digits, dots, dashes or underscores'),
      profileSchema,
      'must be tables such as [profiles.NAME]',
    )
    .optional(),
});

/** The names of the settings of a profile, and of those outside of profiles, for messages. */
export const ALLOWED_SETTINGS = {
  profile: Object.keys(profileSchema.shape),
  file: Object.keys(configSchema.shape),
} as const;
