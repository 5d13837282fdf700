import { getAnyPath } from '../../api/any-path.ts';
import { UsageError } from '../../host/usage-error.ts';
import { asciiText } from '../../lib/ascii-json.ts';
import {
  runAgainstServer,
  type CommandFlags,
  type CommandHost,
  type CommandSession,
} from '../session/command-session.ts';

/**
 * Prints the JSON that a path below the base URL is answered with, as it was sent. Resolves with the exit status: 3 for 401 and
 * 403, 1 for any other status that is no success. Rejects with a UsageError when the path is none.
 */
export async function runApi(path: string, flags: CommandFlags, host?: CommandHost): Promise<number> {
  const run = async (session: CommandSession) => {
    const { value } = await session
      .read((client, signal) => getAnyPath(client, path, signal, 'what vigil api was asked for'))
      .catch((error: unknown) => {
        throw error instanceof RangeError ? new UsageError(error.message) : error;
      });
    // A terminal would act on a carriage return, which JSON may have between its values.
    await session.output.write(
      asciiText(value)
        .trimEnd()
        .split(/\r\n?|\n/),
    );
    return 0;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}
