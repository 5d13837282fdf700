import { expect, it, onTestFinished } from 'vitest';

import { drawAsLines, drawOnScreen } from '../../../src/cli/console/console-drawing.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { FakeTerminalOutput } from '../../helpers/fake-terminal-output.ts';
import { GuardedInput } from '../../terminal/input/guarded-input.ts';
import { FakeSession } from '../../terminal/life/fake-session.ts';

function drawLines() {
  const context = createFilledContext();
  const output = new FakeTerminalOutput();
  const { screen, writer } = drawAsLines({
    console: {
      commands: context,
      theme: createTheme({ colour: false, ascii: false, sideBySide: false }),
      shownDialog: new ShownDialog(),
    },
    output,
    clock: context.clock,
    session: new FakeSession().session,
    dropped: { count: 0 },
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
  const drawing = drawOnScreen({
    console: {
      commands: context,
      theme: createTheme({ colour: false, ascii: false }),
      shownDialog: new ShownDialog(),
    },
    output: new FakeTerminalOutput(),
    input: input.guard,
    clock: input.clock,
    session: new FakeSession().session,
    dropped: { count: 0 },
  });
  onTestFinished(() => {
    drawing.screen.stop();
    drawing.writer.stop();
    input.guard.close();
  });
  drawing.writer.start();
  drawing.screen.start();
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
