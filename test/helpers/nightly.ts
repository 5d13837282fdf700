/** Whether this is the long form, `npm run test:nightly`: the same tests with more cases, for which nobody waits. */
export const IS_NIGHTLY = process.env['VIGIL_NIGHTLY'] === '1';
