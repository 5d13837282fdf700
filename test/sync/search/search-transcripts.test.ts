import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../src/contract/tolerant.ts';
import { createFinder, type Sought } from '../../../src/lib/text-finder.ts';
import { excerptText } from '../../../src/stores/search/search-hit.ts';
import { endSentence } from '../../../src/stores/search/search-words.ts';
import { LISTS } from '../../../src/stores/view/lists.ts';
import {
  createSessionSearchStore,
  MOST_HITS,
  searchTimeLeft,
} from '../../../src/stores/search/session-search.ts';
import { TranscriptSearch } from '../../../src/stores/transcript/transcript-search.ts';
import { createGovernor } from '../../../src/sync/governor/governor.ts';
import { Retries } from '../../../src/sync/retry/retrying-client.ts';
import { SessionSearcher } from '../../../src/sync/search/session-searcher.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../helpers/fake-client.ts';
import { sampleSession } from '../../helpers/sample-data.ts';
import { transcriptOf } from '../../helpers/transcripts.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { wholeSlices } from '../../helpers/whole-slices.ts';

let clock: VirtualClock;
let client: FakeClient;
let store: ReturnType<typeof createSessionSearchStore>;
let searcher: SessionSearcher;
let answer: (call: FakeCall) => FakeAnswer;
let ended: number;

const said = (...texts: readonly string[]): JsonObject => ({
  session_id: 'uuid',
  messages: texts.map((content) => ({ type: 'user', content, timestamp: '2026-03-02T08:00:00Z' })),
});
const asked = (...sessions: ReturnType<typeof sampleSession>[]) => ({
  sessions,
  isFiltered: false,
  listed: 'all' as const,
  leavesSubagentsOut: false,
  chosenBy: LISTS.sessions.open,
});
const words = (text: string): Sought => ({ kind: 'words', words: text });
const now = () => store.getState().search!;
const read = () => client.calls.map(({ id }) => id);

beforeEach(() => {
  clock = new VirtualClock();
  answer = () => ({ body: said('no', 'a token here') });
  client = createFakeClient(clock, (call) => answer(call));
  store = createSessionSearchStore();
  ended = 0;
  const retries = new Retries({ clock, random: () => 0.5, onChange: () => undefined });
  searcher = new SessionSearcher({
    client: retries.over(client, 'search'),
    store,
    clock,
    slices: wholeSlices,
    onEnd: () => ended++,
    onFault: (_doing, error) => {
      throw error;
    },
  });
});

