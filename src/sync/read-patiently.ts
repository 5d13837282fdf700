import { PatienceEndedError } from './follow-events.ts';
import { PatientPolling, type PatientPollingOptions } from './patient-polling.ts';

/**
 * Reads something once. What fails is waited out and tried again until no answer was good for `patience` milliseconds,
 * then rejects with a PatienceEndedError; with the error itself where waiting does not mend it, and with the signal's
 * reason when that aborts.
 */
export async function readPatiently<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  options: PatientPollingOptions & { readonly patience: number },
): Promise<Value> {
  const impatient = new AbortController();
  const polling = new PatientPolling({
    ...options,
    signal: AbortSignal.any([options.signal, impatient.signal]),
  });
  const stopWatching = options.clock.schedule(options.patience, () =>
    impatient.abort(new PatienceEndedError(polling.lastError?.message ?? 'The server does not answer.')),
  );
  try {
    const value = await polling.run(read, () => undefined);
    polling.noteAnswer();
    return value;
  } catch (error) {
    throw impatient.signal.aborted && !options.signal.aborted ? impatient.signal.reason : error;
  } finally {
    stopWatching();
  }
}
