import { beforeEach, expect, it } from 'vitest';

import { createLinearScreen, type LinearScreen } from '../../../src/ui/app/linear-screen.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createKeyboard } from '../../../src/ui/widgets/keyboard.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;
let said: string[];
let screen: LinearScreen;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events', columns: 160, rows: 20 });
  said = [];
  const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
  const console = { commands: context, theme, keyboard: createKeyboard() };
  screen = createLinearScreen(console, (text) => said.push(text), { count: 0 });
  screen.start();
});

function arrive(id: string): void {
  const subject = { package: id, ecosystem: 'npm' };
  context.stores.events.apply([sampleEvent(id, -1, { outcome: 'block', subject })], {
    at: NOW,
    fromHistory: false,
  });
}

it('says the whole pane at first, as plain lines', () => {
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('2 Events');
  expect(said[0]).toContain('selected: ');
  expect(said[0]).toContain('BLOCK');
  expect(said[0]).toMatch(/^(?:[^\u0000-\u001f\u007f-\u009f]+\r\n)+$/);
  expect(said[0]).not.toMatch(/[─│▌]/);
});

it('says what arrived and nothing again that was said', async () => {
  arrive('left-pad');
  await context.clock.advance(1000);
  expect(said).toHaveLength(2);
  expect(said[1]).toContain('left-pad');
  expect(said[1]).not.toContain('package-3');
});

it('says nothing because time passes', async () => {
  await context.clock.advance(600_000);
  expect(said).toHaveLength(1);
});

it('speaks at most once a second, and then of all that came', async () => {
  for (const id of ['first', 'second', 'third']) {
    arrive(id);
    await context.clock.advance(300);
  }
  expect(said).toHaveLength(1);
  await context.clock.advance(100);
  expect(said).toHaveLength(2);
  expect(said[1]).toMatch(/third[^]*second[^]*first/);
});

it('says the row that the cursor moves to, and not the one that it left', async () => {
  run(context, 'list.down');
  await context.clock.advance(1000);
  const rows = said[1]?.split('\r\n').filter((line) => line.includes('package-'));
  expect(rows).toEqual([expect.stringMatching(/^selected: .*package-1/)]);
});

it('says a dialog when it opens and the pane again when it closes', async () => {
  run(context, 'help.open');
  await context.clock.advance(1000);
  expect(said[1]).toContain('Choose which outcomes to show');
  run(context, 'help.close');
  await context.clock.advance(1000);
  expect(said[2]).toContain('selected: ');
  expect(said[2]).toContain('package-3');
});

it('says everything once more when asked to', async () => {
  screen.sayAgain();
  await context.clock.advance(1000);
  const rows = (text = '') => text.split('\r\n').filter((line) => line.includes('package-'));
  expect(rows(said[1])).toEqual(rows(said[0]));
  expect(rows(said[1]).length).toBeGreaterThan(10);
});
