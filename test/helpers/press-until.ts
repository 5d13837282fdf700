import type { Terminal } from './terminal.ts';

/** A question takes its answer 400 ms after it was shown, and the same key again only a second after the first. */
const FIRST_PRESS = 500;
const PRESS_EVERY = 1100;

/** Presses a key once what has just opened takes it, and again where a machine that is held up found it too early. */
export async function pressUntil(
  screen: Terminal,
  key: string,
  what: string,
  condition: () => boolean,
): Promise<void> {
  const press = () => {
    screen.press(key);
    next = setTimeout(press, PRESS_EVERY);
  };
  let next = setTimeout(press, FIRST_PRESS);
  try {
    await screen.waitUntil(what, condition);
  } finally {
    clearTimeout(next);
  }
}
