import { startVigil, type Terminal } from '../../test/helpers/terminal.ts';
import type { Scene, Step } from './scene.ts';
import { PAPERS, screenAsSvg } from './screen-as-svg.ts';

/** After so many milliseconds a key that may be pressed again is. */
const PATIENCE = 1500;

/** Nothing is waited for longer than this, in milliseconds: a machine may have much else to do. */
const LIMIT = 45_000;

/** The state of the feed once its first events are read: a picture shows how things usually are. */
const IS_LIVE = /\S live\b/;

/** Starts the built program, goes to the scene, and returns its picture as the text of an SVG file. Throws when what a step awaits never comes. */
export async function playScene(scene: Scene): Promise<string> {
  const { columns, rows, flags = [], environment = {}, begins, steps, background } = scene;
  const terminal = startVigil(['--demo', ...flags], {
    columns,
    rows,
    environment,
    paper: PAPERS[background ?? 'dark'],
  });
  try {
    for (const sight of [IS_LIVE, ...begins]) {
      await terminal.waitFor(sight, LIMIT);
    }
    for (const step of steps) {
      await take(terminal, step);
    }
    return screenAsSvg(terminal.emulator, background);
  } catch (error) {
    throw new Error(`The scene ${scene.name} could not be come to.`, { cause: error });
  } finally {
    terminal.dispose();
  }
}

async function take(terminal: Terminal, { press, until, again }: Step): Promise<void> {
  terminal.press(press);
  const repeating = again === true ? setInterval(() => terminal.press(press), PATIENCE) : undefined;
  try {
    await terminal.waitFor(until, LIMIT);
  } finally {
    clearInterval(repeating);
  }
}
