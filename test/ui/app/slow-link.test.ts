import xterm from '@xterm/headless';
import { expect, it, onTestFinished } from 'vitest';

import { openDialog } from '../../../src/commands/base/command.ts';
import { goToTab } from '../../../src/commands/base/tabs.ts';
import { agentSchema } from '../../../src/contract/agent.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { llmCallSchema } from '../../../src/contract/llm-call.ts';
import { policySchema } from '../../../src/contract/policy.ts';
import { sessionSchema } from '../../../src/contract/session.ts';
import { summarySchema } from '../../../src/contract/summary.ts';
import { parseChoices } from '../../../src/server/base/choices.ts';
import { showLlmCall, showPolicy, showSession } from '../../../src/server/routes/present.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { TABS, type Tab } from '../../../src/stores/base/tab.ts';
import { createConsoleScreen } from '../../../src/ui/app/console-screen.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { makeFeed } from '../../bench/terminal/feed.ts';
import { SUMMARY } from '../../fixtures/summary.ts';
import { createTestContext, openDialogOf } from '../../helpers/command-context.ts';
import { listingOf, NOW, sampleCalendar } from '../../helpers/sample-data.ts';
import { SlowTerminal } from '../../terminal/pace/slow-terminal.ts';

/** Rows enough for every screen. */
const EVENTS = 200;
const CHOICES = parseChoices([]);
const REST_FOLLOWS = 'the rest follows';
const RULE = /─{4}/;

/** A console that has just started on a slow terminal, of which it knows nothing yet. */
function startOn({
  rate,
  tab = 'overview',
  ...size
}: {
  readonly rate: number;
  readonly tab?: Tab;
  readonly columns: number;
  readonly rows: number;
}) {
  const terminal = new SlowTerminal(rate, { ...size, step: 100 });
  const { clock } = terminal.input;
  const context = { ...createTestContext(), clock };
  const { stores } = context;
  stores.view.setState({ ...size, tab });
  const shownDialog = new ShownDialog();
  const screen = createConsoleScreen(
    { commands: context, theme: createTheme({ colour: true, ascii: false }), shownDialog },
    terminal.writer,
    { count: 0 },
  );
  const emulator = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  terminal.redraw = () => screen.paint();
  // The emulator loses letters of several bytes that come in pieces.
  const letters = new TextDecoder();
  terminal.onCarried = (bytes) => emulator.write(letters.decode(bytes, { stream: true }));
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
    screen,
    shownDialog,
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
      receive(stores.summary, summarySchema.parse(SUMMARY), NOW);
      receive(stores.agents, listingOf(feed.agents.map((agent) => agentSchema.parse(agent))), NOW);
      stores.events.apply(
        events.map((event) => eventSchema.parse(event)),
        { at: NOW, fromHistory: false },
      );
      this.readFeed();
    },
    /** What the lists of the other tabs bring. */
    receiveLists(): void {
      const organization = createSyntheticOrganization({
        seed: 7,
        agents: 40,
        events: 2000,
        sessions: 60,
        eventsPerSecond: 20,
        policySyncSeconds: 900,
        until: NOW,
      });
      const happenings = [...organization.history()];
      const sessions = happenings
        .flatMap((happened) => happened.sessions)
        .map(({ messages, ...session }, number) =>
          sessionSchema.parse(
            showSession({ ...session, number, message_count: messages.length, size_bytes: 20_480 }),
          ),
        );
      const calls = happenings
        .flatMap(({ llmCalls }) => llmCalls)
        .map((call) => llmCallSchema.parse(showLlmCall(call, CHOICES)));
      receive(stores.sessions, listingOf(sessions.reverse()), NOW);
      receive(stores.calendar, sampleCalendar(), NOW);
      receive(stores.llmCalls, listingOf(calls.reverse().slice(0, EVENTS)), NOW);
      receive(stores.policy, policySchema.parse(showPolicy(organization.policy, CHOICES)), NOW);
    },
    /** The feed is read through now. */
    readFeed(): void {
      stores.events.setState({ receivedAt: clock.now(), completeThrough: clock.now() });
      stores.connection.setState({ state: 'live' });
    },
  };
}

const QUESTION = {
  kind: 'confirm',
  title: 'Really?',
  lines: [],
  yesDoes: 'do it',
  confirm: () => undefined,
} as const;

const isLoaded = (text: string) => /\d+ loaded/.test(text);

/** The line above the rows of each table. */
const HEADINGS = /TIME +OUTCOME|STATUS +HOST|ACTIVE|timestamp +provider|RULE/;

const rowsOfList = (text: string) => text.split('\n').filter((row) => /\dZ {3,}[✖▲·]/.test(row));

