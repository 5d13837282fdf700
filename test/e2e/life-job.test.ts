import { writeFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { temporaryFile } from '../helpers/temporary-file.ts';
import { HELD, NO_SERVER, stateOf, UNTOUCHED, VIGIL } from '../helpers/terminal-state.ts';
import { startVigil, Terminal } from '../helpers/terminal.ts';

/** The console as a job of an interactive shell: stopped, continued, killed while it is stopped, resized. */

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

const CTRL_Z = '\u001a';

/** A shell with job control, at its prompt. */
async function shell(): Promise<Terminal> {
  const settings = temporaryFile('inputrc');
  writeFileSync(settings, 'set enable-bracketed-paste off\n');
  terminal = new Terminal('/bin/bash', ['--norc', '--noprofile', '-i'], {
    columns: 100,
    rows: 30,
    environment: { ...NO_SERVER, PS1: 'prompt> ', INPUTRC: settings },
  });
  await terminal.waitFor('prompt>');
  terminal.press(
    'ulimit -c 0; before=$(stty -g); check() { [ "$(stty -g)" = "$before" ] && echo as" "before; }\r',
  );
  await terminal.waitUntil('the prompt', () => prompts(terminal as Terminal) === 2);
  return terminal;
}

const prompts = (screen: Terminal) => screen.output.split('prompt> ').length - 1;

/** A shell takes what the terminal answers to a program that was stopped or killed meanwhile for letters: they go first. */
const EMPTY_LINE = '\u0015';

let commands = 0;

/**
 * Types a command and resolves with what it prints. Its own end shows that it is over: the prompt before it may come only now,
 * and the shell may draw one anew for an emptied line.
 */
async function run(screen: Terminal, command: string): Promise<readonly string[]> {
  const number = ++commands;
  const typed = `${command}; echo e"nd" ${number}`;
  screen.press(`${EMPTY_LINE}${typed}\r`);
  const end = () => screen.lines.findIndex((line) => line === `end ${number}`);
  await screen.waitUntil(`the end of ${command}`, () => end() >= 0);
  const lines = screen.lines.slice(0, end()).filter(Boolean);
  return lines.slice(lines.findLastIndex((line) => line.endsWith(typed)) + 1);
}

/** Starts the console and resolves once it hears keys. */
async function open(screen: Terminal): Promise<number> {
  screen.press(`sh -c 'echo pid $$; exec ${VIGIL}'\r`);
  await hearsKeys(screen);
  return Number(/pid (\d+)/.exec(screen.output)?.[1]);
}

/** Goes to another pane than the one that is shown. */
async function hearsKeys(screen: Terminal): Promise<void> {
  await screen.waitFor('no answer');
  const [key, sign]: readonly [string, string | RegExp] = /RULE +VALUE/.test(screen.text)
    ? ['1', 'Newest blocks']
    : ['6', /RULE +VALUE/];
  screen.press(key);
  await screen.waitFor(sign);
  expect(stateOf(screen)).toEqual(HELD);
}

async function quit(screen: Terminal): Promise<void> {
  const before = prompts(screen);
  screen.press('q');
  await screen.waitUntil('the shell', () => prompts(screen) > before);
}

async function isStopped(screen: Terminal): Promise<void> {
  await screen.waitUntil(
    'the shell',
    () => /Stopped/.test(screen.text) && screen.lines.some((line) => line.startsWith('prompt>')),
  );
  expect(stateOf(screen)).toEqual(UNTOUCHED);
  expect(await run(screen, 'check')).toContain('as before');
}

describe('as a job of a shell', () => {
  it('stops at Ctrl-Z and at SIGTSTP, comes back with fg at the new size, and ends as if nothing had been', async () => {
    const screen = await shell();
    const pid = await open(screen);
    screen.press(CTRL_Z);
    await isStopped(screen);
    screen.resize(120, 36);
    screen.press(`${EMPTY_LINE}fg\r`);
    await hearsKeys(screen);
    expect(screen.lines.at(-1)).toContain('q quit');

    process.kill(pid, 'SIGTSTP');
    await isStopped(screen);
    screen.press(`${EMPTY_LINE}fg\r`);
    await hearsKeys(screen);
    await quit(screen);
    expect(await run(screen, 'echo status $?; check')).toEqual(['status 0', 'as before']);
    expect(stateOf(screen)).toEqual(UNTOUCHED);
  });

  it('comes back after a stop that it did not hear of', async () => {
    const screen = await shell();
    const pid = await open(screen);
    process.kill(pid, 'SIGSTOP');
    await screen.waitFor('Stopped');
    screen.press(`${EMPTY_LINE}fg\r`);
    await screen.waitUntil('the console', () => !screen.text.includes('prompt>'));
    await hearsKeys(screen);
    await quit(screen);
    expect(await run(screen, 'check')).toContain('as before');
  });

  it('leaves the shell alone when it is killed while it is stopped', async () => {
    const screen = await shell();
    const pid = await open(screen);
    screen.press(CTRL_Z);
    await isStopped(screen);
    const written = screen.output.length;
    process.kill(pid, 'SIGKILL');
    await run(screen, 'wait; jobs; check');
    expect(screen.output.slice(written)).not.toContain('\u001b[?1049l');
    expect(await run(screen, 'check')).toContain('as before');
  });

  it('gives an interactive shell a usable terminal when it is killed', async () => {
    const screen = await shell();
    const pid = await open(screen);
    process.kill(pid, 'SIGKILL');
    await screen.waitUntil('the screen of the shell', () => !screen.isAlternateScreen);
    // On a busy machine an answer of the terminal may come to the shell before the watchdog takes it.
    const again = setInterval(() => screen.press(`${EMPTY_LINE}check\r`), 500);
    try {
      await screen.waitFor('as before');
    } finally {
      clearInterval(again);
    }
    expect(stateOf(screen)).toEqual(UNTOUCHED);
  });

  it('waits for its turn when it is started in the background', async () => {
    const screen = await shell();
    screen.press(`${VIGIL} &\r`);
    // The shell reports it before its next prompt.
    const again = setInterval(() => screen.press('\r'), 100);
    try {
      await screen.waitFor('Stopped');
    } finally {
      clearInterval(again);
    }
    expect(screen.output).not.toContain('\u001b[?1049h');
    screen.press(`${EMPTY_LINE}fg\r`);
    await hearsKeys(screen);
    await quit(screen);
  });
});

describe('without a shell', () => {
  it('goes on after Ctrl-Z, since nothing could bring it back', async () => {
    terminal = startVigil([], { environment: NO_SERVER });
    const screen = terminal;
    await hearsKeys(screen);
    screen.press(CTRL_Z);
    await screen.waitUntil('a second start', () => screen.output.split('\u001b[?1049h').length === 3);
    await hearsKeys(screen);
  });

  it('draws at any size, and wholly again at one that is large enough', async () => {
    terminal = startVigil([], { environment: NO_SERVER });
    const screen = terminal;
    await hearsKeys(screen);
    for (const [columns, rows] of [
      [1, 1],
      [200, 1],
      [1, 60],
      [40, 10],
    ] as const) {
      screen.resize(columns, rows);
    }
    await screen.waitFor('Terminal too small');
    screen.resize(110, 32);
    await hearsKeys(screen);
    expect(screen.lines.at(-1)).toContain('q quit');
    screen.press('q');
    await screen.waitForExit();
    expect(screen.exit?.exitCode).toBe(0);
  });
});
