import { UsageError } from '../../host/usage-error.ts';
import { say } from '../output/say.ts';
import {
  runAgainstServer,
  type CommandFlags,
  type CommandHost,
  type CommandSession,
} from './command-session.ts';
import { statusOfFailure } from './failure-status.ts';

/** The exit statuses of a command that answers whether something is anywhere: found, or not, both only where it is certain. */
export const ANSWER_STATUS = { none: 0, found: 1, refused: 3, uncertain: 5 } as const;

/** Runs such a command as `runAgainstServer` does: that it failed must not look like an answer. */
export function runForAnswer(
  flags: CommandFlags,
  run: (session: CommandSession) => Promise<number>,
  host?: CommandHost,
): Promise<number> {
  return runAgainstServer(
    flags,
    { writes: false, answersBy: 'status' },
    async (session) => {
      try {
        return await run(session);
      } catch (error) {
        if (session.ended.aborted || error instanceof UsageError) {
          throw error;
        }
        return statusOfFailedAnswer(error);
      }
    },
    host,
  );
}

/** Says why no answer is certain, and gives the status of that. Throws what is not an error of a request. */
export function statusOfFailedAnswer(error: unknown): number {
  const status = statusOfFailure(error, say);
  return status === ANSWER_STATUS.refused ? status : ANSWER_STATUS.uncertain;
}
