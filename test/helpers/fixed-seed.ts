import fc from 'fast-check';

/** The same cases in every run; VIGIL_TEST_SEED looks at others. */
fc.configureGlobal({ seed: Number(process.env['VIGIL_TEST_SEED'] ?? 20_260_302) });
