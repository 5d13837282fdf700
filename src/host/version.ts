import packageFile from '../../package.json' with { type: 'json' };

/** The version of the program. */
export const version: string = packageFile.version;

/** The day on which this version came out, as the changelog has it. */
export const released = '2026-11-23';
