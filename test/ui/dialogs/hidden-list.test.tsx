import { expect, it } from 'vitest';

import { policySchema } from '../../../src/contract/policy.ts';
import { createTestContext, run } from '../../helpers/command-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';

const SETTLED = 500;

it('a list that the server does not show is reviewed only once its name was typed', async () => {
  const context = createTestContext();
  const stored = policySchema.parse({ version: '7', rules: { min_scorecard: 5 } });
  context.stores.policy.setState({ data: stored });
  context.stores.policyDraft.change(stored, 'blocked_packages', ['evil']);
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  run(context, 'policy.review');
  await screen.draw();
  expect(screen.text).toContain('Write blocked_packages unseen?');
  expect(screen.text).toMatch(/lost +whatever else the server holds in it/);
  await screen.press('b');
  await context.clock.advance(SETTLED);
  await screen.press(KEYS.enter);
  expect(screen.text).toContain('This is not blocked_packages to the letter.');
  await screen.press(...'locked_packages');
  await context.clock.advance(SETTLED);
  await screen.press(KEYS.enter);
  expect(screen.text).toMatch(/Write this change\?[^]*The server does not show blocked_packages: only what/);
});
