import { expect, it } from 'vitest';

import { withoutSqliteWarning } from '../../../src/server/db/quiet-sqlite.ts';

it('keeps back that Node calls its SQLite an experiment, and no other warning', () => {
  const passed: unknown[][] = [];
  const emit = withoutSqliteWarning((...warning) => passed.push(warning));
  emit('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
  expect(passed).toEqual([]);
  const others: readonly (readonly [string | Error, ...unknown[]])[] = [
    ['Another is an experimental feature', 'ExperimentalWarning'],
    [new Error('Something else')],
  ];
  others.forEach((warning) => emit(...warning));
  expect(passed).toEqual(others);
});
