import { expect, it, onTestFinished } from 'vitest';

import { NO_SERVER } from '../helpers/terminal-state.ts';
import { startVigil } from '../helpers/terminal.ts';

it('adds lines and moves no cursor, and leaves the terminal as it was', async () => {
  const terminal = startVigil(['--demo', '--accessible', '--tab', 'events'], { columns: 100, rows: 30 });
  onTestFinished(() => terminal.dispose());
  await terminal.waitFor(/rows.*; first: (allow|REVIEW|BLOCK)/);
  terminal.press('j');
  await terminal.waitFor('Following: off.');
  terminal.press('q');
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(0);
  const sequences = new Set(terminal.output.match(/\u001b\[[^A-Za-z]*[A-Za-z]/g));
  expect([...sequences].sort()).toEqual(['\u001b[0m', '\u001b[?2004h', '\u001b[?2004l']);
});

it('adds nothing but lines to a terminal that knows no sequences', async () => {
  const terminal = startVigil(['--accessible'], { environment: { ...NO_SERVER, TERM: 'dumb' } });
  onTestFinished(() => terminal.dispose());
  await terminal.waitFor('no answer');
  terminal.press('q');
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(0);
  expect(terminal.output).not.toContain('\u001b');
});
