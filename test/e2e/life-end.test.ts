import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import {
  HELD,
  NO_SERVER,
  pidOf,
  startUnderShell,
  stateOf,
  UNTOUCHED,
  type TerminalState,
  VIGIL,
} from '../helpers/terminal-state.ts';
import { startVigil, type Terminal } from '../helpers/terminal.ts';

/** However the console ends, the terminal is as the shell had it, and the shell learns how it ended. */

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

/** A program that goes wrong at the press of a key; see its file. */
const FAULTY = `"${process.execPath}" --max-old-space-size=40 test/fixtures/terminal-program.ts`;
const RESTORED = 'settings as before';

/** A command in a shell, once it hears keys: from then on it has the whole terminal and its watchdog. */
async function started(command: string, patiently = false): Promise<Terminal> {
  const screen = startUnderShell(command, { columns: 100, rows: 30, environment: NO_SERVER, patiently });
  terminal = screen;
  if (command === FAULTY) {
    await hearsKeys(screen);
  } else {
    await screen.waitFor('no answer');
    screen.press('6');
    await screen.waitFor(/RULE +VALUE/);
  }
  expect(stateOf(screen)).toEqual(HELD);
  return screen;
}

/** Resolves once the faulty program answers. */
async function hearsKeys(screen: Terminal): Promise<void> {
  await screen.waitFor('drawn');
  screen.press('d');
  await screen.waitFor('is alive');
}

/** What the shell shows after the first line, once it has checked everything. */
async function linesAfter(screen: Terminal): Promise<readonly string[]> {
  await screen.waitForExit();
  expect(stateOf(screen)).toEqual(UNTOUCHED);
  const [first, ...lines] = screen.lines.filter(Boolean);
  expect(first).toBe(`pid ${pidOf(screen)}`);
  return lines;
}

/**
 * Reads a terminal that was not read when the program ended. The shell may have written its lines before the watchdog
 * got through, and they are lost then with the screen that they are on.
 */
async function isGivenBackLater(screen: Terminal, status: number): Promise<void> {
  screen.resume();
  await screen.waitUntil('the terminal to be given back', () =>
    Object.entries(UNTOUCHED).every(
      ([name, value]) => stateOf(screen)[name as keyof TerminalState] === value,
    ),
  );
  await screen.waitForExit();
  expect(screen.output).toContain(`status ${status}\r\n`);
  expect(screen.output).toContain(RESTORED);
}

/** Resolves once the condition holds, for what no terminal shows. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && parentOf(candidate) === pid);

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Whether the thread listens that ends a process whose loop is stuck. */
function hasHeartbeat(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').startsWith('vigil-heartbeat'),
  );
}

/** Whether the loop did nothing but work, for longer than anything takes that the program does otherwise. */
function isBusy(pid: number): boolean {
  const used = () =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[11]);
  const before = used();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  return used() - before >= 5;
}

describe('the console ends', () => {
  it('with status 0 when it is asked to, and takes its watchdog with it', async () => {
    const screen = await started(VIGIL);
    const children = childrenOf(pidOf(screen));
    expect(children).toHaveLength(1);
    screen.press('q');
    expect(await linesAfter(screen)).toEqual(['status 0', RESTORED]);
    await until(() => children.every((child) => !existsSync(`/proc/${child}`)));
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
  ] as const)('by %s with status %i', async (signal, status) => {
    const screen = await started(VIGIL);
    if (signal === 'SIGHUP') {
      // It means that the terminal is gone: what it would still answer is not waited for.
      screen.answerNothing();
      screen.press('3');
      await screen.waitFor(/STATUS +HOST/);
    }
    process.kill(pidOf(screen), signal);
    expect(await linesAfter(screen)).toEqual([`status ${status}`, RESTORED]);
  });

  it.each([
    ['SIGKILL', 137],
    ['SIGABRT', 134],
  ] as const)('by %s, and its watchdog gives the terminal back', async (signal, status) => {
    const screen = await started(VIGIL, true);
    process.kill(pidOf(screen), signal);
    const lines = await linesAfter(screen);
    expect(lines.slice(-2)).toEqual([`status ${status}`, RESTORED]);
  });

  it('with its whole job killed', async () => {
    const screen = await started(VIGIL, true);
    process.kill(-pidOf(screen), 'SIGKILL');
    const lines = await linesAfter(screen);
    expect(lines.slice(-2)).toEqual(['status 137', RESTORED]);
  });

  it('with the shim that started it killed', async () => {
    const shim = `"${process.execPath}" -e 'require("child_process").spawn(process.execPath, ["bin/vigil.js"], { stdio: ["inherit", "inherit", "inherit", "ipc"] })'`;
    const screen = await started(shim, true);
    process.kill(pidOf(screen), 'SIGKILL');
    const lines = await linesAfter(screen);
    expect(lines.slice(-2)).toEqual(['status 137', RESTORED]);
  });

  it('with the demo on its thread', async () => {
    const screen = startUnderShell(`${VIGIL} --demo`);
    terminal = screen;
    await screen.waitFor('health ok');
    process.kill(pidOf(screen), 'SIGTERM');
    expect(await linesAfter(screen)).toEqual(['status 143', RESTORED]);
  });

  it('at once when nobody reads the terminal, which is given back once somebody does', async () => {
    const screen = await started(VIGIL);
    const pid = pidOf(screen);
    screen.pause();
    for (let turn = 0; turn < 40; turn++) {
      screen.press('1', '2', '3', '4', '5', '6', '\f');
    }
    process.kill(pid, 'SIGTERM');
    await until(() => parentOf(pid) === undefined);
    await isGivenBackLater(screen, 143);
  });

  it('when its window is closed, with nothing left running', async () => {
    const screen = startVigil([], { environment: NO_SERVER });
    await screen.waitFor('no answer');
    const { pid } = screen;
    const children = childrenOf(pid);
    screen.close();
    await until(() => [pid, ...children].every((process) => !existsSync(`/proc/${process}`)));
  });
});

