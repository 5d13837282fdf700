import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';

/** The rows from the title of the field on, as one text with single blanks. */
function below(lines: readonly string[]): string {
  const title = lines.findIndex((line) => line.includes('Filter events'));
  return lines
    .slice(title)
    .map((line) => line.trim())
    .join(' ');
}

describe('the filter field', () => {
  it.each([160, 100, 80, 60])('tells at %i columns a problem whole', async (columns) => {
    const context = createFilledContext();
    const screen = await renderConsole(context, { columns, rows: 24 });
    await screen.press('2', '/', ...'packge:react');
    expect(below(screen.lines)).toContain(
      'There is no field packge. Did you mean package:? To look for the text itself, quote it: "packge:react".',
    );
    expect(screen.lines).toHaveLength(24);
  });

  it('shows what a time could be beside what is wrong with it', async () => {
    const context = createFilledContext();
    const screen = await renderConsole(context, { columns: 80, rows: 24 });
    await screen.press('2', '/', ...'since:');
    expect(context.stores.view.getState().dialogs.at(-1)).toMatchObject({
      query: { problems: [{}] },
    });
    expect(below(screen.lines)).toMatch(/15m 1h 6h/);
  });

  it('gives its rows back when it is closed', async () => {
    const screen = await renderConsole(createFilledContext(), { columns: 60, rows: 24 });
    await screen.press('2');
    const before = screen.lines;
    await screen.press('/', ...'packge:react', KEYS.escape, 'F');
    expect(screen.lines.slice(2, -2)).toEqual(before.slice(2, -2));
  });

  it.each([
    ['utc', 'UTC'],
    ['age', 'UTC'],
    ['local', 'America/New_York'],
  ] as const)('names the zone in which a day is read with times as %s', async (timeStyle, zone) => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());
    const context = createFilledContext();
    context.stores.view.setState({ timeStyle });
    const screen = await renderConsole(context, { columns: 100, rows: 24 });
    await screen.press('2', '/', ...'time:2026-11-01');
    expect(screen.text).toContain(`Filter events (${zone})`);
    await screen.press(KEYS.enter);
    expect(screen.text).toContain(`/ time:2026-11-01 (${zone})`);
    await screen.press('/', ...'T09:00-05:00', KEYS.enter);
    expect(screen.text).toContain('/ time:2026-11-01T09:00-05:00');
    expect(screen.text).not.toContain(`(${zone})`);
  });
});
