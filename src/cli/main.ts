import { holdProgramFiles } from '../host/faults/hold-program-files.ts';
import { run } from './run.ts';

holdProgramFiles(import.meta.dirname);
await run(process.argv.slice(2));

/** Whether this file was whole: an empty one can be imported, too. */
export const hasRun = true;
