import { isAbsolute } from 'node:path';

import { UsageError } from '../../host/usage-error.ts';

/** Throws a UsageError where the program would only half work: on Windows, and with a home that depends on the working folder. */
export function refuseSurroundings(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  if (platform === 'win32') {
    throw new UsageError(
      'vigil does not run on Windows itself. Run it on Linux, on macOS, or in the Windows Subsystem for Linux.',
    );
  }
  const home = environment['HOME'] ?? '';
  if (home !== '' && !isAbsolute(home)) {
    throw new UsageError(
      'HOME is not an absolute path, so it would be another folder in each working folder. Set it to one.',
    );
  }
}
