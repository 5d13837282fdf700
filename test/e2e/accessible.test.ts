import { expect, it, onTestFinished } from 'vitest';

import { NO_SERVER } from '../helpers/terminal-state.ts';
import { startVigil } from '../helpers/terminal.ts';

it('adds nothing but lines to a terminal that knows no sequences', async () => {
  const terminal = startVigil(['--accessible'], { environment: { ...NO_SERVER, TERM: 'dumb' } });
  onTestFinished(() => terminal.dispose());
  await terminal.waitFor('no answer');
  terminal.press('q');
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(0);
  expect(terminal.output).not.toContain('\u001b');
});
