import { beforeAll, beforeEach, expect, it } from 'vitest';

import { loadLateParts } from '../../../../src/lib/late-part.ts';
import { openDialog } from '../../../../src/commands/command.ts';
import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { speakConsole, type SpokenConsole } from '../../../helpers/spoken-console.ts';

let context: TestContext;
let spoken: SpokenConsole;

beforeAll(loadLateParts);

beforeEach(async () => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events', columns: 100, rows: 24 });
  spoken = await speakConsole(context);
});

it('says of a range first the end that the keys move, and which one that is', async () => {
  await spoken.hear(() => run(context, 'events.choose-range'));
  expect(await spoken.press('left')).toEqual([expect.stringMatching(/^from .*, until .* events/)]);
  expect(await spoken.press('tab')).toEqual([expect.stringMatching(/^until .*, from .* events/)]);
});

it('says of a calendar first the day that the keys go to and what it holds', async () => {
  context.stores.view.setState({ tab: 'sessions' });
  await spoken.hear(() => run(context, 'sessions.choose-day'));
  expect(await spoken.press('left')).toEqual(['Monday 2026-02-23, not counted by the server']);
});

it('says the help by topics, each under 25 lines, and what one comes back to', async () => {
  const most = await spoken.press('?');
  expect(most.slice(0, 2)).toEqual(['Help, / searches', 'The most needed keys']);
  expect(most.length).toBeLessThan(25);
  expect(await spoken.press('enter')).toEqual([
    'Help on what?',
    expect.stringMatching(/^\d to choose from; first: The most needed keys$/),
  ]);
  await spoken.hear(() => undefined, 1000);
  const [topic] = await spoken.press('j');
  expect(topic).toBe('Events');
  const keys = await spoken.press('enter');
  expect(keys.slice(0, 2)).toEqual(['Help, / searches', 'Events']);
  expect(keys.length).toBeLessThan(25);
  expect(keys.join('\n')).toContain('Choose which outcomes to show');
  expect(keys.join('\n')).not.toContain('Agents');
  expect(await spoken.press('escape')).toEqual([expect.stringMatching(/^allow, package-0, /)]);
});

it('says what was deleted of a number, and what is left of it', async () => {
  const open = (text: string) =>
    openDialog(context, {
      kind: 'text',
      title: 'Least score',
      lines: [],
      label: 'score',
      initial: text,
      enterDoes: 'takes it',
      dangerous: false,
      findProblem: () => undefined,
      submit: () => undefined,
      step: (value, direction) => String(Number(value) + direction),
    });
  await spoken.hear(() => open('42'));
  expect(await spoken.press('backspace')).toEqual(['2 deleted: 4']);
  expect(await spoken.press('backspace')).toEqual(['4 deleted']);
  expect(await spoken.press('7')).toEqual(['7']);
  expect(await spoken.press('up')).toEqual(['8']);
});
