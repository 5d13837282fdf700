import { beforeEach, expect, it } from 'vitest';

import { openTranscriptAt } from '../../../../src/commands/pager/open.ts';
import { BEFORE_ALL_TIMES } from '../../../../src/lib/format-time.ts';
import { asUntrusted } from '../../../../src/lib/untrusted.ts';
import { noteFailure } from '../../../../src/stores/base/resource-store.ts';
import { createTestContext, type TestContext } from '../../../helpers/command-context.ts';
import { ManualSlices } from '../../../helpers/manual-slices.ts';
import { KEYS, renderConsole } from '../../../helpers/rendered-console.tsx';
import {
  listingOf,
  NOW,
  sampleEvent,
  sampleSession,
  sampleTranscript,
} from '../../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../../helpers/transcripts.ts';

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'sessions' });
  context.stores.sessions.setState({ data: listingOf([sampleSession('s1', 60)]), receivedAt: NOW });
});

function receive(fields: Parameters<typeof openTranscriptOf>[2] = {}, transcript = sampleTranscript()): void {
  const session = sampleSession('s1', 60);
  context.stores.transcript.setState({ data: openTranscriptOf('s1', transcript, { session, ...fields }) });
}

it('tells while it arrives how much is here, how much will be, and how to give it up', async () => {
  const screen = await renderConsole(context, { columns: 120, rows: 30 });
  await screen.press(KEYS.enter);
  expect(screen.text).toContain('Reading the transcript (20 kB)… Esc goes back.');
  receive({ state: 'arriving' });
  await screen.draw();
  expect(screen.text).toMatch(/\d+ B of 20 kB, 5 messages, Esc cancels/);
  expect(screen.text).toContain('Fix the flaky test');
  await screen.press(KEYS.escape);
  expect(screen.text).toContain('1 of 1 sessions');
  expect(context.sync.calls).toContain('close');
});

it.each([
  ['/srv/shop/test.ts', 'at the call that names /srv/shop/test.ts'],
  ['left-pad', 'no call names left-pad: at the time of the event'],
])('says whether it was opened at the call that names what the event is of: %s', async (name, words) => {
  const names = asUntrusted(name);
  openTranscriptAt(context, sampleSession('s1', 60), { time: NOW - 1_195_000, names });
  receive();
  const screen = await renderConsole(context, { columns: 160, rows: 30 });
  expect(screen.text).toContain(words);
  await screen.press('g');
  expect(screen.text).not.toContain(words);
});

it('says how far from the event the nearest message is, and where no message carries a time', async () => {
  const names = asUntrusted('left-pad');
  openTranscriptAt(context, sampleSession('s1', 60), { time: NOW - 9_000_000, names });
  receive();
  const screen = await renderConsole(context, { columns: 160, rows: 30 });
  expect(screen.text).toMatch(/no call names left-pad: 2h after the event/);
  const untimed = sampleTranscript([
    { type: 'user', content: 'Hello' },
    { type: 'assistant', content: 'Yes' },
  ]);
  receive({}, untimed);
  await screen.draw();
  expect(screen.text).toContain('no call names left-pad: no message carries a time');
});

it('places events at no message where none carries a time', async () => {
  context.stores.events.apply([sampleEvent('e1', 70)], { at: NOW, fromHistory: false });
  const screen = await renderConsole(context, { columns: 160, rows: 30 });
  await screen.press(KEYS.enter);
  receive({}, sampleTranscript([{ type: 'user', content: 'Hello' }]));
  await screen.draw();
  expect(screen.text).toContain('1 event so far, at no message: none carries a time');
  await screen.press('e');
  expect(screen.text).toContain('No message of this transcript carries a time');
});

