import { expect, it, onTestFinished } from 'vitest';

import { drawAsLines } from '../../src/cli/console-drawing.ts';
import { ShownDialog } from '../../src/ui/app/shown-dialog.ts';
import { createTheme } from '../../src/ui/theme.ts';
import { createFilledContext } from '../helpers/filled-context.ts';
import { FakeTerminalOutput } from '../helpers/fake-terminal-output.ts';
import { FakeSession } from '../terminal/life/fake-session.ts';

it('says nothing again because a key was pressed while the console started', () => {
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
  expect(output.text).toContain('Overview.');
  writer.redraw();
  expect(output.text.slice(length)).toBe('\r\n');
});
