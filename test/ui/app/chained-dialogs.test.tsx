import { expect, it } from 'vitest';

import { openDialog } from '../../../src/commands/base/command.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { run } from '../../helpers/command-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { samplePolicy } from '../../helpers/sample-data.ts';

const SETTLED = 400;

it('begins every field with its own text when one is asked for after the other', async () => {
  const context = createFilledContext();
  const { stores, clock } = context;
  run(context, 'tab.policy');
  stores.policy.setState({
    data: samplePolicy(
      {},
      {
        blocked_packages: [
          { name: 'left-pad', ecosystem: 'npm', reason: 'abandoned' },
          { name: 'colors', ecosystem: 'npm', reason: 'protest' },
        ],
      },
    ),
  });
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  openDialog(context, {
    kind: 'list-editor',
    field: 'blocked_packages',
    cursor: undefined,
    search: '',
    remarkOf: undefined,
  });
  await clock.advance(SETTLED);
  await screen.press('a');
  await clock.advance(SETTLED);
  await screen.press(...'evil', KEYS.enter);
  expect(screen.text).toMatch(/ecosystem +npm/);
  await clock.advance(SETTLED);
  await screen.press(KEYS.enter);
  expect(screen.text).toMatch(/reason/);
  expect(screen.text).not.toMatch(/reason +(?:evil|npm)/);
  await clock.advance(SETTLED);
  await screen.press(KEYS.enter);
  const added = (stores.policyDraft.getState().changes['blocked_packages'] as readonly unknown[]).at(-1);
  expect(added).toEqual({ name: 'evil', ecosystem: 'npm' });
});
