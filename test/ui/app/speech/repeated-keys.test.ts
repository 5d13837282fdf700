import { beforeAll, expect, it } from 'vitest';

import { loadLazyImports } from '../../../../src/lib/lazy-import.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { speakConsole } from '../../../helpers/spoken-console.ts';

beforeAll(loadLazyImports);

it('says once that a key which came again at once does nothing to what it has just opened', async () => {
  const context = createFilledContext();
  context.stores.view.setState({ tab: 'agents' });
  const { press, hear } = await speakConsole(context);
  await press('x');
  await hear(() => undefined, 1000);
  await press('enter');
  expect(context.stores.view.getState().dialogs.map(({ kind }) => kind)).toEqual(['text']);
  expect(await press('enter')).toEqual(['Ignored: Enter came again at once. Press it again.']);
  expect(await press('enter')).toEqual([]);
  expect(context.written.size).toBe(0);
  await hear(() => undefined, 300);
  await press('enter');
  await hear(() => undefined);
  expect(context.written.size).toBe(1);
});
