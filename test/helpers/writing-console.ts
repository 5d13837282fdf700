import { onTestFinished } from 'vitest';

import { environmentFor } from './command-process.ts';
import { startServiceProxy, type Interference } from './service-proxy.ts';
import { KEYS, startVigil, type Terminal } from './terminal.ts';
import { startTestService, type TestService } from './test-service.ts';

/** A console, and the server that it writes to. */
export interface Place {
  readonly screen: Terminal;
  readonly test: TestService;
  /** What the server was asked for, in order. */
  readonly writes: readonly string[];
  /** Keeps the answers to writes from now on until what it gives is called. */
  holdAnswers(): () => void;
}

/** A key that is pressed once the one before it has done what it does. */
export interface Step {
  /** One key, or several characters for a field. */
  readonly keys: string;
  /** What is on the screen once the key has done what it does. */
  readonly sign: string | RegExp;
  /** How long the one before it must be over, in milliseconds. */
  readonly wait?: number;
}

export const step = (keys: string, sign: string | RegExp, wait = 0): Step => ({ keys, sign, wait });

/** What stands below a question that only `y` answers. */
export const QUESTION = /^ y \w/m;

/** Starts the built program in a pty, and a service whose writes are taken down; both end with the test. */
export async function startPlace(): Promise<Place> {
  const test = await startTestService({ quota: 1_000_000 });
  const writes: string[] = [];
  let answer: Interference | undefined;
  const { baseUrl } = await startServiceProxy(test.service, ({ method, path, body }) => {
    if (method === 'GET') {
      return undefined;
    }
    writes.push(`${method} ${decodeURIComponent(path)} ${body}`.trim());
    return answer;
  });
  const environment = environmentFor({ baseUrl, apiKey: test.service.apiKey });
  const screen = startVigil(['--write', '--tab', 'overview'], { columns: 120, rows: 30, environment });
  onTestFinished(() => screen.dispose());
  return {
    screen,
    test,
    writes,
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = { answerAfter: promise };
      return () => {
        answer = undefined;
        resolve();
      };
    },
  };
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Does something at once and again and again until the screen is as it should be. */
async function repeat(
  screen: Terminal,
  act: () => unknown,
  { every, until }: { readonly every: number; readonly until: () => boolean },
): Promise<void> {
  act();
  const again = setInterval(act, every);
  try {
    await screen.waitUntil(until.toString(), until);
  } finally {
    clearInterval(again);
  }
}

/** Says yes to the question that is open: it takes its answer once it can have been read, and the same key again after a second. */
export async function answer(screen: Terminal): Promise<void> {
  await pause(500);
  await repeat(screen, () => screen.press('y'), { every: 1100, until: () => !QUESTION.test(screen.text) });
}

export const AGENTS = /\d of \d agents/;
export const OVERVIEW = 'Newest blocks';

/** Closes whatever is open and goes to the overview, however many keys are ignored before. */
export async function leave(screen: Terminal): Promise<void> {
  let pressed: Promise<void> | undefined;
  const press = async () => {
    screen.press(KEYS.escape);
    // Sent at once behind it, it would be held with Alt.
    await pause(100);
    screen.press('1');
  };
  await repeat(screen, () => (pressed = press()), {
    every: 700,
    until: () => screen.text.includes(OVERVIEW),
  });
  // The Esc alone may lead there: the other key must not come behind those that are pressed next.
  await pressed;
}

/** What the console says to keys that a machine that is held up found together. */
const TOGETHER = 'several keys arrived at once';

/** Presses one key after the other, and as a person would once more where the console asks for it. */
export async function take(screen: Terminal, steps: readonly Step[]): Promise<void> {
  for (const { keys, sign, wait = 0 } of steps) {
    await pause(wait);
    const isOld = screen.text.includes(TOGETHER);
    screen.press(keys);
    const again = setInterval(() => {
      if (!isOld && screen.text.includes(TOGETHER)) {
        screen.press(keys);
      }
    }, 1100);
    try {
      await screen.waitFor(sign);
    } finally {
      clearInterval(again);
    }
  }
}

/** The row that the cursor of the list is on. */
export const underCursor = (screen: Terminal) => screen.lines.find((line) => line.startsWith('▌')) ?? '';

/** Has the console read the pane again until it shows what was changed elsewhere. */
export const refresh = (screen: Terminal, until: () => boolean) =>
  repeat(screen, () => screen.press('r'), { every: 1100, until });

const PAGE = 'Esc goes back';

/** Goes to the list of the agents, also where earlier keys have left the page of one open. */
export async function goToAgents(screen: Terminal): Promise<void> {
  screen.press('3');
  await screen.waitUntil('the agents', () => AGENTS.test(screen.text) || screen.text.includes(PAGE));
  if (screen.text.includes(PAGE)) {
    await take(screen, [step(KEYS.escape, AGENTS)]);
    await pause(100);
  }
}

/** Goes to the agents, and moves the cursor down to one. */
export async function goToAgent(screen: Terminal, row: string): Promise<void> {
  await goToAgents(screen);
  while (!underCursor(screen).includes(row)) {
    const before = underCursor(screen);
    screen.press('j');
    await screen.waitUntil(`the cursor on its way to ${row}`, () => underCursor(screen) !== before);
  }
}
