import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';

import { ownValue } from '../../lib/own-value.ts';
import { UsageError } from '../usage-error.ts';
import { ALLOWED_SETTINGS, configSchema } from './config-schema.ts';
import type { OpenedFile } from '../files/private-file.ts';

/**
 * What the text of the config file says ("Configuration"), checked. Throws a UsageError that names the line or the
 * setting and what is allowed, and repeats no value.
 */
export function parseSettings({ path, text }: OpenedFile): z.output<typeof configSchema> {
  let document: object;
  try {
    document = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) {
      throw error;
    }
    // The rest of its message repeats lines of the file.
    const [what = ''] = error.message.split('\n', 1);
    throw new UsageError(
      `${path}, line ${error.line}, column ${error.column}: ${what.replace(/^Invalid TOML document: /, '')}.`,
    );
  }
  const checked = configSchema.safeParse(document);
  if (checked.success) {
    refuseLostNames(path, document, checked.data);
    refuseContradictions(path, checked.data);
    return checked.data;
  }
  throw new UsageError(
    checked.error.issues
      .flatMap(sentencesOf)
      .map((sentence) => `${path}: ${sentence}`)
      .join('\n'),
  );
}

/** JavaScript has names that no table of values can have: what is called so would be left out without a word. */
function refuseLostNames(path: string, document: object, settings: z.output<typeof configSchema>): void {
  const refuseLost = (within: unknown, name: string, of: string, kept: object = {}) => {
    const written = Object.keys(ownValue(within as Record<string, object | undefined>, name) ?? {});
    const lost = written.find((each) => !Object.hasOwn(kept, each));
    if (lost !== undefined) {
      throw new UsageError(`${path}: ${lost} cannot be the name of ${of}. Give it another one.`);
    }
  };
  refuseLost(document, 'profiles', 'a profile', settings.profiles);
  refuseLost(document, 'filters', 'a filter', settings.filters);
  for (const [name, { filters }] of Object.entries(settings.profiles ?? {})) {
    const { profiles } = document as { readonly profiles: Record<string, unknown> };
    refuseLost(ownValue(profiles, name), 'filters', 'a filter', filters);
  }
}

function refuseContradictions(path: string, { profiles = {} }: z.output<typeof configSchema>): void {
  for (const [name, profile] of Object.entries(profiles)) {
    if (profile.write === true && profile.read_only === true) {
      throw new UsageError(
        `${path}: profiles.${name} has write = true and read_only = true. Take one of them out.`,
      );
    }
  }
}

/** Which table of settings stands at a path. */
function tableAt(path: readonly PropertyKey[]): keyof typeof ALLOWED_SETTINGS {
  if (path.length === 0) {
    return 'file';
  }
  return path.at(-2) === 'filters' ? 'filter' : path.at(-1) === 'alerts' ? 'alerts' : 'profile';
}

/** What is wrong with which settings, and what is allowed. */
function sentencesOf(issue: z.core.$ZodIssue): readonly string[] {
  const at = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const allowed = ALLOWED_SETTINGS[tableAt(issue.path)].join(', ');
    return issue.keys.map((key) => {
      const hint = /^api_?key$/i.test(key)
        ? ' The key itself is not written here: put it into a file of its own and name that in api_key_file.'
        : '';
      return `${at === '' ? key : `${at}.${key}`} is not a setting. There are: ${allowed}.${hint}`;
    });
  }
  const [first] = 'issues' in issue ? issue.issues : [];
  return [`${at} ${first?.message ?? issue.message}.`];
}