/** Figures, outcomes, agents, the newest blocks, where the rest is, and the keys that lead on. */
const isFirstLook = (text: string) =>
  text.includes('clone agents') &&
  /✖ block +.*\d%/.test(text) &&
  /status +\d+ active/.test(text) &&
  text.split(/✖!? +\d\d:\d\d:\d\d/).length === 4 &&
  text.includes(REST_FOLLOWS) &&
  text.includes('q quit');

it.each([
  [80, 24],
  [160, 45],
])(
  'shows a first screen of %dx%d in 5 seconds over 300 bytes a second, and then the rest',
  async (columns, rows) => {
    const console = startOn({ rate: 300, columns, rows });
    await console.terminal.pass(500);
    console.receiveData();
    const isMore = (text: string) => /Ecosystems|Recorded sessions/.test(text);
    expect(await console.secondsTo((text) => isFirstLook(text) || isMore(text))).toBeLessThan(4.5);
    expect(await console.text()).toSatisfy(isFirstLook);
    const rowOf = async (words: RegExp) =>
      (await console.text()).split('\n').findIndex((row) => words.test(row));
    const [newest, agents] = [await rowOf(/Newest blocks/), await rowOf(/─ Agents/)];
    expect(await console.text()).toMatch(/others$/m);
    const isWhole = (text: string) =>
      text.includes('Ecosystems') && text.includes('y copy') && !text.includes(REST_FOLLOWS);
    expect(await console.secondsTo(isWhole)).toBeLessThan(12);
    expect([await rowOf(/Newest blocks/), await rowOf(/─ Agents/)]).toEqual([newest, agents]);
  },
);

it('shows where a table stands before the first answer, and its keys behind that', async () => {
  const console = startOn({ rate: 300, columns: 80, rows: 24, tab: 'events' });
  await console.terminal.pass(1000);
  expect(await console.text()).toMatch(/TIME +OUTCOME/);
  expect(await console.text()).not.toContain('q quit');
  await console.terminal.pass(1500);
  expect(await console.text()).toContain('q quit');
});

it('says before the first answer why nothing is read', async () => {
  const console = startOn({ rate: 1e6, columns: 80, rows: 24 });
  console.terminal.answers = false;
  console.context.stores.connection.setState({ stopped: 'The server takes no such key.' });
  await console.terminal.pass(1200);
  expect(await console.text()).toContain('The server takes no such key.');
});

it('keeps the hints where they are while a frame comes in parts', async () => {
  const console = startOn({ rate: 300, columns: 160, rows: 45, tab: 'events' });
  await console.terminal.pass(3000);
  console.receiveData();
  await console.secondsTo((text) => text.includes(REST_FOLLOWS));
  expect(await console.text()).toContain('q quit');
});

it.each([
  [80, 24],
  [160, 45],
])(
  'sends a terminal of %dx%d the top alone, in 400 bytes, before its first answer',
  async (columns, rows) => {
    const console = startOn({ rate: 300, columns, rows });
    expect(console.terminal.queue).toBeLessThan(400);
    await console.terminal.pass(450);
    expect(await console.text()).toMatch(/connecting.*\n.*Overview.*\n+$/);
    await console.terminal.pass(1500);
    expect(await console.text()).toContain('q quit');
    expect(await console.text()).not.toContain('not read yet');
  },
);

it('waits on a slow link for what is read beside the first data, for two seconds at most', async () => {
  const console = startOn({ rate: 300, columns: 80, rows: 24 });
  await console.terminal.pass(3000);
  console.context.stores.connection.setState({ state: 'live' });
  await console.terminal.pass(1500);
  expect(await console.text()).not.toContain('not read yet');
  await console.terminal.pass(3000);
  expect(await console.text()).toContain('not read yet');
});

it('shows what it has yet to read on a slow link where no data comes in five seconds', async () => {
  const console = startOn({ rate: 300, columns: 80, rows: 24 });
  await console.terminal.pass(4900);
  expect(await console.text()).not.toContain('not read yet');
  await console.terminal.pass(2500);
  expect(await console.text()).toContain('not read yet');
});

it('shows what it has yet to read to a terminal that answers nothing, once that is known', async () => {
  const console = startOn({ rate: 1e6, columns: 80, rows: 24 });
  console.terminal.answers = false;
  await console.terminal.pass(4000);
  expect(await console.text()).not.toContain('not read yet');
  await console.terminal.pass(1500);
  expect(await console.text()).toContain('not read yet');
});

