import { beforeEach, expect, it } from 'vitest';

import { notify, openDialog } from '../../../../src/commands/base/command.ts';
import { commandById } from '../../../../src/commands/app/registry.ts';
import { openTranscriptAt } from '../../../../src/commands/pager/open.ts';
import { agentSchema } from '../../../../src/contract/agent.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { createScreenReader, type ScreenReader } from '../../../../src/ui/app/speech/screen-reader.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { DIALOG_GRACE } from '../../../../src/stores/view/dialog-states.ts';
import { ShownDialog } from '../../../../src/ui/dialogs/base/shown-dialog.ts';
import { ManualSlices } from '../../../helpers/manual-slices.ts';
import { openDialogOf, run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { listingOf, NOW, sampleEvent, samplePolicy, secondsAgo } from '../../../helpers/sample-data.ts';
import { openTranscriptOf, transcriptOf } from '../../../helpers/transcripts.ts';

let context: TestContext;
let said: string[];
let screen: ScreenReader;

function listenTo(to: TestContext) {
  context = to;
  context.stores.view.setState({ tab: 'events', columns: 160, rows: 20 });
  said = [];
  const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
  const console = { commands: context, theme, shownDialog: new ShownDialog() };
  screen = createScreenReader(console, (text) => said.push(text), { count: 0 });
  screen.start();
}

beforeEach(() => listenTo(createFilledContext()));

function arrive(id: string): void {
  const subject = { package: id, ecosystem: 'npm' };
  context.stores.events.apply([sampleEvent(id, -1, { outcome: 'block', subject })], {
    at: NOW,
    fromHistory: false,
  });
}

it('shows a dialog from when it was said whole, and not before', async () => {
  const shown = new ShownDialog();
  const waiting: (() => void)[] = [];
  const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
  const slow = createScreenReader(
    { commands: context, theme, shownDialog: shown },
    (_text, { onSaid }) => waiting.push(onSaid ?? (() => undefined)),
    { count: 0 },
  );
  slow.start();
  context.stores.view.setState({ tab: 'policy' });
  context.stores.policyDraft.replace(samplePolicy(), { min_scorecard: 6 });
  run(context, 'policy.review');
  const dialog = openDialogOf(context, 'policy-review');
  await context.clock.advance(3000);
  expect(shown.isAnswerable(dialog)).toBe(false);
  waiting.splice(0).forEach((onSaid) => onSaid());
  await context.clock.advance(DIALOG_GRACE - 1);
  expect(shown.isAnswerable(dialog)).toBe(false);
  await context.clock.advance(1);
  expect(shown.isAnswerable(dialog)).toBe(true);
  slow.stop();
});

it('says at first where one is, how much there is and the first row, in under 60 words and plain lines', () => {
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^vigil: acme, changes are allowed\.\r\nEvents\.\r\n60 rows; first: allow, package-0, /,
  );
  expect(said[0]?.split(/\s+/).length).toBeLessThan(60);
  expect(said[0]).toMatch(/^(?:[^\u0000-\u001f\u007f-\u009f]+\r\n)+$/);
  expect(said[0]).not.toMatch(/[─│▌]/);
});

