import { reportFaults } from '../../commands/app/report-faults.ts';
import { isFault } from '../../lib/is-fault.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { LazyImportError } from '../../lib/lazy-import.ts';
import type { Stores } from '../../stores/stores.ts';
import type { TerminalSession } from '../../terminal/life/terminal-session.ts';
import { TerminalGoneError } from '../../terminal/output/terminal-output.ts';
import { CrashFile, describeError } from '../../host/faults/crash-file.ts';
import { logLine } from '../../host/faults/log-line.ts';
import { surviveFew } from '../../host/faults/survive.ts';

/**
 * Has every fault of a console said in a sentence, its stack written into a crash file and logged, and the console go on
 * after it. What it cannot go on after ends it with a sentence that names the file. Of several organizations in one session,
 * those of the last one are handled that was given.
 */
export function handleFaults(
  session: TerminalSession,
  {
    stores,
    clock,
    crashFile = new CrashFile(process.env, process.getuid?.() ?? 0),
  }: { readonly stores: Stores; readonly clock: Clock; readonly crashFile?: CrashFile },
): void {
  const { faults } = stores;
  session.handleUncaughtErrors({
    survives: surviveFew(faults, systemClock),
    describe(error) {
      if (isFault(error)) {
        crashFile.add('running the console', error, clock.now());
      }
      logLine(() => `the console ends: ${describeError(error)}`);
      // Nobody has to look for what its own sentence says how to mend.
      return crashFile.path === undefined || error instanceof LazyImportError
        ? undefined
        : `What went wrong is in ${crashFile.path}`;
    },
  });
  faults.onFault(({ doing, error, count }) => {
    if (error instanceof TerminalGoneError) {
      session.hangUp();
      return;
    }
    if (count === 1) {
      crashFile.add(doing, error, clock.now());
    }
    logLine(() => `fault while ${doing}, ${count} so far: ${describeError(error)}`);
  });
  reportFaults({ stores, clock }, () => crashFile.path);
}