it('sends a terminal that answers nothing its first data after a second', async () => {
  const console = startOn({ rate: 1e6, columns: 80, rows: 24 });
  console.terminal.answers = false;
  await console.terminal.pass(500);
  console.receiveData();
  await console.terminal.pass(700);
  expect(await console.text()).toMatch(/✖ block +.*\d%/);
  await console.terminal.pass(3000);
  expect(await console.text()).toContain('clone agents');
  expect(await console.text()).not.toContain(REST_FOLLOWS);
});

it('draws a question whole on a terminal that has yet to answer', async () => {
  const console = startOn({ rate: 1e6, columns: 80, rows: 24 });
  console.terminal.answers = false;
  openDialog(console.context, QUESTION);
  await console.terminal.pass(1200);
  expect(await console.text()).toContain('Really?');
});

it('never takes back what it has drawn once the link proves to be slow', async () => {
  const console = startOn({ rate: 1200, columns: 80, rows: 24 });
  await console.secondsTo((text) => text.includes('not read yet'));
  await console.terminal.pass(3000);
  expect(await console.text()).toContain('not read yet');
});

const SIZES = [
  [80, 24],
  [160, 45],
] as const;

/** Whether each row of a table, from its headings on, has its first column and more of what it ends up with. */
function isWholeTable(text: string, whole: string): boolean {
  const [rows, ends] = [text.split('\n'), whole.split('\n')];
  const heading = ends.findIndex((row) => HEADINGS.test(row));
  const FIRST = 9;
  return (
    heading > 0 &&
    ends.slice(heading, -2).every((end, index) => {
      const row = rows[heading + index] ?? '';
      return row.slice(0, FIRST) === end.slice(0, FIRST) && (end === '' || row.slice(FIRST).trim() !== '');
    })
  );
}

it.each(SIZES.flatMap(([columns, rows]) => TABS.map((tab) => [tab, columns, rows] as const)))(
  'shows the whole of %s of %dx%d in 8 seconds after its key over 300 bytes a second',
  async (tab, columns, rows) => {
    const console = startOn({ rate: 300, columns, rows, tab: tab === 'overview' ? 'events' : 'overview' });
    console.receiveData();
    console.receiveLists();
    await console.terminal.pass(60_000);
    goToTab(console.context, tab);
    await console.terminal.pass(7900);
    const soon = await console.text();
    await console.terminal.pass(30_000);
    const whole = await console.text();
    expect(whole).not.toContain(REST_FOLLOWS);
    expect(whole).not.toMatch(RULE);
    if (tab === 'overview') {
      expect(soon).toMatch(/Outcomes[^]*─ Agents[^]*Newest blocks[^]*q quit/);
    } else {
      expect(soon).toSatisfy((text: string) => isWholeTable(text, whole));
    }
  },
);

it.each(SIZES)('answers keys at once while a table of %dx%d still comes', async (columns, rows) => {
  const console = startOn({ rate: 300, columns, rows });
  const keys = new KeyDispatcher(console.context, console.shownDialog, console.screen);
  console.receiveData();
  await console.terminal.pass(60_000);
  goToTab(console.context, 'events');
  await console.terminal.pass(3000);
  for (const row of [5, 6, 7]) {
    keys.take(['j']);
    expect(await console.secondsTo((text) => text.split('\n')[row]?.startsWith('▌') === true)).toBeLessThan(
      2,
    );
  }
  expect(await console.text()).toContain(REST_FOLLOWS);
  goToTab(console.context, 'overview');
  expect(await console.secondsTo((text) => text.includes('Outcomes'))).toBeLessThan(2.5);
});

it.each([
  [80, 24],
  [160, 45],
])('lets a key count that comes right behind the first data on %dx%d', async (columns, rows) => {
  const console = startOn({ rate: 300, columns, rows, tab: 'overview' });
  await console.terminal.pass(700);
  console.receiveData();
  await console.terminal.pass(700);
  goToTab(console.context, 'agents');
  expect(await console.secondsTo((text) => text.includes('STATUS'))).toBeLessThan(8);
});

it.each(['overview', 'events'] as const)(
  'brings the first data of %s in parts over 300 bytes a second, between which a key counts',
  async (tab) => {
    const console = startOn({ rate: 300, columns: 80, rows: 24, tab });
    await console.terminal.pass(700);
    console.receiveData();
    let mostWaiting = 0;
    for (let parts = 0; parts < 43; parts++) {
      await console.terminal.pass(100);
      mostWaiting = Math.max(mostWaiting, console.terminal.queue);
    }
    // No more than is seen within five seconds.
    expect(mostWaiting).toBeLessThan(1500);
    goToTab(console.context, 'agents');
    expect(await console.secondsTo((text) => text.includes('STATUS'))).toBeLessThan(8);
  },
);

