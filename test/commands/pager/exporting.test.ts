import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { eventually } from '../../helpers/eventually.ts';
import { listingOf, sampleSession, sampleTranscript } from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const SECRET = `ghp_${'A1b2'.repeat(9)}`;

const MESSAGES = [
  { type: 'user', content: 'Fix the test', timestamp: '2026-03-02T08:40:00Z', extra: 9_007 },
  { type: 'tool_use', tool: 'Bash', path: '/srv', command: 'echo ```' },
  { type: 'assistant', content: 'Done.' },
];

let context: TestContext;

function openMessages(messages: readonly Readonly<Record<string, unknown>>[]): void {
  context.stores.transcript.setState({ data: openTranscriptOf('s1', sampleTranscript(messages)) });
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'sessions', pageSize: 20 });
  context.stores.sessions.setState({ data: listingOf([sampleSession('s1', 60)]) });
  run(context, 'sessions.open');
  openMessages(MESSAGES);
});

async function start(id: string): Promise<void> {
  run(context, id);
  await vi.dynamicImportSettled();
}

async function choose(part: string): Promise<void> {
  const dialog = openDialogOf(context, 'choice');
  const choice = dialog.choices.find(({ label }) => label.includes(part));
  expect(dialog.choices.map(({ label }) => label).join('\n')).toContain(part);
  context.stores.view.setState({ dialogs: [] });
  void dialog.choose(choice?.value ?? '');
  await settle();
}

async function writtenAs(part: string, ...further: readonly string[]): Promise<string> {
  await start('pager.export');
  await choose(part);
  for (const next of further) {
    await choose(next);
  }
  const dialog = await eventually(() => openDialogOf(context, 'text'));
  context.stores.view.setState({ dialogs: [] });
  dialog.submit(dialog.initial);
  await settle();
  return [...context.written.values()].at(-1) ?? '';
}

describe('an export', () => {
  it('as JSON holds what the server sent', async () => {
    const written = await writtenAs('3 messages, as JSON');
    expect(JSON.parse(written)).toEqual({ session_id: 'uuid-of-s1', messages: MESSAGES });
  });

  it('as Markdown has a heading for each message, and what tools did as code', async () => {
    const written = await writtenAs('3 messages, as Markdown');
    expect(written).toContain('# Transcript of session uuid-of-s1');
    expect(written).toContain('## user · 2026-03-02 08:40:00Z · #1\n\nFix the test');
    expect(written).toContain('````\nBash  /srv\ncommand: echo ```\n````');
  });

  it('from the marked message on leaves out what is before it', async () => {
    run(context, 'pager.next-message');
    const written = await writtenAs('2 messages from #2 on, as JSON');
    expect(JSON.parse(written)).toMatchObject({ messages: MESSAGES.slice(1) });
  });

  it.each([
    ['JSON', /\n\],"incomplete":"3 messages, the end missing"\}\n$/],
    ['Markdown', /\nIncomplete: 3 messages, the end missing\n$/],
  ])(
    'says in its name, the file and the message that the end never arrived, as %s',
    async (format, ending) => {
      const data = openTranscriptOf('s1', sampleTranscript(MESSAGES), { state: 'broken' });
      context.stores.transcript.setState({ data });
      expect(await writtenAs(`3 messages, the end missing, as ${format}`)).toMatch(ending);
      expect([...context.written.keys()].at(-1)).toContain('vigil-transcript-incomplete-');
      expect(context.stores.view.getState().notice).toMatchObject({
        tone: 'plain',
        text: expect.stringContaining('It is not complete.') as string,
      });
    },
  );

  it('says in its name how many messages the server counts where it gave another number', async () => {
    const transcript = sampleTranscript(MESSAGES, { message_count: 5 });
    context.stores.transcript.setState({ data: openTranscriptOf('s1', transcript, { state: 'broken' }) });
    expect(await writtenAs('3 messages (the server counts 5 in all), as JSON')).toContain(
      '"incomplete":"3 messages (the server counts 5 in all)"',
    );
  });

  it.each([
    ['JSON', /\n\],"notes":\["as of 2026-03-02 09:00:00Z; reading it again failed \(403\)"\]\}\n$/],
    ['Markdown', /\nNote: as of 2026-03-02 09:00:00Z; reading it again failed \(403\)\n$/],
  ])('says at its end of when it is where it could not be read again, as %s', async (format, ending) => {
    context.stores.transcript.setState({
      receivedAt: Date.parse('2026-03-02T09:00:00Z'),
      failure: { message: 'no', at: 0, status: 403 },
    });
    expect(await writtenAs(`3 messages, as ${format}`)).toMatch(ending);
  });

  it('waits for a transcript that is still arriving', async () => {
    const data = openTranscriptOf('s1', sampleTranscript(MESSAGES), { state: 'arriving' });
    context.stores.transcript.setState({ data });
    await start('pager.export');
    expect(context.stores.view.getState().notice?.text).toContain('still arriving');
  });
});