describe('a search of transcripts', () => {
  it('goes through the sessions once each, those first that were active last', async () => {
    const sessions = [sampleSession('old', 900), sampleSession('new', 60), sampleSession('middle', 300)];
    await clock.through(searcher.begin({ sought: words('TOKEN'.toLowerCase()), ...asked(...sessions) }));
    expect(read()).toEqual(['new', 'middle', 'old']);
    expect(now().hits.map(({ session, message }) => `${session.id} ${message}`)).toEqual([
      'new 1',
      'middle 1',
      'old 1',
    ]);
    expect(now()).toMatchObject({ phase: 'done', done: 3, found: { matches: 3, messages: 3 } });
    expect(endSentence(now())).toBe('searched all 3 sessions; 3 matches in 3 messages of 3 sessions');
    expect(ended).toBe(1);
  });

  it('has one row for a message, with the count of its matches and the line of the first', async () => {
    answer = () => ({ body: said('first line\nthen rm -rf a; rm -rf b\nlast', 'rm -rf') });
    await clock.through(searcher.begin({ sought: words('rm -rf'), ...asked(sampleSession('s1', 60)) }));
    const [hit] = now().hits;
    expect(hit).toMatchObject({ matches: 2, role: 'user', time: Date.parse('2026-03-02T08:00:00Z') });
    expect(hit?.excerpt).toEqual([
      { text: 'then ', isMatch: false },
      { text: 'rm -rf', isMatch: true },
      { text: ' a; ', isMatch: false },
      { text: 'rm -rf', isMatch: true },
      { text: ' b', isMatch: false },
    ]);
    expect(now().bySession.get('s1')).toEqual({ matches: 3, messages: 2 });
  });

  it('names what could not be read, or only in part, and goes on', async () => {
    const answers: Record<string, FakeAnswer> = {
      gone: { status: 404 },
      failing: { status: 500 },
      large: { unusable: 'too-large', bytes: 600_000_000 },
      lacking: { body: { ...said('token'), message_count: 9 } },
    };
    answer = ({ id }) => answers[id ?? ''] ?? { body: said('token') };
    const sessions = ['gone', 'failing', 'large', 'lacking', 'fine'].map((id, at) => ({
      ...sampleSession(id, 60 * (at + 1)),
      session_id: undefined,
    }));
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now().unsearched.map(({ session, isInPart }) => [session.id, isInPart])).toEqual([
      ['gone', false],
      ['failing', false],
      ['large', false],
      ['lacking', true],
    ]);
    expect(now().unsearched.at(-1)?.problem).toContain('The server counts 9 messages');
    expect(read().filter((id) => id === 'failing')).toHaveLength(6);
    expect(endSentence(now())).toBe(
      'searched 2 of 5 sessions; 2 matches in 2 messages of 2 sessions; 3 sessions could not be read; 1 session could be read only in part',
    );
  });

  it('waits out what the server refuses for the rate limit, for as long as that takes', async () => {
    let refusals = 20;
    answer = () => (refusals-- > 0 ? { status: 429 } : { body: said('token') });
    await clock.through(searcher.begin({ sought: words('token'), ...asked(sampleSession('s1', 60)) }));
    expect(now()).toMatchObject({ phase: 'done', unsearched: [], found: { messages: 1 } });
  });

  it('waits until a server is there again that could not be reached, and takes no session for unreadable', async () => {
    let failures = 20;
    answer = () => (failures-- > 0 ? { problem: 'connect' } : { body: said('token') });
    await clock.through(searcher.begin({ sought: words('token'), ...asked(sampleSession('s1', 60)) }));
    expect(now()).toMatchObject({ phase: 'done', unsearched: [], found: { messages: 1 } });
  });

  it('searches what arrived of a transcript that breaks off each time, and says that it is a part', async () => {
    const body = said('token', 'no', 'token');
    const breaksOffAfter = JSON.stringify(body).length - 10;
    answer = ({ id }) => (id === 'cut' ? { body, breaksOffAfter } : { body: said('token') });
    const sessions = [sampleSession('cut', 1), sampleSession('fine', 2)];
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now().hits.map(({ session, message }) => `${session.id} ${message}`)).toEqual(['cut 0', 'fine 0']);
    expect(now().unsearched).toMatchObject([{ session: { id: 'cut' }, isInPart: true }]);
    expect(endSentence(now())).toContain('1 session could be read only in part');
  });

  it('stops where the key is refused, and keeps its hits', async () => {
    answer = ({ id }) => (id === 'second' ? { status: 401 } : { body: said('token') });
    const sessions = [sampleSession('first', 1), sampleSession('second', 2), sampleSession('third', 3)];
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now()).toMatchObject({ phase: 'stopped', done: 1 });
    expect(now().stop).toContain('401');
    expect(now().hits).toHaveLength(1);
    expect(read()).not.toContain('third');
    expect(endSentence(now())).toContain('searched 1 of 3 sessions');
  });

  it('leaves out and counts single sessions that it may not read, whichever they are', async () => {
    const refused = ['s0', 's2', 's3', 's5'];
    answer = ({ id = '' }) => (refused.includes(id) ? { status: 403 } : { body: said('token') });
    const sessions = Array.from({ length: 7 }, (_, at) => sampleSession(`s${at}`, at + 1));
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now()).toMatchObject({ phase: 'done', done: 7 });
    expect(now().unsearched.map(({ session }) => session.id)).toEqual(refused);
    expect(now().unsearched[0]?.problem).toContain('403');
    expect(endSentence(now())).toBe(
      'searched 3 of 7 sessions; 3 matches in 3 messages of 3 sessions; 4 sessions could not be read',
    );
  });

  it('stops where several one after the other may not be read, or all that there are', async () => {
    answer = ({ id }) => (id === 'first' ? { body: said('token') } : { status: 403 });
    const sessions = ['first', 'second', 'third', 'fourth', 'fifth'].map((id, at) =>
      sampleSession(id, at + 1),
    );
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now()).toMatchObject({ phase: 'stopped', done: 3 });
    expect(now().stop).toContain('403');
    expect(read()).not.toContain('fifth');
    await clock.through(searcher.begin({ sought: words('token'), ...asked(sampleSession('other', 1)) }));
    expect(now()).toMatchObject({ phase: 'stopped', done: 0 });
  });

  it('asks for nothing more once it is stopped, and keeps its hits', async () => {
    answer = () => ({ body: said('token'), takes: 1000 });
    const sessions = Array.from({ length: 9 }, (_, at) => sampleSession(`s${at}`, at));
    const searching = searcher.begin({ sought: words('token'), ...asked(...sessions) });
    await clock.advance(3500);
    searcher.stop();
    await clock.through(searching);
    expect(now()).toMatchObject({ phase: 'cancelled', done: 3 });
    expect(now().hits).toHaveLength(3);
    expect(read()).toHaveLength(4);
    expect(ended).toBe(0);
  });

  it('goes on where it was stopped, session by session, and finds what one in one go finds', async () => {
    answer = ({ id }) => ({ body: said(`token of ${id}`, 'token'), takes: 1000 });
    const sessions = Array.from({ length: 5 }, (_, at) => sampleSession(`s${at}`, at + 1));
    const searching = searcher.begin({ sought: words('token'), ...asked(...sessions) });
    await clock.advance(2500);
    searcher.stop();
    const goingOn = searcher.goOn();
    await clock.through(Promise.all([searching, goingOn]));
    expect(now()).toMatchObject({ phase: 'done', done: 5, number: 1, found: { messages: 10 } });
    expect(now().hits.map(({ session, message }) => `${session.id} ${message}`)).toEqual(
      sessions.flatMap(({ id }) => [`${id} 0`, `${id} 1`]),
    );
    expect(read()).toEqual(['s0', 's1', 's2', 's2', 's3', 's4']);
    expect(ended).toBe(1);
    await clock.through(searcher.goOn());
    expect(read()).toHaveLength(6);
  });

  it('goes on with the session at which a refusal stopped it, and estimates from the time that it went on for', async () => {
    let isRefused = true;
    answer = ({ id }) => (id === 's2' && isRefused ? { status: 401 } : { body: said('token'), takes: 1000 });
    const sessions = Array.from({ length: 4 }, (_, at) => sampleSession(`s${at}`, at + 1));
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now()).toMatchObject({ phase: 'stopped', done: 2 });
    await clock.advance(600_000);
    isRefused = false;
    const goingOn = searcher.goOn();
    expect(now().stop).toBeUndefined();
    expect(searchTimeLeft(now(), clock.monotonic())).toBe(2000);
    await clock.through(goingOn);
    expect(now()).toMatchObject({ phase: 'done', done: 4, found: { messages: 4 } });
  });

  it('takes the place of the one that is under way', async () => {
    answer = ({ id }) => ({ body: said(`token of ${id}`), takes: 1000 });
    const first = searcher.begin({
      sought: words('token'),
      ...asked(sampleSession('a', 1), sampleSession('b', 2)),
    });
    await clock.advance(1500);
    const second = searcher.begin({ sought: words('of c'), ...asked(sampleSession('c', 1)) });
    await clock.through(Promise.all([first, second]));
    expect(now()).toMatchObject({ number: 2, phase: 'done', done: 1 });
    expect(now().hits.map(({ session }) => session.id)).toEqual(['c']);
  });

  it('keeps so many hits, and counts the others', async () => {
    answer = () => ({ body: said(...Array.from({ length: 1500 }, () => 'token')) });
    const sessions = [sampleSession('a', 1), sampleSession('b', 2)];
    await clock.through(searcher.begin({ sought: words('token'), ...asked(...sessions) }));
    expect(now().hits).toHaveLength(MOST_HITS);
    expect(now().found).toEqual({ matches: 3000, messages: 3000 });
    expect(endSentence(now())).toContain('the first 2,000 of 3,000 messages are listed');
  });

  it('leaves what is kept for actions, and is paced as the feeds are', async () => {
    let [remaining, sent] = [60, 0];
    const governor = createGovernor({ clock, random: () => 0.5 });
    const limited = createFakeClient(
      clock,
      () => {
        sent++;
        remaining--;
        return {
          body: said('token'),
          takes: 20,
          rateLimit: { limit: 60, remaining, reset: '60' },
        };
      },
      (exchange) => governor.note(exchange),
    );
    const paced = new SessionSearcher({
      client: governor.pace(limited, 'feed'),
      store,
      clock,
      slices: wholeSlices,
      onEnd: () => undefined,
      onFault: (_doing, error) => {
        throw error;
      },
    });
    const sessions = Array.from({ length: 100 }, (_, at) => sampleSession(`s${at}`, at));
    void paced.begin({ sought: words('token'), ...asked(...sessions) });
    await clock.advance(50_000);
    expect(sent).toBeGreaterThan(20);
    expect(remaining).toBeGreaterThanOrEqual(3);
    paced.stop();
    await governor.close();
  });

  it('says that more than was listed may be there', async () => {
    const question = { ...asked(sampleSession('a', 1)), isFiltered: true };
    const run = async (listed: Parameters<typeof searcher.begin>[0]['listed']) => {
      await clock.through(searcher.begin({ ...question, sought: words('token'), listed }));
      return endSentence(now()).split('; ').slice(0, 2).join('; ');
    };
    expect(await run('all')).toMatch(/^searched the one session that pass/);
    expect(await run({ read: 300, of: 5000 })).toContain('only 300 of 5,000 sessions were listed');
    expect(await run({ read: 300, of: undefined })).toContain(
      '300 sessions were listed, and there may be more',
    );
  });

  it('says that what is too large to be shown was not searched', async () => {
    const body = {
      messages: [{ type: 'user', content: 'token', list: Array.from({ length: 30_000 }, () => 1) }],
    };
    answer = () => ({ body });
    await clock.through(searcher.begin({ sought: words('token'), ...asked(sampleSession('a', 1)) }));
    expect(now().cutMessages).toBe(1);
    expect(endSentence(now())).toContain('parts of 1 message too large to be shown were not searched');
  });

  it('shows of secrets their kind and their beginning, whatever was searched for', async () => {
    const secret = `ghp_${'a1B2'.repeat(10)}`;
    answer = () => ({ body: said(`export TOKEN=${secret} # mine`, 'token of no use') });
    const session = sampleSession('a', 1);
    await clock.through(searcher.begin({ sought: { kind: 'secrets' }, ...asked(session) }));
    expect(now().hits).toHaveLength(1);
    expect(now().hits[0]?.kinds).toEqual(['GitHub token']);
    expect(excerptText(now().hits[0]!)).toBe('export TOKEN=ghp_… # mine');
    for (const typed of ['token', secret.slice(0, 20), '# mine']) {
      await clock.through(searcher.begin({ sought: words(typed), ...asked(session) }));
      expect(excerptText(now().hits[0]!)).toContain('EN=ghp_… # mine');
    }
  });
});

