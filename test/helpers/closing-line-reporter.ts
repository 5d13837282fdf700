import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with the one line `123 passed, 0 failed`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenModules = modules.filter((module) => module.errors().length > 0).length;
    const failed = count('failed') + brokenModules + unhandledErrors.length;
    const skipped = count('skipped');
    // The default reporter prints its summary in the same turn.
    process.on('exit', () => {
      process.stdout.write(
        `\n${count('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`,
      );
    });
  }
}