it('stays as spare as it is on a slow link, however quickly small frames come through', async () => {
  const console = startOn({ rate: 1200, columns: 160, rows: 45 });
  console.receiveData();
  await console.terminal.pass(10_000);
  goToTab(console.context, 'events');
  await console.terminal.pass(5000);
  for (let second = 0; second < 20; second++) {
    await console.terminal.pass(1000);
    expect(await console.text()).not.toContain('per 30 s');
  }
});

it('draws rules and charts once the terminal is known to be quick', async () => {
  const console = startOn({ rate: 1e6, columns: 160, rows: 45 });
  expect(await console.text()).not.toMatch(RULE);
  await console.terminal.pass(200);
  expect(await console.text()).toMatch(RULE);
  console.receiveData();
  goToTab(console.context, 'events');
  await console.terminal.pass(200);
  expect(await console.text()).toContain('per 30 s');
});

it('shows the top of a large table first, says that the rest follows, and lets a key come between', async () => {
  const console = startOn({ rate: 300, columns: 160, rows: 45 });
  console.receiveData();
  await console.terminal.pass(40_000);
  goToTab(console.context, 'events');
  expect(await console.secondsTo((text) => text.includes(REST_FOLLOWS))).toBeLessThan(8);
  expect(await console.text()).not.toSatisfy(isLoaded);
  expect(await console.text()).toContain('PACKAGE');
  expect(await console.text()).not.toContain('per 30 s');
  goToTab(console.context, 'policy');
  expect(await console.secondsTo((text) => !text.includes('PACKAGE'))).toBeLessThan(8);
  goToTab(console.context, 'events');
  expect(await console.secondsTo(isLoaded)).toBeLessThan(40);
  expect(await console.text()).not.toContain(REST_FOLLOWS);
});

it('shows what is typed before the list that it changes, and that once nothing is typed', async () => {
  const console = startOn({ rate: 300, columns: 80, rows: 24, tab: 'events' });
  const keys = new KeyDispatcher(console.context, console.shownDialog, console.screen);
  console.receiveData();
  await console.terminal.pass(40_000);
  keys.take(['/']);
  await console.terminal.pass(10_000);
  const before = await console.text();
  let typed = '';
  for (const letter of 'no-such') {
    keys.take([letter]);
    typed += letter;
    expect(await console.secondsTo((text) => text.includes(`/ ${typed}`))).toBeLessThan(0.9);
    expect(rowsOfList(await console.text())).toEqual(rowsOfList(before));
  }
  expect(await console.secondsTo((text) => rowsOfList(text).length === 0)).toBeLessThan(8);
});

it('is not live on a screen that is shown late', async () => {
  const console = startOn({ rate: 100, columns: 160, rows: 45 });
  console.receiveData();
  await console.secondsTo((text) => text.includes('PACKAGE') || /terminal \d+s behind/.test(text));
  expect(await console.text()).toMatch(/terminal \d+s behind/);
});

it('shows a dialog whole, however slow the terminal is, and does not call it live then', async () => {
  const console = startOn({ rate: 200, columns: 160, rows: 45 });
  console.receiveData();
  await console.terminal.pass(60_000);
  console.readFeed();
  expect(await console.secondsTo((text) => text.includes('● live'))).toBeLessThan(8);
  await console.terminal.pass(5000);
  console.readFeed();
  goToTab(console.context, 'events');
  openDialog(console.context, QUESTION);
  const isSeen = (text: string) => text.includes('Really?') || text.includes(REST_FOLLOWS);
  expect(await console.secondsTo((text) => /terminal \d\ds behind/.test(text))).toBeLessThan(4);
  expect(await console.secondsTo(isSeen)).toBeLessThan(60);
  expect(await console.text()).not.toContain(REST_FOLLOWS);
});

it.each([
  ['that answers', true],
  ['that answers nothing', false],
])('lets a question be answered only once it was seen on a terminal %s', async (_, answers) => {
  const console = startOn({ rate: 300, columns: 80, rows: 24 });
  console.terminal.answers = answers;
  console.receiveData();
  await console.terminal.pass(40_000);
  goToTab(console.context, 'events');
  openDialog(console.context, QUESTION);
  const dialog = openDialogOf(console.context, 'confirm');
  await console.terminal.pass(600);
  expect(await console.text()).not.toContain('Really?');
  expect(console.shownDialog.isAnswerable(dialog)).toBe(!answers);
  await console.terminal.pass(15_000);
  expect(await console.text()).toContain('Really?');
  expect(console.shownDialog.isAnswerable(dialog)).toBe(true);
});