describe('a fault in the program', () => {
  it.each([
    ['an exception', 't', 'vigil: Thrown ␛]0;title␇ with ….'],
    ['a rejection', 'r', 'vigil: Rejected ␛]52;c;aGk=␇ with ….'],
  ])('%s ends it with status 1 and one safe sentence', async (_name, key, sentence) => {
    const screen = await started(FAULTY);
    screen.press(key);
    expect(await linesAfter(screen)).toEqual([sentence, 'status 1', RESTORED]);
  });

  it('an abort leaves the terminal to the watchdog, whatever other child still runs', async () => {
    const screen = await started(FAULTY, true);
    screen.press('c');
    await screen.waitFor(/child \d+/);
    const child = Number(/child (\d+)/.exec(screen.text)?.[1]);
    screen.press('a');
    try {
      const lines = await linesAfter(screen);
      expect(lines.slice(-2)).toEqual(['status 134', RESTORED]);
    } finally {
      process.kill(child);
    }
  });

  it('a loop that is stuck is ended though it does not hear SIGTERM, and the terminal is given back', async () => {
    const screen = await started(FAULTY, true);
    const pid = pidOf(screen);
    await until(() => hasHeartbeat(pid));
    screen.press('h');
    await until(() => isBusy(pid));
    process.kill(pid, 'SIGTERM');
    // It takes some seconds of processor time, of which a busy machine has few.
    await until(() => parentOf(pid) === undefined);
    const lines = await linesAfter(screen);
    expect(lines).toContain(
      'vigil: It did not answer any more and was ended. vigil journal shows what it had sent.',
    );
    expect(lines.slice(-2)).toEqual(['status 137', RESTORED]);
  }, 120_000);

  it('a loop that is stuck ends with its window', async () => {
    const screen = await started(FAULTY);
    const pid = pidOf(screen);
    const children = childrenOf(pid);
    await until(() => hasHeartbeat(pid));
    screen.press('h');
    await until(() => isBusy(pid));
    screen.close();
    await until(() => [pid, ...children].every((process) => !existsSync(`/proc/${process}`)));
  }, 120_000);

  it('so does the end of its memory', async () => {
    const screen = await started(FAULTY, true);
    screen.press('m');
    const lines = await linesAfter(screen);
    expect(lines.slice(-2)).toEqual(['status 134', RESTORED]);
  });

  it('an exit from elsewhere gives the terminal back, though a thread never ends', async () => {
    const screen = await started(FAULTY);
    screen.press('x');
    expect(await linesAfter(screen)).toEqual(['status 7', RESTORED]);
  });

  it('a terminal that is full in the middle of a sequence gets the rest of its modes later', async () => {
    const screen = await started(FAULTY);
    const pid = pidOf(screen);
    screen.pause();
    screen.press('f', 'q');
    await until(() => parentOf(pid) === undefined);
    await isGivenBackLater(screen, 0);
  });
});

it('what others write never reaches the screen; what was meant for standard error is said at the end', async () => {
  const screen = await started(FAULTY);
  screen.press('w');
  await screen.waitFor('dropped 1');
  expect(screen.text).not.toMatch(/STRAY|heard|last words|take care/);
  screen.press('q');
  expect(await linesAfter(screen)).toEqual([
    'heard ␛[31m…',
    'last words',
    'Warning: take care',
    'status 0',
    RESTORED,
  ]);
  expect(screen.output).not.toContain('STRAY');
});
