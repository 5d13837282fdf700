import { beforeEach, describe, expect, it } from 'vitest';

import { columnsOf } from '../../../../src/lib/cell-text.ts';
import type { Sought } from '../../../../src/lib/text-finder.ts';
import { prose } from '../../../../src/lib/untrusted.ts';
import type { SessionSearch } from '../../../../src/stores/search/session-search.ts';
import type { SessionsView } from '../../../../src/stores/sessions/sessions-view.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../../helpers/rendered-console.tsx';
import { NOW } from '../../../helpers/sample-data.ts';
import { sampleSearch } from '../../../helpers/sample-search.ts';
import { openTranscriptOf, transcriptOf } from '../../../helpers/transcripts.ts';

let context: TestContext;

const WORDS: Sought = { kind: 'words', words: 'rm -rf' };
const SECRET = `ghp_${'a1B2'.repeat(10)}`;

const sessions = () => context.stores.sessions.getState().data?.rows ?? [];
const view = () => context.stores.view.getState();

function store(sought: Sought = WORDS, text = 'then rm -rf / was run', fields: Partial<SessionSearch> = {}) {
  context.stores.sessionSearch.setState({
    search: sampleSearch(sessions(), ({ id }) => `before\n${text} by ${id}`, sought, fields),
  });
}

async function open(columns = 80, rows = 24): Promise<RenderedConsole> {
  const screen = await renderConsole(context, { columns, rows });
  run(context, 'sessions.search-results');
  await screen.draw();
  // What has only just opened takes no Enter.
  await context.clock.advance(500);
  return screen;
}

beforeEach(() => {
  context = createFilledContext();
});

it('names the kind of a secret whole where there is room', async () => {
  store({ kind: 'secrets' }, 'the secret is Authorization: Bearer abcdef0123456789abcdef0123456789');
  const screen = await open(160, 45);
  expect(screen.text).toMatch(/what follows a word such as password +/);
});

describe.each([
  [160, 45],
  [80, 24],
  [60, 15],
])('the hits of a search on %d columns', (columns, rows) => {
  it('stand in a row each with the line, and say what was searched', async () => {
    store();
    const screen = await open(columns, rows);
    expect(screen.text).toContain('Search for "rm -rf": ended');
    expect(screen.text).toContain('9 matches in 9 messages of 9 sessions.');
    expect(screen.text).toMatch(/TIME +HOST .*LINE/);
    expect(screen.text).toMatch(/▌.*build-\d+.*then rm -rf/);
    expect(screen.text).toContain('Searched all 9 sessions');
    for (const frame of screen.frames) {
      expect(frame).toHaveLength(rows);
      expect(Math.max(...frame.map(columnsOf))).toBeLessThanOrEqual(columns);
    }
  });

  it('say how far the search is, and what was not searched', async () => {
    const [first] = sessions();
    store(WORDS, undefined, {
      phase: 'running',
      done: 4,
      unsearched: [{ session: first!, problem: prose('There is no such session (404).'), isInPart: false }],
    });
    const screen = await open(columns, rows);
    expect(screen.text).toContain('under way');
    expect(screen.text).toContain('searched 4 of 9 sessions so far');
    expect(screen.text).toContain('1 session could not be read');
    await screen.press('f');
    expect(screen.text).toContain('There is no such session (404).');
  });

  it('show a secret only by its beginning, and its kind', async () => {
    store({ kind: 'secrets' }, `export TOKEN=${SECRET}`);
    const screen = await open(columns, rows);
    expect(screen.text).toContain('Search for what looks like a secret: ended');
    expect(screen.text).toContain('ghp_…');
    expect(screen.text).toContain('GitHub');
    expect(screen.frames.flat().join('')).not.toContain(SECRET.slice(0, 9));
  });
});