it('says that a match lies in the part of a message that is cut', async () => {
  const content = `first ${'x'.repeat(1_500_000)} needle ${'y'.repeat(1_500_000)}`;
  const screen = await renderConsole(context, { columns: 160, rows: 30 });
  await screen.press(KEYS.enter);
  receive(
    {},
    sampleTranscript([
      { type: 'user', content: 'small needle' },
      { type: 'user', content },
    ]),
  );
  await screen.draw();
  await screen.press('/', ...'needle', KEYS.enter);
  expect(screen.text).toContain('match 1 of 2');
  expect(screen.text).not.toContain('is cut');
  await screen.press('n');
  expect(screen.text).toContain('match 2 of 2');
  expect(screen.text).toContain('it lies in the part of the message that is cut here: x writes all of it');
  await screen.press('/', ...'first', KEYS.enter);
  expect(screen.text).toMatch(/message that is too large\s+#2\s+its beginning, of 3\.0 MB/);
  expect(screen.text).not.toContain('is cut');
});

it('marks events of the machine at the nearest message, and leads to them', async () => {
  const subject = { ecosystem: 'npm', package: 'left-p\u0430d', version: '1.3.0' };
  context.stores.events.apply(
    [
      sampleEvent('e1', 1195, { outcome: 'block', subject }),
      sampleEvent('other', 1195, { client_id: 'client-9' }),
      sampleEvent('later', 10),
    ],
    { at: NOW, fromHistory: false },
  );
  const screen = await renderConsole(context, { columns: 120, rows: 30 });
  await screen.press(KEYS.enter);
  receive();
  await screen.draw();
  await screen.press('e');
  expect(screen.lines.find((line) => line.includes('assistant'))).toMatch(/^▌✖ assistant/);
  expect(screen.text).toContain('event here: ✖ BLOCK left-p\\u{430}d@1.3.0');
  await screen.press('o');
  expect(screen.text).toContain('block  install  left-p\\u{430}d 1.3.0');
});

it('counts no event of another machine, and not all, while the events are still looked through', async () => {
  const slices = new ManualSlices();
  context = createTestContext({ slices });
  context.stores.view.setState({ tab: 'sessions' });
  const sessions = ['client-1', 'client-2'].map((client, index) =>
    sampleSession(`s${index + 1}`, 60, { client_id: client }),
  );
  context.stores.sessions.setState({ data: listingOf(sessions), receivedAt: NOW });
  context.stores.events.setState({ coveredSince: BEFORE_ALL_TIMES, completeThrough: NOW, readThrough: NOW });
  context.stores.events.apply(
    Array.from({ length: 9000 }, (_, index) =>
      sampleEvent(`e${index}`, 1190 + index / 1000, { client_id: index % 3 === 0 ? 'client-1' : 'client-2' }),
    ),
    { at: NOW, fromHistory: false },
  );
  const screen = await renderConsole(context, { columns: 160, rows: 30 });
  const open = async (index: number) => {
    const session = sessions[index];
    if (session !== undefined) {
      openTranscriptAt(context, session, { time: NOW - 1_195_000 });
      context.stores.transcript.setState({
        data: openTranscriptOf(session.id, sampleTranscript(), { session }),
      });
    }
    await screen.draw();
  };
  const settle = async () => {
    for (; slices.isWaiting; await screen.draw()) {
      slices.runAll();
    }
  };
  await open(0);
  await settle();
  expect(screen.text).toMatch(/3,000 events(?! so far)/);
  await open(1);
  const [, count] = /([\d,]+) events so far/.exec(screen.text) ?? [];
  expect(Number(count?.replace(',', ''))).toBeLessThan(6000);
  await settle();
  expect(screen.text).toMatch(/6,000 events(?! so far)/);
});

it('tells of messages that came while it was read', async () => {
  const screen = await renderConsole(context, { columns: 120, rows: 20 });
  await screen.press(KEYS.enter);
  const messages = Array.from({ length: 50 }, (_, index) => ({ type: 'user', content: `Prompt ${index}` }));
  receive({ messagesBefore: 38 }, sampleTranscript(messages));
  await screen.draw();
  expect(screen.text).toContain('12 new messages · G');
  await screen.press('G');
  expect(screen.text).not.toContain('new messages');
  expect(screen.text).toContain('Prompt 49');
});

it.each([
  ['arriving', ' so far'],
  ['broken', ' in what is here'],
  ['whole', ''],
] as const)('says what a search and the outline count of a transcript that is %s', async (state, measure) => {
  const screen = await renderConsole(context, { columns: 160, rows: 30 });
  await screen.press(KEYS.enter);
  receive({ state });
  await screen.draw();
  await screen.press('/', 'n', 'o', 'w', 'h', 'e', 'r', 'e', KEYS.enter);
  expect(screen.text).toMatch(new RegExp(`/nowhere does not occur${measure}( ·|$)`, 'm'));
  await screen.press('/', 't', 'e', 's', 't', KEYS.enter);
  expect(screen.text).toMatch(new RegExp(`/test match 1 of \\d+${measure}( ·|$)`, 'm'));
  await screen.press('O');
  expect(screen.text).toMatch(new RegExp(`Outline: \\d+ entries${measure} (?!so far|in)`));
});

it('shows a letter that is found with the marks that belong to it', async () => {
  const screen = await renderConsole(context, { columns: 120, rows: 20 });
  await screen.press(KEYS.enter);
  receive({}, sampleTranscript([{ type: 'user', content: 'xA\u0302\u0301y' }]));
  await screen.draw();
  await screen.press('/', 'a', KEYS.enter);
  expect(screen.text).toContain('xA\u0302\u0301y');
  expect(screen.dropped).toBe(0);
});

it('does not say that a transcript is empty where the server counts messages', async () => {
  const screen = await renderConsole(context, { columns: 160 });
  await screen.press(KEYS.enter);
  receive({ state: 'broken' }, sampleTranscript([], { message_count: 7 }));
  await screen.draw();
  expect(screen.text).toContain('The server counts 7 messages in the transcript and gave 0.');
  expect(screen.text).not.toContain('has no messages');
});

it('says how far the events of the machine were read', async () => {
  const screen = await renderConsole(context, { columns: 200, rows: 20 });
  await screen.press(KEYS.enter);
  receive();
  await screen.draw();
  expect(screen.text).toContain('0 events so far');
  context.stores.events.setState({ coveredSince: 0, completeThrough: NOW });
  await screen.draw();
  expect(screen.text).toMatch(/0 events$/m);
});

it('shows unknown messages as JSON once they are unfolded, and other dialects of content as text', async () => {
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  await screen.press(KEYS.enter);
  receive(
    {},
    sampleTranscript([
      {
        type: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', name: 'Read', input: 1 },
        ],
      },
      { type: 'telemetry', latency: 12 },
    ]),
  );
  await screen.draw();
  expect(screen.text).toContain('I look.');
  expect(screen.text).toContain('[tool_use] Read  1');
  expect(screen.text).toContain('▸ telemetry  #2  33 B {"latency":12}');
  await screen.press('J', KEYS.enter);
  expect(screen.text).toContain('"latency": 12');
});