describe('a long transcript', () => {
  it('is looked through in slices, between which the search can be stopped', async () => {
    const slices = new ManualSlices();
    const sliced = new SessionSearcher({
      client,
      store,
      clock,
      slices,
      onEnd: () => ended++,
      onFault: (_doing, error) => {
        throw error;
      },
    });
    answer = () => ({ body: said(...Array.from({ length: 500 }, () => 'token')) });
    void sliced.begin({ sought: words('token'), ...asked(sampleSession('a', 1), sampleSession('b', 2)) });
    let turns = 0;
    for (; now().done === 0; turns++) {
      await clock.advance(0);
      slices.run();
    }
    expect(turns).toBeGreaterThan(500);
    expect(now()).toMatchObject({ phase: 'running', done: 1 });
    sliced.stop();
    for (let more = 0; more < 5; more++) {
      await clock.advance(0);
      slices.run();
    }
    expect(slices.isWaiting).toBe(false);
    expect(now()).toMatchObject({ phase: 'cancelled', done: 1, found: { messages: 500 } });
  });

  it('of one message of many MB is looked through in pieces', () => {
    const text = 'password nothing here '.repeat(100_000);
    for (const sought of [words('token'), { kind: 'secrets' } as const]) {
      const pieces = [...(createFinder(sought)?.findInPieces([text]) ?? [])];
      expect(pieces.length).toBeGreaterThan(3);
      expect(pieces.flatMap(({ places }) => places)).toEqual([]);
    }
  });
});

