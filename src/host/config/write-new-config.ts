import { closeSync, fchmodSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { makePrivateFolder } from '../files/make-folder.ts';
import { UsageError } from '../usage-error.ts';
import {
  ALERT_SETTINGS,
  FILE_SETTINGS,
  FILTER_SETTINGS,
  KEYS_EXAMPLE,
  PROFILE_SETTINGS,
  TABLES,
  type SettingDescription,
} from './setting-descriptions.ts';

const PRIVATE = 0o600;

/** Writes a config file in which every setting is a comment, for its user alone. Throws a UsageError that says why it did not. */
export function writeNewConfig(path: string): void {
  let descriptor: number;
  try {
    makePrivateFolder(dirname(path));
    descriptor = openSync(path, 'wx', PRIVATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? `There is ${path} already. Nothing was written.`
        : `${path} cannot be written (${code ?? 'unknown'}).`,
    );
  }
  try {
    // Whatever the umask takes away.
    fchmodSync(descriptor, PRIVATE);
    writeFileSync(descriptor, newConfig());
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(path, { force: true });
    throw new UsageError(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  } finally {
    closeSync(descriptor);
  }
}

/** Columns after which a comment goes on in the next line. */
const WIDTH = 96;

const FILTER_EXAMPLE = '"blocks on ci"';

/** A config file in which every setting is a comment, with what it is. Settings have no space behind their #. */
export function newConfig(): string {
  const paragraphs = [
    [
      ...comment(
        'The config file of vigil. Every setting is optional. To set one, remove its # and that of its table.',
      ),
      ...comment(
        'vigil doctor says what is in force and where it comes from. Flags and variables go before this file.',
      ),
      ...comment('For an editor that checks TOML: vigil config schema prints a JSON Schema of this file.'),
    ],
    ...settings(FILE_SETTINGS),
    [...comment(TABLES.alerts), '#[alerts]'],
    ...settings(ALERT_SETTINGS),
    [...comment(TABLES.filters), `#[filters.${FILTER_EXAMPLE}]`],
    ...settings(FILTER_SETTINGS),
    [...comment(TABLES.keys), '#[keys]', ...KEYS_EXAMPLE.map(([id, keys]) => `#"${id}" = ${keys}`)],
    [...comment(TABLES.profiles), '#[profiles.acme]'],
    ...settings(PROFILE_SETTINGS),
    [
      ...comment('As [alerts] above, for this organization.'),
      '#[profiles.acme.alerts]',
      ...settings(ALERT_SETTINGS).flatMap((lines) => lines.slice(-1)),
    ],
    [
      ...comment('As [filters] above, for this organization.'),
      `#[profiles.acme.filters.${FILTER_EXAMPLE}]`,
      ...settings(FILTER_SETTINGS).flatMap((lines) => lines.slice(-1)),
    ],
  ];
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function settings(described: Readonly<Record<string, SettingDescription>>): readonly (readonly string[])[] {
  return Object.entries(described).map(([name, { meaning, example }]) => [
    ...comment(meaning),
    `#${name} = ${example}`,
  ]);
}

/** A text in lines that begin with `# `. */
function comment(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line !== '#' && `${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line = `${line} ${word}`;
  }
  return [...lines, line];
}