describe('what looks like a secret', () => {
  beforeEach(() => {
    openMessages([
      { type: 'user', content: `Use ${SECRET} for it` },
      { type: 'tool_use', tool: 'Write', input: { password: 'x7Kq92mZpL4w', file: 'a.txt' } },
    ]);
  });

  it.each(['JSON', 'Markdown'])('is told of before it is written as %s, and never shown', async (format) => {
    await start('pager.export');
    await choose(`as ${format}`);
    const { title, initial } = openDialogOf(context, 'choice');
    expect(title).toContain('GitHub token (#1)');
    expect(title).toContain('(#2)');
    expect(title).not.toContain(SECRET);
    expect(initial).toBe('without');
  });

  it.each(['JSON', 'Markdown'])('is left out of %s when that is chosen', async (format) => {
    const written = await writtenAs(`as ${format}`, 'Leave them out');
    expect(written).not.toContain(SECRET);
    expect(written).not.toContain('x7Kq92mZpL4w');
    expect(written).toContain('[GitHub token left out]');
    expect(written).toContain('a.txt');
  });

  it('is written when that is chosen, and nothing is written when that is', async () => {
    expect(await writtenAs('as JSON', 'as it is')).toContain(SECRET);
    const files = context.written.size;
    await start('pager.export');
    await choose('as JSON');
    await choose('Write nothing');
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(context.written.size).toBe(files);
  });

  it('is left out of a copy unless it is chosen as it is', async () => {
    await start('pager.copy');
    await choose('the text of message #1, what looks like secrets left out');
    expect(context.copied).toEqual(['Use [GitHub token left out] for it']);
    await start('pager.copy');
    await choose('the text of message #1, as it is: looks like it holds GitHub token');
    expect(context.copied.at(-1)).toBe(`Use ${SECRET} for it`);
  });
});

it('copies the marked message, and what identifies the session', async () => {
  await start('pager.copy');
  await choose('message #1 as JSON');
  expect(JSON.parse(context.copied[0] ?? '')).toEqual(MESSAGES[0]);
  await start('pager.copy');
  await choose('session id');
  expect(context.copied[1]).toBe('s1');
});

describe('a message that is too large for the screen', () => {
  const LARGE = { type: 'assistant', content: `${'word '.repeat(500_000)}needle` };

  beforeEach(() => openMessages([{ type: 'user', content: 'Tell me' }, LARGE]));

  it('is whole in an export as JSON', async () => {
    const written = await writtenAs('2 messages, as JSON');
    expect((JSON.parse(written) as { messages: unknown }).messages).toEqual([
      { type: 'user', content: 'Tell me' },
      LARGE,
    ]);
  });

  it('is whole in an export as Markdown', async () => {
    const written = await writtenAs('2 messages, as Markdown');
    expect(written).toContain('## assistant');
    expect(written).toContain('word needle');
  });

  it('is searched to its end', () => {
    const { transcript, transcriptSearch } = context.stores;
    const data = transcript.getState().data;
    if (data === undefined) {
      throw new Error('A transcript should be open.');
    }
    const asked = {
      search: 'needle',
      searchKind: 'words',
      searchDirection: 1,
      searchFrom: 0,
      raw: false,
    } as const;
    transcriptSearch.look(data.transcript, asked);
    expect(transcriptSearch.matchesIn(1)).toBe(1);
  });
});

it('shows the marked message as it was sent', () => {
  run(context, 'pager.message-raw');
  const { title, text } = openDialogOf(context, 'plain');
  expect(title).toBe('Message #1 as JSON');
  expect(JSON.parse(text)).toEqual(MESSAGES[0]);
});
