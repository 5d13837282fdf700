import { afterEach, expect, it } from 'vitest';

import { environmentFor } from '../helpers/command-process.ts';
import { pressUntil } from '../helpers/press-until.ts';
import { startServiceProxy } from '../helpers/service-proxy.ts';
import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';
import { startTestService, stopTestServices } from '../helpers/test-service.ts';

/** Acting on agents in the built program in a real pty, with the keys that a person would press. */

let terminal: Terminal | undefined;

afterEach(async () => {
  terminal?.dispose();
  terminal = undefined;
  await stopTestServices();
});

/** Answers the open dialog, and waits for what becomes of that. */
async function answer(screen: Terminal, key: string, dialog: string, sign: string | RegExp): Promise<void> {
  await pressUntil(screen, key, `${dialog} to close`, () => !screen.text.includes(dialog));
  await screen.waitFor(sign);
}

/** Ends the open field with Enter, answers the question that follows with `y`, and waits for what becomes of that. */
async function endField(screen: Terminal, dialog: string, sign: string | RegExp): Promise<void> {
  await pressUntil(screen, KEYS.enter, 'the question', () => /^ y \w/m.test(screen.text));
  await answer(screen, 'y', dialog, sign);
}

/** Runs a command from the palette by its words. */
async function command(screen: Terminal, words: string, title: string, sign: string | RegExp): Promise<void> {
  screen.press(':');
  await screen.waitFor('Commands');
  for (const letter of words) {
    screen.press(letter);
  }
  await screen.waitFor(new RegExp(`: ${words}\\n▌ +${title}`));
  await answer(screen, KEYS.enter, 'Commands', sign);
}

/** Goes down in the open menu to what begins so, and chooses it. */
async function choose(screen: Terminal, beginning: string, sign: string | RegExp): Promise<void> {
  const [menu = ''] = screen.lines.filter((line) => /^─ .*\?/.test(line));
  for (let step = 0; step < 10 && !screen.text.includes(`▌ ${beginning}`); step++) {
    // Anything else may change meanwhile: the clock, the list behind the menu.
    const before = chosen(screen);
    screen.press('j');
    await screen.waitUntil('the menu to move', () => chosen(screen) !== before);
  }
  await answer(screen, KEYS.enter, menu, sign);
}

async function type(screen: Terminal, text: string): Promise<void> {
  for (const letter of text) {
    screen.press(letter);
  }
  await screen.waitFor(text);
}

/** The line of the open menu that is chosen. */
function chosen(screen: Terminal): string {
  return screen.lines.findLast((line) => line.trimStart().startsWith('▌')) ?? '';
}

/** The line of the list that the cursor is on. */
function selected(screen: Terminal): string {
  return screen.lines.find((line) => line.startsWith('▌')) ?? '';
}

/** The list of agents of the demo. */
async function startOnAgents(): Promise<Terminal> {
  terminal = startVigil(['--demo', '--tab', 'agents'], { columns: 140, rows: 40 });
  await terminal.waitFor(/[1-9]\d* suspended/);
  return terminal;
}

it('acts only while changes are allowed, suspends with a reason, and undoes that', async () => {
  const screen = await startOnAgents();
  await command(screen, 'lock', 'Lock', ' RO ');
  screen.press('S');
  await screen.waitFor('or --write at the start');
  await command(screen, 'unlock', 'Unlock', 'Allow changes for how long?');
  await choose(screen, '5 minutes', 'Allow changes for 5 minutes?');
  await answer(screen, 'y', 'Allow changes for', /DEMO [45]:\d\d/);

  screen.press('S');
  await screen.waitFor('Suspend this agent?');
  expect(screen.text).toMatch(/host .*\n.*agent .*\n.*user .*\n.*last seen .*\n.*status +● +active/);
  await type(screen, 'odd');
  await endField(screen, 'Suspend this agent?', /Confirmed: \S+ is suspended/);
  expect(selected(screen)).toContain('suspended');

  await command(screen, 'undo', 'Undo', 'Undo: reactivate this agent?');
  expect(screen.text).toContain('reason: odd');
  await answer(screen, 'y', 'Undo: reactivate', /Confirmed: \S+ is active again/);
  expect(selected(screen)).toContain('active');
});

it('says on the way out what was sent and not answered yet', async () => {
  const test = await startTestService({ quota: 1_000_000 });
  const sent = Promise.withResolvers<void>();
  const { baseUrl } = await startServiceProxy(test.service, ({ method }) => {
    if (method !== 'PUT') {
      return undefined;
    }
    sent.resolve();
    return { answerAfter: new Promise(() => undefined) };
  });
  const environment = environmentFor({ baseUrl, apiKey: test.service.apiKey });
  terminal = startVigil(['--write', '--tab', 'agents'], { columns: 160, rows: 24, environment });
  await terminal.waitFor('host-0-0');
  terminal.press('S');
  await terminal.waitFor('Suspend this agent?');
  await endField(terminal, 'Suspend this agent?', /suspending 0\/1/i);
  await sent.promise;
  terminal.press('\u0003');
  await terminal.waitForExit();
  expect(terminal.text).toMatch(/The change of host-\S+ \(suspend\) was sent, and its outcome is unknown/);
});

it('acts on marked agents one by one, and says what became of each', async () => {
  const screen = await startOnAgents();
  screen.press(' ');
  await screen.waitFor('1 marked');
  screen.press(' ');
  await screen.waitFor('2 marked');
  screen.press('S');
  await screen.waitFor('Do what with which agents?');
  await choose(screen, 'Suspend the 2 marked', 'Suspend 2 agents?');
  await endField(screen, 'Suspend 2 agents?', '✓ 2 confirmed');
  expect(screen.text).toMatch(/✓ confirmed +\S+ +Confirmed: \S+ is suspended/);
  screen.press('q');
  await screen.waitUntil('the results to close', () => !screen.text.includes('only problems'));
  await command(screen, 'results', 'Results', '✓ 2 confirmed');
});

it('deletes softly and for good, after what has to be typed', async () => {
  const screen = await startOnAgents();
  screen.press('D');
  await screen.waitFor('▌ Cancel: delete nothing');
  await choose(screen, 'Soft delete', 'Soft delete this agent?');
  expect(screen.text).toContain('The reason travels in the URL');
  await answer(screen, KEYS.enter, 'goes on', 'To go on, type  delete');
  await type(screen, 'delete');
  await endField(screen, 'Soft delete this', /Confirmed: \S+ is deleted/);
  await screen.waitUntil('the row to say so', () => selected(screen).includes('✖ deleted'));

  screen.press('j');
  await screen.waitUntil('the cursor to move', () => !selected(screen).includes('deleted'));
  screen.press('D');
  await screen.waitFor('▌ Cancel: delete nothing');
  await choose(screen, 'Hard delete', 'Hard delete this agent?');
  await answer(screen, KEYS.enter, 'goes on', /To go on, type {2}\S+/);
  const host = /To go on, type {2}(\S+)/.exec(screen.text)?.[1] ?? '';
  await type(screen, `${host}x`);
  await screen.waitFor('to the letter');
  screen.press('\u007f');
  await screen.waitFor('goes on to the question');
  await endField(screen, 'Hard delete this', `Confirmed: ${host} is gone for good`);
  await screen.waitUntil(
    'the agent to go',
    () => !screen.lines.some((line) => line.includes(`active     ${host}`)),
  );
});