describe('the hits of a search', () => {
  it('open the transcript at the message with the search set, and Esc comes back to the same row', async () => {
    store();
    const [, , third] = context.stores.sessionSearch.getState().search!.hits;
    const session = third!.session;
    const screen = await open(120, 30);
    await screen.press('j', 'j', KEYS.enter);
    expect(context.sync.calls).toContain(`open ${session.id}`);
    const texts = ['one', 'two rm -rf a', 'three', 'four rm -rf b'];
    const transcript = transcriptOf({ messages: texts.map((content) => ({ type: 'user', content })) });
    receive(context.stores.transcript, openTranscriptOf(session.id, transcript, { session }), NOW);
    await screen.draw();
    expect(screen.text).toContain('/rm -rf match 1 of 2');
    await screen.press('n');
    expect(screen.text).toContain('/rm -rf match 2 of 2');
    await screen.press(KEYS.escape);
    expect(view().dialogs.at(-1)).toMatchObject({ kind: 'session-search', cursor: third!.id });
    expect(screen.text).toContain(`by ${session.id}`);
  });

  it('wait for their message while the transcript arrives, and go to no other one', async () => {
    store();
    const { search } = context.stores.sessionSearch.getState();
    const hits = search!.hits.map((hit) => ({ ...hit, message: 2 }));
    context.stores.sessionSearch.setState({ search: { ...search!, hits } });
    const screen = await open(120, 30);
    await screen.press(KEYS.enter);
    const { session } = hits[0]!;
    const show = (state: 'arriving' | 'whole', ...texts: readonly string[]) => {
      const transcript = transcriptOf({ messages: texts.map((content) => ({ type: 'user', content })) });
      receive(context.stores.transcript, openTranscriptOf(session.id, transcript, { session, state }), NOW);
      return screen.draw();
    };
    await show('arriving', 'rm -rf first');
    expect(screen.text).not.toContain('match 1 of');
    await show('whole', 'rm -rf first', 'second', 'rm -rf third');
    expect(screen.text).toContain('match 2 of 2');
  });

  it('go on to the next secret in a transcript by n', async () => {
    store({ kind: 'secrets' }, `export TOKEN=${SECRET}`);
    const [first] = context.stores.sessionSearch.getState().search!.hits;
    const screen = await open(120, 30);
    await screen.press(KEYS.enter);
    const texts = [`a ${SECRET}`, 'b', 'c AKIAABCDEFGHIJKLMNOP'];
    const transcript = transcriptOf({ messages: texts.map((content) => ({ type: 'user', content })) });
    const opened = openTranscriptOf(first!.session.id, transcript, { session: first!.session });
    receive(context.stores.transcript, opened, NOW);
    await screen.draw();
    expect(screen.text).toContain('/what looks like a secret match 1 of 2');
    await screen.press('n');
    expect(screen.text).toContain('match 2 of 2');
  });

  it('are stopped and then closed by Esc, and left to go on by q', async () => {
    store(WORDS, undefined, { phase: 'running', done: 1 });
    const screen = await open();
    await screen.press(KEYS.escape);
    expect(context.sync.calls).toContain('stop search');
    expect(view().dialogs).toHaveLength(1);
    await screen.press('q');
    expect(view().dialogs).toEqual([]);
    expect(screen.text).toContain('search 1/9');
    expect(screen.text).toContain(':hits');
  });

  it('are copied and written under the names of their columns', async () => {
    store({ kind: 'secrets' }, `export TOKEN=${SECRET}`);
    const screen = await open(120, 30);
    await import('../../../../src/commands/search/search-records.ts');
    await screen.press('x');
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    const [[, text] = ['', '']] = [...context.written];
    const [record] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(record).toMatchObject({ role: 'user', message: 1, matches: 1, kind: 'GitHub token' });
    expect(Object.keys(record!)).toEqual(
      expect.arrayContaining(['time', 'host', 'project', 'session', 'line']),
    );
    expect(text).not.toContain(SECRET.slice(0, 9));
  });

  it('are filtered by /, which says how many pass, and Esc takes it back before it closes anything', async () => {
    store();
    const screen = await open(120, 30);
    const [first, second] = context.stores.sessionSearch.getState().search!.hits;
    const { id } = second!.session;
    await screen.press('/', ...`line:*${id}`);
    expect(screen.text).toContain('1 of 9 hits');
    await screen.press(KEYS.enter);
    expect(screen.text).toMatch(new RegExp(`▌.*by ${id}`));
    expect(screen.text).not.toContain(`by ${first!.session.id}`);
    await screen.press(KEYS.escape);
    expect(screen.text).not.toContain('of 9 hits');
    expect(view().dialogs).toHaveLength(1);
    await screen.press('/', ...'role:assistent', KEYS.enter);
    expect(screen.text).toContain('No hit passes.');
    await screen.press(KEYS.escape, KEYS.escape);
    expect(view().dialogs).toEqual([]);
  });

  it('are written as they are listed, which their name says', async () => {
    store();
    const screen = await open(120, 30);
    await import('../../../../src/commands/search/search-records.ts');
    const [, second] = context.stores.sessionSearch.getState().search!.hits;
    await screen.press('/', ...`line:*${second!.session.id}`, KEYS.enter);
    await screen.press('x');
    await context.clock.advance(500);
    expect(screen.text).toContain('1 of 9 hits, as JSON');
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    await context.clock.advance(500);
    const [[, text] = ['', '']] = [...context.written];
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).toContain(second!.session.id);
  });

  it('go on by r once they were stopped, and not before or behind that', async () => {
    store(WORDS, undefined, { phase: 'cancelled', done: 4 });
    const screen = await open();
    expect(screen.text).toContain('r goes on');
    await screen.press('r');
    expect(context.sync.calls).toContain('go on searching');
    store();
    await screen.draw();
    expect(screen.text).not.toContain('r goes on');
    await screen.press('r');
    expect(context.sync.calls.filter((call) => call === 'go on searching')).toHaveLength(1);
    expect(screen.text).toContain('come to its end');
  });

  it.each<readonly [Sought, Partial<SessionsView>, string]>([
    [{ kind: 'words', words: 'rm -rf' }, {}, "vigil sessions search 'rm -rf'"],
    [{ kind: 'words', words: '/etc/' }, {}, String.raw`vigil sessions search '/\/etc\//'`],
    [{ kind: 'words', words: '--secrets' }, {}, 'vigil sessions search -- --secrets'],
    [{ kind: 'pattern', words: '/tok[ae]n/' }, {}, "vigil sessions search '/tok[ae]n/'"],
    [
      { kind: 'secrets' },
      { text: 'size:>1000', branch: 'main', subagents: true, date: '2026-03-02', agentId: 'a1' },
      `vigil sessions search --date 2026-03-02 --agent a1 --subagents --filter 'size:>1000 branch:"main"' --secrets`,
    ],
  ])('are asked for by Y in a shell: %j', async (sought, chosen, command) => {
    store(sought, undefined, { chosenBy: { ...view().sessions, ...chosen } });
    const screen = await open(160, 30);
    await import('../../../../src/commands/search/search-records.ts');
    await screen.press('Y');
    await context.clock.advance(500);
    expect(screen.text).toContain(command);
    await screen.press(KEYS.enter);
    expect(context.copied.at(-1)).toBe(command);
  });

  it('are of a pattern where one was typed between slashes; what is none is refused at its place', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('4', 'F', ...'/tok(/');
    expect(screen.text).toContain('The pattern cannot be read, at its character 4');
    await screen.press(KEYS.enter);
    expect(context.sync.calls.some((call) => call.startsWith('search '))).toBe(false);
    await screen.press('\u007f', '\u007f', ...'en/', KEYS.enter);
    expect(context.sync.calls.find((call) => call.startsWith('search '))).toMatch(/^search \/token\/ in /);
  });

  it('are asked for by F, which says what is searched, of the sessions that pass the filter', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    const [wanted] = sessions();
    await screen.press('4');
    updatePane(context.stores.view, 'sessions', { text: `id:${wanted!.id}` });
    await screen.press('F');
    await context.clock.advance(500);
    expect(screen.text).toContain('the transcripts of 1 session that pass the filter');
    await screen.press(...'rm -rf', KEYS.enter);
    expect(context.sync.calls).toContain(`search rm -rf in ${wanted!.id}`);
  });

  it('are asked for by words behind "search" from anywhere', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press(':', ...'search rm -rf');
    await context.clock.advance(500);
    await screen.press(KEYS.enter);
    expect(context.sync.calls.find((call) => call.startsWith('search '))).toMatch(/^search rm -rf in /);
    expect(view().tab).toBe('sessions');
  });
});
