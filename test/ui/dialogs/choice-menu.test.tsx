import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openMenu } from '../../../src/commands/base/command.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';

const RIGHT = '\u001b[C';
const LEFT = '\u001b[D';

let context: TestContext;

beforeAll(async () => {
  // What is loaded when it is first needed would come too late for the first look.
  await import('../../../src/commands/lists/export-shown.ts');
});

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'agents' });
});

/** A menu of so many short choices on a screen of that width. */
async function openOn(columns: number, length: number): Promise<RenderedConsole> {
  const screen = await renderConsole(context, { columns, rows: 40 });
  openMenu(context, {
    title: 'Which of them',
    choices: Array.from({ length }, (_, index) => ({
      label: `choice ${index + 1} of the many that there are`,
      value: String(index + 1),
    })),
    initial: undefined,
    choose: () => undefined,
  });
  await screen.draw();
  return screen;
}

const shown = (screen: RenderedConsole) => screen.text.match(/choice \d+ of/g)?.length;
const underCursor = (screen: RenderedConsole) => /▌ choice (\d+)/.exec(screen.text)?.[1];

describe('a menu that is longer than its rows', () => {
  it('stands in as many columns as a wide screen has room for, and its keys go through them', async () => {
    const screen = await openOn(160, 25);
    expect(shown(screen)).toBe(25);
    expect(screen.text).not.toContain('1 of 25');
    expect(screen.text).toMatch(/▌ choice 1 of .* choice 10 of .* choice 19 of/);
    await screen.press(RIGHT);
    expect(underCursor(screen)).toBe('10');
    await screen.press('k');
    expect(underCursor(screen)).toBe('9');
    await screen.press(RIGHT, RIGHT);
    expect(underCursor(screen)).toBe('25');
    await screen.press(LEFT, LEFT, LEFT);
    expect(underCursor(screen)).toBe('7');
  });

  it('goes on by whole columns where they have no room either, and says where the cursor is', async () => {
    const screen = await openOn(80, 45);
    expect(screen.text).toContain('1 of 45');
    expect(shown(screen)).toBe(10);
    const wide = await openOn(100, 45);
    expect(shown(wide)).toBe(20);
    await wide.press(RIGHT, RIGHT);
    expect(underCursor(wide)).toBe('21');
    expect(wide.text).toContain('21 of 45');
    expect(wide.text).toMatch(/ choice 11 of .* choice 21 of/);
  });

  it('is one column where that has room for all', async () => {
    const screen = await openOn(160, 10);
    expect(screen.lines.filter((line) => /choice \d+ of/.test(line))).toHaveLength(10);
    await screen.press(RIGHT);
    expect(underCursor(screen)).toBe('1');
  });
});

it('each way to write a file can be told from the others on the screen of an old terminal', async () => {
  context.stores.view.setState({ tab: 'events' });
  const screen = await renderConsole(context, { columns: 60, rows: 24 });
  await screen.press('x');
  const ways = screen.lines.filter((line) => /^ [▌ ] all/.test(line)).map((line) => line.slice(3).trim());
  expect(ways.length).toBeGreaterThan(3);
  expect(ways.join('\n')).toMatch(/as JSON.*\n.*as CSV\n.* programs \(no apostrophes\)\n/);
  expect(new Set(ways).size).toBe(ways.length);
});
