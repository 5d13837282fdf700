import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../bin/vigil.js', import.meta.url));
const EXECUTABLE = process.env['VIGIL_EXECUTABLE'];

/** Whether a single executable is tested: it has no files beside it, and heeds no option of Node. */
export const isExecutable = EXECUTABLE !== undefined;

/**
 * What starts the built program: the script under Node, which may have arguments of its own, or the single executable at
 * the absolute path in VIGIL_EXECUTABLE.
 */
export const programCommand = (nodeArguments: readonly string[] = []): readonly [string, ...string[]] =>
  EXECUTABLE === undefined ? [process.execPath, ...nodeArguments, SCRIPT] : [EXECUTABLE];
