import { readFileSync, existsSync } from 'node:fs';

import { newestCrashFile } from '../../host/faults/crash-file.ts';
import { logPath } from '../../host/faults/debug-log.ts';
import { version } from '../../host/version.ts';
import { isSingleExecutable } from '../../host/single-executable.ts';
import type { Finding } from './finding.ts';
import { basename, dirname, join, sep } from 'node:path';

/** Where the program logs, and the newest crash file. */
export function examineFaults(environment: NodeJS.ProcessEnv, isDebug: boolean): Finding[] {
  const log = logPath(environment, isDebug);
  const crash = newestCrashFile(environment);
  return [
    {
      section: 'program',
      name: 'log',
      state: 'ok',
      value: log ?? 'none',
      ...(log === undefined ? { advice: 'For one, add --debug or set VIGIL_LOG=file.' } : {}),
    },
    crash === undefined
      ? { section: 'program', name: 'newest crash file', state: 'ok', value: 'none' }
      : {
          section: 'program',
          name: 'newest crash file',
          state: 'note',
          value: crash,
          advice: 'Something went wrong in vigil. Please report it with this file, and remove it then.',
        },
  ];
}

/** The program, what runs it, and whether a crash would write its memory, and with it the key, into a file. */
export function examineProgram(limits = readLimits()): Finding[] {
  const coreSize = /^Max core file size +(\S+)/m.exec(limits)?.[1];
  const found = (name: string, value: string, rest: Partial<Finding> = {}): Finding => ({
    section: 'program',
    name,
    state: 'ok',
    value,
    ...rest,
  });
  return [
    found('vigil', version),
    found(
      'installation',
      describeInstallation(import.meta.dirname, isSingleExecutable() ? process.execPath : undefined),
    ),
    found('Node', `${process.version} (${process.execPath})`),
    ...(coreSize === undefined
      ? []
      : coreSize === '0'
        ? [found('core dumps', 'off')]
        : [
            found('core dumps', 'on', {
              state: 'note',
              advice: 'A crash would write the key into a file. Before vigil, run: ulimit -c 0',
            }),
          ]),
  ];
}

/** The limits of this process as Linux reports them; empty elsewhere. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** How the program that runs came onto this machine, and where it is; `folder` is the one that its bundle is in. */
export function describeInstallation(folder: string, executable: string | undefined): string {
  if (executable !== undefined) {
    return `a single executable, ${executable}`;
  }
  const root = dirname(folder);
  const parts = root.split(sep);
  const modules = parts.indexOf('node_modules');
  if (modules > 0) {
    const place = parts.slice(0, modules).join(sep);
    // npm has what is installed for all in lib/node_modules of its prefix.
    return `${basename(place) === 'lib' ? 'a global package of npm' : 'a package of npm'}, ${root}`;
  }
  return `${existsSync(join(root, 'src', 'cli', 'main.ts')) ? 'a clone' : 'an unpacked package'}, ${root}`;
}