describe('the hits of a search', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'tok',
        'en',
        'Token',
        ' ',
        '\n',
        'ſ',
        'K',
        'é',
        '\u0000',
        '"',
        'sk_live_abcdef123',
        'password: a1b2c3d4e5f6g7',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));
  const message = fc.oneof(
    fc.record({ type: fc.constantFrom('user', 'assistant', 'tool_result'), content: text }),
    fc.record({
      type: fc.constant('tool_use'),
      tool: text,
      path: text,
      input: fc.dictionary(text, text, { maxKeys: 2 }),
    }),
    fc.record({ type: fc.constant('summary'), note: text }),
  );
  const sought = fc.oneof(
    fc.constantFrom('token', 'Token', 'tok', 'k', '"', 'é', '\\', 'type').map(words),
    fc.constant<Sought>({ kind: 'secrets' }),
  );

  it('are those that the pager finds in each transcript', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 6 }), sought, async (messages, wanted) => {
        const body: JsonObject = { messages };
        answer = () => ({ body });
        await clock.through(searcher.begin({ sought: wanted, ...asked(sampleSession('a', 1)) }));
        const transcript = transcriptOf(body);
        const pager = new TranscriptSearch(wholeSlices);
        pager.look(transcript, {
          search: wanted.words ?? 'secrets',
          searchKind: wanted.kind,
          searchDirection: 1,
          searchFrom: 0,
          raw: false,
        });
        const inPager = messages.flatMap((_, at) =>
          pager.matchesIn(at) === 0 ? [] : [[at, pager.matchesIn(at)]],
        );
        expect(now().hits.map(({ message: at, matches }) => [at, matches])).toEqual(inPager);
      }),
      { numRuns: 100 },
    );
  });
});
