import { expect, it } from 'vitest';

import { createFilledContext } from '../../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../../helpers/rendered-console.tsx';

async function openHelp(columns: number, rows: number) {
  const context = createFilledContext();
  context.stores.view.setState({ tab: 'events' });
  const screen = await renderConsole(context, { columns, rows });
  await screen.press('?');
  return screen;
}

it.each([
  [80, 24, 1],
  [160, 45, 2],
  [200, 60, 3],
])('on %d by %d stands in as many columns as have room: %d', async (columns, rows, beside) => {
  const screen = await openHelp(columns, rows);
  const lines = screen.text.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  // Each column begins with what follows the end of the one before it.
  const starts = lines.filter((line) => /^ {3}\S/.test(line));
  const width = Math.floor((columns - 2 * (beside - 1)) / beside);
  const inSecond = starts.filter((line) => /^ {2,5}\S/.test(line.slice(width)));
  expect(inSecond.length > 10).toBe(beside > 1);
});

it('is scrolled no further than to its end, which all columns together show', async () => {
  const screen = await openHelp(160, 30);
  const moreIn = (text: string) => Number(/(\d+) more lines? below/.exec(text)?.[1] ?? 0);
  const before = moreIn(screen.text);
  expect(before).toBeGreaterThan(0);
  await screen.press('j');
  expect(moreIn(screen.text)).toBe(before - 1);
  await screen.press('G');
  expect(moreIn(screen.text)).toBe(0);
  await screen.press('k');
  expect(moreIn(screen.text)).toBe(1);
});

it('goes to what is searched for wherever it stands', async () => {
  const screen = await openHelp(160, 30);
  await screen.press('/', ...'not read yet', KEYS.enter);
  expect(screen.text).toMatch(/▌.*on the axis: not read yet/);
});
