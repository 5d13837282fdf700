import type { Terminal } from './terminal.ts';

/** A question takes its answer 400 ms after it was shown, and the same key again only a second after the first. */
const FIRST_PRESS = 500;
const LOOK_EVERY = 1100;

/** So often the program is seen to draw, or so often it is looked at, before the key is taken for one that did nothing. */
const DRAWN_ENOUGH = 2;
const LOOKED_ENOUGH = 6;

/**
 * Presses a key once what has just opened takes it, and again where a machine that is held up found it too early. A program
 * that draws nothing has perhaps not read the first one yet: the second would go to what that opens.
 */
export async function pressUntil(
  screen: Terminal,
  key: string,
  what: string,
  condition: () => boolean,
): Promise<void> {
  let [drawn, looked, written] = [0, 0, 0];
  const press = () => {
    screen.press(key);
    [drawn, looked, written] = [0, 0, screen.output.length];
    next = setTimeout(look, LOOK_EVERY);
  };
  const look = () => {
    looked++;
    drawn += screen.output.length > written ? 1 : 0;
    written = screen.output.length;
    if (drawn >= DRAWN_ENOUGH || looked >= LOOKED_ENOUGH) {
      press();
    } else {
      next = setTimeout(look, LOOK_EVERY);
    }
  };
  let next = setTimeout(press, FIRST_PRESS);
  try {
    await screen.waitUntil(what, condition);
  } finally {
    clearTimeout(next);
  }
}
