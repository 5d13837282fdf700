import xterm from '@xterm/headless';
import { expect, it, onTestFinished } from 'vitest';

import { openDialog } from '../../../src/commands/command.ts';
import { goToTab } from '../../../src/commands/shell.ts';
import { agentSchema } from '../../../src/contract/agent.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { receive } from '../../../src/stores/resource-store.ts';
import { createConsoleScreen } from '../../../src/ui/app/console-screen.ts';
import { ShownDialog } from '../../../src/ui/app/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { makeFeed } from '../../bench/terminal/feed.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { listingOf, NOW } from '../../helpers/sample-data.ts';
import { SlowTerminal } from '../../terminal/pace/slow-terminal.ts';

/** Rows enough for every screen. */
const EVENTS = 200;
const REST_FOLLOWS = 'the rest follows';

/** A console that has just started on a slow terminal, of which it knows nothing yet. */
function startOn({
  rate,
  ...size
}: {
  readonly rate: number;
  readonly columns: number;
  readonly rows: number;
}) {
  const terminal = new SlowTerminal(rate, { ...size, step: 50 });
  const { clock } = terminal.input;
  const context = { ...createTestContext(), clock };
  const { stores } = context;
  stores.view.setState(size);
  const screen = createConsoleScreen(
    {
      commands: context,
      theme: createTheme({ colour: true, ascii: false }),
      shownDialog: new ShownDialog(),
    },
    terminal.writer,
    { count: 0 },
  );
  const emulator = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  terminal.redraw = () => screen.paint();
  terminal.onCarried = (bytes) => emulator.write(bytes);
  onTestFinished(() => {
    screen.stop();
    emulator.dispose();
  });
  screen.start();
  const text = async () => {
    await new Promise<void>((resolve) => emulator.write('', resolve));
    const { active } = emulator.buffer;
    return Array.from({ length: size.rows }, (_, row) => active.getLine(row)?.translateToString(true)).join(
      '\n',
    );
  };
  return {
    context,
    terminal,
    text,
    /** Seconds until the terminal shows it, or so long that nobody waits. */
    async secondsTo(isThere: (text: string) => boolean): Promise<number> {
      const since = terminal.now;
      while (!isThere(await text()) && terminal.now - since < 60_000) {
        await terminal.pass(250);
      }
      return (terminal.now - since) / 1000;
    },
    /** What the first requests bring. */
    receiveData(): void {
      const feed = makeFeed(EVENTS, NOW);
      const { body } = feed.page(new URLSearchParams({ limit: String(EVENTS) }), EVENTS);
      const { events } = JSON.parse(body) as { readonly events: readonly unknown[] };
      receive(stores.agents, listingOf(feed.agents.map((agent) => agentSchema.parse(agent))), NOW);
      stores.events.apply(
        events.map((event) => eventSchema.parse(event)),
        { at: NOW, fromHistory: false },
      );
      stores.events.setState({ receivedAt: clock.now(), completeThrough: NOW });
      stores.connection.setState({ state: 'live' });
    },
  };
}

const isWholeTable = (text: string) => /\d+ loaded/.test(text);

it('shows the first screen of 80x24 in 5 seconds over 300 bytes a second, and another tab in 8', async () => {
  const console = startOn({ rate: 300, columns: 80, rows: 24 });
  expect(await console.secondsTo((text) => text.includes('q quit'))).toBeLessThan(5);
  console.receiveData();
  await console.terminal.pass(20_000);
  expect(console.terminal.writer.isBusy).toBe(false);
  goToTab(console.context, 'events');
  expect(await console.secondsTo(isWholeTable)).toBeLessThan(8);
  expect(await console.text()).not.toContain(REST_FOLLOWS);
});

it('shows the top of a large table first, says that the rest follows, and lets a key come between', async () => {
  const console = startOn({ rate: 300, columns: 160, rows: 45 });
  console.receiveData();
  await console.terminal.pass(40_000);
  goToTab(console.context, 'events');
  expect(await console.secondsTo((text) => text.includes(REST_FOLLOWS))).toBeLessThan(8);
  expect(await console.text()).not.toSatisfy(isWholeTable);
  expect(await console.text()).toContain('PACKAGE');
  expect(await console.text()).not.toContain('per 30 s');
  goToTab(console.context, 'policy');
  expect(await console.secondsTo((text) => !text.includes('PACKAGE'))).toBeLessThan(8);
  goToTab(console.context, 'events');
  expect(await console.secondsTo(isWholeTable)).toBeLessThan(40);
  expect(await console.text()).not.toContain(REST_FOLLOWS);
});

it('is not live on a screen that is shown late', async () => {
  const console = startOn({ rate: 300, columns: 160, rows: 45 });
  console.receiveData();
  await console.secondsTo((text) => text.includes('PACKAGE') || /terminal \d+s behind/.test(text));
  expect(await console.text()).toMatch(/terminal \d+s behind/);
});

it('shows a dialog whole, however slow the terminal is', async () => {
  const console = startOn({ rate: 300, columns: 160, rows: 45 });
  console.receiveData();
  await console.terminal.pass(25_000);
  goToTab(console.context, 'events');
  openDialog(console.context, {
    kind: 'confirm',
    title: 'Really?',
    lines: [],
    yesDoes: 'do it',
    confirm: () => undefined,
  });
  const isSeen = (text: string) => text.includes('Really?') || text.includes(REST_FOLLOWS);
  expect(await console.secondsTo(isSeen)).toBeLessThan(60);
  expect(await console.text()).not.toContain(REST_FOLLOWS);
});
