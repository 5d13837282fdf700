import { expect, it, onTestFinished } from 'vitest';

import { drawAsLines, drawOnScreen } from '../../../src/cli/console/console-drawing.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import type { Console } from '../../../src/ui/dialogs/base/console-context.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { FakeTerminalOutput } from '../../helpers/fake-terminal-output.ts';
import { GuardedInput } from '../../terminal/input/guarded-input.ts';
import { FakeSession } from '../../terminal/life/fake-session.ts';

function drawLines() {
  const context = createFilledContext();
  const output = new FakeTerminalOutput();
  const drawing = drawAsLines({
    output,
    clock: context.clock,
    session: new FakeSession().session,
    dropped: { count: 0 },
  });
  const { writer } = drawing;
  const screen = drawing.show({
    commands: context,
    theme: createTheme({ colour: false, ascii: false, sideBySide: false }),
    shownDialog: new ShownDialog(),
  });
  onTestFinished(() => screen.stop());
  writer.start();
  screen.start();
  const { length } = output.text;
  return { context, writer, added: () => output.text.slice(length), said: output.text };
}

it('says nothing again because a key was pressed while the console started', () => {
  const { writer, added, said } = drawLines();
  expect(said).toContain('Overview.');
  writer.redraw();
  expect(added()).toBe('\r\n');
});

it('says where one is to whoever comes back from the shell', () => {
  const { context, writer, added } = drawLines();
  writer.stop();
  context.stores.view.setState({ tab: 'agents' });
  writer.start();
  expect(added()).toMatch(/^vigil: acme, .*\r\nAgents\.\r\n12 rows; first: build-00, /);
  expect(added()).toMatch(/\? for help\.\r\n$/);
});

it.each([
  ['has answered', true, 0],
  ['does not answer at once', false, 30],
])('goes on with the start once the terminal %s', async (_what, answers, after) => {
  const input = new GuardedInput();
  const context = { ...createFilledContext(), clock: input.clock };
  const theme = createTheme({ colour: false, ascii: false });
  const drawing = drawOnScreen({
    theme,
    output: new FakeTerminalOutput(),
    input: input.guard,
    clock: input.clock,
    session: new FakeSession().session,
    dropped: { count: 0 },
  });
  const screen = drawing.show({ commands: context, theme, shownDialog: new ShownDialog() });
  onTestFinished(() => {
    screen.stop();
    drawing.writer.stop();
    input.guard.close();
  });
  drawing.writer.start();
  screen.start();
  drawing.keepPace();
  let isHeard = false;
  void drawing.heard().then(() => (isHeard = true));
  await input.send('j');
  expect(isHeard).toBe(false);
  if (answers) {
    await input.send('\u001b[0n');
  }
  await input.clock.advance(after);
  expect(isHeard).toBe(true);
});

it('draws another console in the place of the first, of which nothing is drawn any more', async () => {
  const input = new GuardedInput();
  const output = new FakeTerminalOutput();
  const theme = createTheme({ colour: false, ascii: false });
  const drawing = drawOnScreen({
    theme,
    output,
    input: input.guard,
    clock: input.clock,
    session: new FakeSession().session,
    dropped: { count: 0 },
  });
  const consoleCalled = (title: string): Console => {
    const context = { ...createFilledContext(), clock: input.clock };
    context.stores.view.setState({ title });
    return { commands: context, theme, shownDialog: new ShownDialog() };
  };
  const first = consoleCalled('one');
  const second = consoleCalled('two');
  drawing.writer.start();
  drawing.show(first).start();
  expect(output.text).toContain('one');
  const { length } = output.text;
  const screen = drawing.show(second);
  onTestFinished(() => {
    screen.stop();
    drawing.writer.stop();
    input.guard.close();
  });
  screen.start();
  first.commands.stores.view.setState({ title: 'shown no more', tab: 'agents' });
  await input.clock.advance(5000);
  const added = output.text.slice(length);
  expect(added).toContain('two');
  expect(added).not.toContain('shown no more');
});
