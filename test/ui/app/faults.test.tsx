import { describe, expect, it, vi } from 'vitest';

import { openDialog, type Command } from '../../../src/commands/base/command.ts';
import { runCommand } from '../../../src/commands/base/run-command.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import { reportFaults } from '../../../src/commands/app/report-faults.ts';
import { LazyImportError } from '../../../src/lib/lazy-import.ts';
import type { ConfirmDialog, Dialog } from '../../../src/stores/view/dialog-states.ts';
import type { RejectedCells } from '../../../src/terminal/screen/rejected-cells.ts';
import { createScreenReader } from '../../../src/ui/app/speech/screen-reader.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { typeOnConsole } from '../../helpers/typed-console.tsx';

const FILE = '/state/vigil/crash-now.txt';

/** Something that has no place in what is drawn: whoever asks for anything of it gets an exception. */
function poison<Poisoned>(): Poisoned {
  return new Proxy(Object.create(null) as object, {
    get() {
      throw new TypeError('poisoned');
    },
  }) as Poisoned;
}

type Question = Pick<ConfirmDialog, 'title' | 'lines'>;

function commandThat(run: Command['run']): Command {
  return { id: 'test.fails', title: 'Fail', scope: 'global', run };
}

/** A console in which something fails, and that tells of it as the program does. */
function failing(context: TestContext): TestContext {
  reportFaults(context, () => FILE);
  return context;
}

describe('a command', () => {
  it('that throws is told in a sentence that names the file with the stack', async () => {
    const context = failing(createTestContext());
    void runCommand(
      context,
      commandThat(() => {
        throw new TypeError('it is broken');
      }),
    );
    await context.clock.advance(0);
    expect(context.stores.view.getState().notice?.text).toBe(
      `A fault in vigil while doing "Fail": it is broken. vigil goes on. Please report it with ${FILE}`,
    );
    expect(context.stores.faults.all).toMatchObject([{ count: 1, error: { message: 'it is broken' } }]);
  });

  it('whose promise is rejected is told, too', async () => {
    const context = failing(createTestContext());
    void runCommand(
      context,
      commandThat(() => Promise.reject(new RangeError('later'))),
    );
    await context.clock.advance(0);
    expect(context.stores.view.getState().notice?.text).toContain('later');
  });

  it('that cannot say whether it can be run does not end the palette', async () => {
    const context = failing(createFilledContext());
    const command = commandById('agents.change-status');
    vi.spyOn(command, 'disabledReason').mockImplementation(() => {
      throw new TypeError('cannot tell');
    });
    const console = await renderConsole(context, { fails: true, columns: 160 });
    await console.press('3', ':', ...'suspend');
    expect(console.text).toContain('It is unknown whether');
    vi.restoreAllMocks();
    await console.press(KEYS.escape);
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });

  it('whose part of the program cannot be loaded says what to do', async () => {
    const context = failing(createTestContext());
    void runCommand(
      context,
      commandThat(() => Promise.reject(new LazyImportError(new Error('ENOENT: chunk-ABC.js')))),
    );
    await context.clock.advance(0);
    expect(context.stores.view.getState().notice?.text).toBe(
      'This part of vigil cannot be loaded: its files were replaced or removed. Quit vigil and start it again.',
    );
  });

  it('that fails again and again is told and listened to once, and counted', async () => {
    const context = failing(createTestContext());
    const heard: number[] = [];
    context.stores.faults.onFault(({ count }) => heard.push(count));
    for (let time = 1; time <= 250; time++) {
      void runCommand(
        context,
        commandThat(() => {
          throw new TypeError(`broken for the ${time}th time`);
        }),
      );
    }
    await context.clock.advance(0);
    expect(context.stores.faults.all).toMatchObject([{ count: 250 }]);
    expect(heard).toEqual([1, 10, 100]);
    expect(context.stores.view.getState().messages).toHaveLength(1);
  });
});

