import { expect, it } from 'vitest';

import { unaskedField } from '../../../src/sync/follow/asked-for.ts';
import { sampleEvent } from '../../helpers/sample-data.ts';

const event = sampleEvent('e1', 5, {
  outcome: 'BLOCK',
  type: 'install',
  subject: { ecosystem: 'pip', package: 'Foo_Bar.baz', version: '1' },
});

it.each([
  [{ outcome: 'block' }, undefined],
  [{ outcome: 'allow' }, 'outcome'],
  [{ type: 'audit' }, 'type'],
  [{ ecosystem: 'npm' }, 'ecosystem'],
  [{ package: 'foo-bar-baz' }, undefined],
  [{ package: 'bar' }, undefined],
  [{ package: 'lodash' }, 'package'],
  [{}, undefined],
] as const)('says by which field an event is not what was asked for: %o', (filter, field) => {
  expect(unaskedField(event, filter)).toBe(field);
});

it('takes an event that does not tell for what was asked for', () => {
  const silent = sampleEvent('e1', 5, { outcome: undefined, type: undefined, subject: undefined });
  const filter = { outcome: 'allow', type: 'audit', ecosystem: 'npm', package: 'x' } as const;
  expect(unaskedField(silent, filter)).toBeUndefined();
});