it('says names whole, however wide their column is on a screen', async () => {
  context.stores.view.setState({ columns: 60 });
  const name = 'github.com/organization/a-rather-long-name-of-a-module/redis/v9';
  arrive(name);
  await context.clock.advance(1000);
  expect(said.at(-1)?.replaceAll('\r\n', '')).toContain(name);
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

it('says what arrives at most once a second, and then all that came', async () => {
  for (const id of ['first', 'second', 'third']) {
    arrive(id);
    await context.clock.advance(300);
  }
  expect(said).toHaveLength(1);
  await context.clock.advance(100);
  expect(said).toHaveLength(2);
  expect(said[1]).toMatch(/first[^]*second[^]*third/);
});

it('says how many harmless events came every ten seconds at most', async () => {
  const { stores, clock } = context;
  for (let second = 0; second < 25; second++) {
    stores.events.apply([sampleEvent(`calm-${second}`, -1)], { at: clock.now(), fromHistory: false });
    stores.events.setState({ receivedAt: clock.now() });
    await clock.advance(1000);
  }
  expect(said.slice(1)).toEqual(['11 others came.\r\n', '10 others came.\r\n']);
});

/** What is said at once, line by line: before any time has passed. */
async function atOnce(act: () => void): Promise<readonly string[]> {
  const before = said.length;
  act();
  await Promise.resolve().then(() => Promise.resolve());
  return said
    .slice(before)
    .flatMap((text) => text.split('\r\n'))
    .filter((line) => line !== '');
}

it('says at once the row that the cursor moves to, the most important first, and not the one that it left', async () => {
  run(context, 'list.down');
  await context.clock.advance(0);
  expect(await atOnce(() => run(context, 'list.down'))).toEqual([
    'REVIEW, package-2, 1.0.2, build-02, 08:59:46Z',
  ]);
});

it('says at once what a key has switched, and how much a list holds then', async () => {
  expect(await atOnce(() => run(context, 'events.follow'))).toEqual([]);
  expect(await atOnce(() => run(context, 'list.down'))).toContain('Following: off.');
  expect(await atOnce(() => run(context, 'events.follow'))).toContain('Following: on.');
  expect(await atOnce(() => run(context, 'events.toggle-folding'))).toEqual([
    'Unfolded: each event is a row.',
    expect.stringMatching(/^60 rows; first: allow, package-0, /),
  ]);
  expect(await atOnce(() => run(context, 'events.toggle-folding'))).toContain('Folded: repeats are one row.');
  expect(await atOnce(() => run(context, 'events.toggle-allow'))).toEqual([
    'Only block and review.',
    expect.stringMatching(/^24 rows; first: BLOCK unacknowledged, package-1, /),
  ]);
});

it('says a key at once although news were said just before', async () => {
  arrive('left-pad');
  await context.clock.advance(1000);
  arrive('right-pad');
  const lines = await atOnce(() => run(context, 'tab.agents'));
  expect(lines).toEqual(['Agents.', expect.stringMatching(/^12 rows; first: build-00, active, /)]);
  await context.clock.advance(1000);
  expect(said.at(-1)).toContain('BLOCK right-pad on ');
});

it('says of a key that does nothing that it does', async () => {
  run(context, 'list.last');
  await context.clock.advance(1000);
  expect(await atOnce(() => screen.noteKey('j', commandById('list.down')))).toEqual(['Nothing further.']);
  expect(await atOnce(() => screen.noteKey('X', undefined))).toEqual(['X does nothing here.']);
});

it('says a dialog alone when it opens, and the row one is on when it closes', async () => {
  const opened = await atOnce(() => run(context, 'help.open'));
  expect(opened.join('\n')).toContain('Choose which outcomes to show');
  expect(opened.join('\n')).not.toContain('package-3');
  expect(await atOnce(() => run(context, 'help.close'))).toEqual([
    expect.stringMatching(/^allow, package-0, /),
  ]);
});

it('says on request everything, the row whole, where one is, and what was said last', async () => {
  const rows = await atOnce(() => screen.sayAll());
  expect(rows.filter((line) => line.includes('package-')).length).toBeGreaterThan(10);
  expect(rows).toContainEqual(expect.stringMatching(/^selected: .*package-0 /));
  const detail = await atOnce(() => screen.sayDetail());
  expect(detail).toContainEqual(expect.stringMatching(/^ecosystem +npm$/));
  expect(await atOnce(() => screen.sayAgain())).toEqual(detail);
  const status = (await atOnce(() => screen.sayStatus())).join('\n');
  expect(status).toMatch(/acme[^]*Events\.[^]*60 shown[^]*fresh/);
});

/** What is said of one thing that is done, line by line. */
async function heard(act: () => void): Promise<readonly string[]> {
  const before = said.length;
  act();
  await context.clock.advance(1000);
  return said
    .slice(before)
    .flatMap((text) => text.split('\r\n'))
    .filter((line) => line !== '');
}

it('says how much a list holds once very much was looked at for its filter', async () => {
  const slices = new ManualSlices();
  const events = Array.from({ length: 3000 }, (_, index) =>
    sampleEvent(`e${index}`, index, { outcome: index % 2 === 0 ? 'block' : 'allow' }),
  );
  listenTo(createFilledContext({ slices }));
  context.stores.events.apply(events, { at: NOW, fromHistory: true });
  updatePane(context.stores.view, 'events', { folded: false });
  slices.runAll();
  await context.clock.advance(1000);
  await heard(() => updatePane(context.stores.view, 'events', { outcomes: ['block'] }));
  const lines = await heard(() => slices.runAll());
  expect(lines).toEqual([expect.stringMatching(/^1,5\d\d rows$/)]);
});

it('says of a list that scrolls only the row under the cursor', async () => {
  const lines = await heard(() => run(context, 'list.last'));
  expect(lines.filter((line) => line.includes('package-'))).toEqual([
    expect.stringMatching(/^quarantine, package-59, /),
  ]);
});

it('says that a row is marked', async () => {
  const lines = await heard(() => run(context, 'marks.toggle'));
  expect(lines).toEqual(['Following: off.', '1 marked', expect.stringMatching(/package-1, /)]);
  expect(await heard(() => run(context, 'list.up'))).toEqual([
    expect.stringMatching(/^marked: .*package-0, /),
  ]);
});

it('says a detail once it opens and not with each row, and which part the keys move', async () => {
  const opened = await heard(() => run(context, 'detail.toggle'));
  expect(opened).toEqual([
    'Following: off.',
    'Detail: on.',
    expect.stringMatching(/^package +package-0$/),
    'Ctrl-G reads all of it.',
  ]);
  const whole = await heard(() => screen.sayDetail());
  expect(whole).toContainEqual(expect.stringMatching(/^ecosystem +npm$/));
  expect(await heard(() => run(context, 'list.down'))).toEqual([expect.stringMatching(/package-1, /)]);
  expect(await heard(() => run(context, 'focus.switch'))).toEqual(['The keys move the detail.']);
  expect(await heard(() => run(context, 'detail.toggle'))).toEqual([
    'Detail: off.',
    'The keys move the list.',
  ]);
});

it('says no row again because its times move on, or are told otherwise', async () => {
  context.stores.view.setState({ tab: 'agents' });
  await context.clock.advance(1000);
  const agents = context.stores.agents.getState().data?.rows ?? [];
  const seen = agents.map((agent) => agentSchema.parse({ ...agent, last_seen_at: secondsAgo(0) }));
  expect(await heard(() => receive(context.stores.agents, listingOf(seen), NOW))).toEqual([]);
  const lines = await heard(() => run(context, 'times.cycle'));
  expect(lines.filter((line) => line.includes('build-'))).toHaveLength(1);
});

it('says the status row when it tells something else, and not for a clock or the budget', async () => {
  const { connection } = context.stores;
  const budget = { limit: 60, remaining: 3, resetsAt: NOW + 18_000 };
  expect(await heard(() => connection.setState({ budget }))).toEqual([]);
  const failing = await heard(() => connection.setState({ state: 'unreachable' }));
  expect(failing).toEqual([expect.stringContaining('no answer')]);
});

it('says the part of the overview that the cursor comes into', async () => {
  context.stores.view.setState({ tab: 'overview' });
  await context.clock.advance(1000);
  const lines = await heard(() => run(context, 'overview.next-block'));
  expect(lines).toEqual([expect.stringMatching(/^Outcomes/), expect.stringMatching(/^block +40/)]);
});

it('says each new line of a transcript, those that look like others too', async () => {
  const [session] = context.stores.sessions.getState().data?.rows ?? [];
  if (session === undefined) {
    throw new Error('There is no session.');
  }
  const transcript = transcriptOf({
    session_id: session.id,
    message_count: 30,
    messages: Array.from({ length: 30 }, () => ({ type: 'user', content: 'again\n}' })),
  });
  receive(context.stores.transcript, openTranscriptOf(session.id, transcript, { session }), NOW);
  run(context, 'tab.sessions');
  const opened = await heard(() => openTranscriptAt(context, session));
  expect(opened.slice(1)).toEqual([expect.stringMatching(/^user .*#1$/), 'again', '}']);
  expect(await heard(() => run(context, 'pager.next-message'))).toEqual([
    expect.stringMatching(/^user .*#2$/),
    'again',
    '}',
  ]);
  const lines = await heard(() => {
    screen.noteKey('space', commandById('pager.page-down'));
    run(context, 'pager.page-down');
  });
  expect(lines.filter((line) => line === 'again').length).toBeGreaterThan(2);
  expect(lines).not.toContainEqual(expect.stringMatching(/#1$/));
});

it('says of a calendar the day under the cursor, and draws nothing', async () => {
  run(context, 'tab.sessions');
  const opened = await heard(() => run(context, 'sessions.choose-day'));
  expect(opened.join('\n')).not.toMatch(/^Mon /m);
  const moved = await heard(() => run(context, 'calendar.left'));
  expect(moved).toEqual([expect.stringMatching(/day \d{4}-\d\d-\d\d/)]);
});

it('says a dialog under another one again only where it has changed', async () => {
  await heard(() => run(context, 'help.open'));
  await heard(() => openDialog(context, { kind: 'plain', title: 'over it', text: 'plain words', top: 0 }));
  const back = await heard(() => run(context, 'plain.close'));
  expect(back).toEqual([expect.stringMatching(/^Help/)]);
});

it('says what became of a change whole, broken between words', async () => {
  screen.resize({ columns: 80, rows: 24 });
  const verdict = `Confirmed: ${'the agents take it up at their next sync '.repeat(6)}and that is all.`;
  notify(context, verdict, 'good');
  await context.clock.advance(1000);
  const lines = said.at(-1)?.split('\r\n') ?? [];
  expect(lines.join(' ')).toContain(verdict);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
