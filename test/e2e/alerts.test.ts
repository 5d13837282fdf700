import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { configFolder } from '../helpers/config-folder.ts';
import { startVigil, type Terminal } from '../helpers/terminal.ts';

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

const PROGRAM = `
  const { appendFileSync, readFileSync } = require('node:fs');
  const input = readFileSync(0, 'utf8');
  appendFileSync('seen', JSON.stringify([process.argv.slice(1), input]) + '\\n');
`;

it('has the terminal notify of an event that arrives, and gives it to a program', async () => {
  const folder = configFolder(`
[filters."what comes"]
list = "events"
query = "type:install"
alert = "notify"
[filters."to a program"]
list = "events"
query = "type:install"
alert = [${JSON.stringify(process.execPath)}, "-e", ${JSON.stringify(PROGRAM)}, "own"]
[filters.wrong]
list = "events"
query = "outcome:blocked"
`);
  writeFileSync(join(folder.folder, 'seen'), '');
  terminal = startVigil(['--demo', '--tab', 'policy'], {
    columns: 160,
    environment: { VIGIL_CONFIG: folder.configPath, TMUX: '', STY: '' },
  });
  await terminal.waitFor('The filter wrong of the config file does not count');
  const { output: notified } = terminal;
  expect(notified).not.toContain('\u001b]9;');
  const seen = () => readFileSync(join(folder.folder, 'seen'), 'utf8').split('\n').filter(Boolean);
  await terminal.waitUntil(
    'a notification and a program',
    () => terminal?.output.includes('\u001b]9;') === true && seen().length > 0,
  );
  expect(terminal.output).toMatch(/\u001b\]9;vigil: what comes: (?:BLOCK|\w+) [!-~]+ on [!-~]+[ -~]*\u0007/);
  await terminal.waitFor(/what comes: \S+ \S+ on/);
  const [line = ''] = seen();
  const [given, input] = JSON.parse(line) as [string[], string];
  expect(given).toEqual(['own']);
  expect(JSON.parse(input)).toMatchObject({ type: 'install' });
});