describe('what cannot be drawn', () => {
  it('of one record is one row that says so; the others are there', async () => {
    const context = failing(createFilledContext());
    const { data } = context.stores.agents.getState();
    const [first] = data?.rows ?? [];
    Object.defineProperty(first, 'arch', {
      get() {
        throw new TypeError('no system');
      },
    });
    const console = await renderConsole(context, { fails: true, columns: 160 });
    await console.press('3');
    await console.draw();
    expect(console.text.match(/This row cannot be shown: a fault in vigil/g)).toHaveLength(1);
    expect(console.text).toContain('build-01');
    await console.press('2');
    expect(console.text).toContain('Events');
  });

  it('of a pane says so in its place; other panes are there', async () => {
    const context = failing(createFilledContext());
    vi.spyOn(context.stores.policy, 'getState').mockImplementation(() => {
      throw new TypeError('no policy');
    });
    const console = await renderConsole(context, { fails: true });
    await console.press('6');
    await console.draw();
    expect(console.text).toContain('This pane cannot be shown: this is a fault in vigil.');
    expect(console.text).toContain('no policy');
    await console.press('3');
    expect(console.text).not.toContain('cannot be shown');
    expect(context.stores.faults.all.length).toBeGreaterThan(0);
  });

  it('of the status row leaves the rest', async () => {
    const context = failing(createFilledContext());
    const console = await renderConsole(context, { fails: true });
    context.stores.connection.setState({ requests: poison(), budget: poison() });
    await console.draw();
    await console.press('3');
    expect(console.lines[0]).toContain('The status cannot be shown');
    expect(console.lines[1]).toContain('Agents');
  });

  it.each<[kind: string, dialog: Omit<Dialog, 'number'>]>([
    [
      'lines',
      { kind: 'confirm', title: 'Sure?', lines: poison(), yesDoes: 'does it', confirm() {} } as never,
    ],
    [
      'Ink draws',
      {
        kind: 'text',
        title: 'Text',
        lines: poison(),
        label: 'x',
        initial: '',
        enterDoes: 'does it',
        findProblem: () => undefined,
        submit() {},
        dangerous: false,
      } as never,
    ],
    [
      'a menu',
      { kind: 'choice', title: 'Menu', choices: [poison()], initial: undefined, choose() {} } as never,
    ],
  ])('of a dialog that %s says so, and Esc leaves it', async (_how, dialog) => {
    const context = failing(createFilledContext());
    const console = await renderConsole(context, { fails: true });
    await console.press('3');
    openDialog(context, dialog as never);
    await console.draw();
    await console.draw();
    expect(console.text).toContain('This dialog cannot be shown');
    await context.clock.advance(1000);
    await console.press(KEYS.escape);
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(console.text).not.toContain('This dialog cannot be shown');
    await console.press('2');
    expect(context.stores.view.getState().tab).toBe('events');
  });

  it.each([
    ['throws', (): Question => poison<Question>()],
    ['holds a line that cannot be drawn', (): Question => ({ title: 'Sure?', lines: [poison()] })],
  ])('of a question that %s is answered by no y, until it is shown', async (_how, broken) => {
    const context = failing(createFilledContext());
    let isBroken = false;
    let answers = 0;
    const console = await renderConsole(context, { fails: true });
    openDialog(context, {
      kind: 'confirm',
      title: 'Sure?',
      lines: [],
      askedNow: () => (isBroken ? broken() : { title: 'Sure?', lines: [] }),
      yesDoes: 'does it',
      confirm: () => void answers++,
    });
    await console.draw();
    // It was shown before, and long enough to be answered.
    await context.clock.advance(1000);
    isBroken = true;
    await console.draw();
    expect(console.text).toContain('cannot be shown');
    await context.clock.advance(5000);
    await console.press('y');
    expect(answers).toBe(0);
    await console.draw();
    expect(console.text).toContain('nobody can see what is asked');
    await context.clock.advance(1500);
    isBroken = false;
    await console.draw();
    await console.press('y');
    expect(answers).toBe(0);
    await context.clock.advance(1500);
    await console.press('y');
    expect(answers).toBe(1);
  });

  it('is told once to who has it read aloud, and what comes after is told as well', async () => {
    const context = failing(createFilledContext());
    const said: string[] = [];
    const dropped: RejectedCells = { count: 0 };
    const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
    const screen = createScreenReader(
      { commands: context, theme, shownDialog: new ShownDialog() },
      (text) => said.push(text),
      dropped,
    );
    context.stores.view.setState({ columns: 80, rows: 24 });
    screen.start();
    vi.spyOn(context.stores.policy, 'getState').mockImplementation(() => {
      throw new TypeError('no policy');
    });
    context.stores.view.setState({ tab: 'policy' });
    await context.clock.advance(5000);
    expect(said.join('')).toContain('cannot be shown');
    vi.restoreAllMocks();
    const before = said.length;
    context.stores.view.setState({ tab: 'agents' });
    await context.clock.advance(5000);
    expect(said.slice(before).join('')).toContain('12 rows; first: build-00');
    screen.stop();
  });
});

it('a key that makes a field throw does not keep the next keys from being taken', async () => {
  const context = failing(createTestContext());
  const console = await typeOnConsole(context, { fails: true });
  openDialog(context, {
    kind: 'text',
    title: 'Text',
    lines: [],
    label: 'x',
    initial: '',
    enterDoes: 'does it',
    findProblem: () => undefined,
    submit() {
      throw new TypeError('cannot be submitted');
    },
    dangerous: false,
  });
  await context.clock.advance(1000);
  await console.send('a', '\r');
  expect(context.stores.faults.all).toMatchObject([{ error: { message: 'cannot be submitted' } }]);
  await console.send('3');
  expect(context.stores.view.getState().tab).toBe('agents');
});