it('says that nothing is in an empty transcript', async () => {
  const screen = await renderConsole(context);
  await screen.press(KEYS.enter);
  receive({}, sampleTranscript([]));
  await screen.draw();
  expect(screen.text).toContain('This transcript has no messages.');
});

it.each([
  [
    'whose key lacks a permission',
    { status: 403, message: 'The key is not permitted to do this (403): the permission to read is required' },
    [
      'The key is not permitted to do this (403): the permission to read is required.',
      'A key that may read transcripts has to be set in the profile. Esc goes back.',
    ],
  ],
  [
    'that is gone',
    { status: 404, message: 'The server has no such thing (404)' },
    ['The server has no transcript of this session (404): it was removed', 'r there reads the list again.'],
  ],
])('tells of a session %s, and the panes go on', async (_of, failure, sentences) => {
  const screen = await renderConsole(context, { columns: 200, rows: 20 });
  await screen.press(KEYS.enter);
  noteFailure(context.stores.transcript, { ...failure, at: NOW });
  await screen.draw();
  for (const sentence of sentences) {
    expect(screen.text).toContain(sentence);
  }
  await screen.press(KEYS.escape);
  expect(screen.text).toContain('1 of 1 sessions');
  context.stores.events.apply([sampleEvent('e1', 5)], { at: NOW, fromHistory: false });
  context.stores.events.setState({ receivedAt: NOW });
  await screen.press('2');
  expect(screen.text).toContain('left-pad');
  expect(screen.text).not.toContain(`(${failure.status})`);
});

it('keeps colour for calls that failed and those that an event belongs to, and dims what tools answered', async () => {
  const screen = await renderConsole(context, { columns: 120, rows: 20, colour: true });
  await screen.press(KEYS.enter);
  receive(
    {},
    sampleTranscript([
      { type: 'user', content: 'Go' },
      { type: 'tool_use', tool: 'Bash', path: '/srv', command: 'npm test' },
      { type: 'tool_result', output: 'all good', is_error: false },
      { type: 'tool_result', output: 'no such file', is_error: true },
      { type: 'tool_result', output: 'killed', exit_code: 137 },
    ]),
  );
  await screen.draw();
  const colourOf = (text: string) => {
    const row = screen.raw.split('\n').find((line) => line.includes(text)) ?? '';
    return row
      .slice(0, row.indexOf(text))
      .match(/\u001b\[[\d;]*m/g)
      ?.at(-1);
  };
  const colours = ['npm test', 'all good', 'no such file', 'killed'].map(colourOf);
  expect(colours[2]).toBe(colours[3]);
  expect(new Set(colours.slice(0, 3)).size).toBe(3);
});
