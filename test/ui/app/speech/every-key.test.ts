import { beforeAll, beforeEach, expect, it } from 'vitest';

import { notify } from '../../../../src/commands/base/command.ts';
import { openTranscriptAt } from '../../../../src/commands/pager/open.ts';
import { loadLazyImports } from '../../../../src/lib/lazy-import.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { NOW, sampleEvent, sampleSession, secondsAgo } from '../../../helpers/sample-data.ts';
import { speakConsole, type SpokenConsole } from '../../../helpers/spoken-console.ts';
import { openTranscriptOf, transcriptOf } from '../../../helpers/transcripts.ts';

let context: TestContext;
let spoken: SpokenConsole;

beforeAll(loadLazyImports);

beforeEach(async () => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'policy', columns: 200, rows: 24 });
  spoken = await speakConsole(context);
});

const later = () => spoken.hear(() => undefined, 1500);

it('says of a key that changed nothing that it did', async () => {
  expect(await spoken.press('escape')).toEqual(['Nothing changed.']);
  expect(await spoken.press('u')).toEqual(['Nothing changed.']);
});

it('says why Enter does not take what stands in a field, each time', async () => {
  await spoken.press('2');
  await spoken.press('/');
  await spoken.press(...'pack:x');
  await later();
  expect(await spoken.press('enter')).toEqual([
    expect.stringMatching(/^Not taken: There is no field pack\. Did you mean package:\?/),
  ]);
  await later();
  expect(await spoken.press('enter')).toEqual([expect.stringMatching(/^Not taken: /)]);
});

it('says signs that are typed by their names, and of a key that moves nothing in a field that it does nothing', async () => {
  await spoken.press('2');
  await spoken.press('/');
  expect(await spoken.press(':')).toContain('colon');
  await spoken.press('left');
  expect(await spoken.press('left')).toEqual(['← does nothing here.']);
});

it('says where one is after an answer from which nothing else is heard', async () => {
  await spoken.press('+');
  await spoken.press('j');
  await spoken.hear(() => run(context, 'policy.revert-all'), 1500);
  expect(await spoken.press('y')).toEqual([expect.stringMatching(/^review_scorecard, /)]);
});

it('says a refusal although what is shown changes with it, and a setting that is a message, too, once', async () => {
  const said = await spoken.hear(() => {
    run(context, 'tab.agents');
    notify(context, 'There is nothing here to export.');
  });
  expect(said.join('\n')).toMatch(/^There is nothing here to export\.\nAgents\.\n12 rows; /);
  expect(await spoken.hear(() => run(context, 'times.cycle'))).toEqual([
    'Times in the local zone.',
    expect.stringMatching(/^build-00, /),
  ]);
});

it('says of the palette the whole entry under the cursor, its keys, and why it cannot be run', async () => {
  expect(await spoken.press(':')).toEqual([
    'Commands',
    expect.stringMatching(/^\d+ to choose from; first: /),
  ]);
  expect(await spoken.press(...'block this package')).toEqual([
    'block this package',
    'Block this package for the organization, by a review of the policy, B. Not now: There is no package under the cursor.',
  ]);
  expect(await spoken.press(...'zzz')).toEqual(['zzz', expect.stringMatching(/^There is no such command\./)]);
});

it('says of a list editor how much it holds and the element under the cursor, and no others', async () => {
  const { length } = await spoken.hear(() => {
    run(context, 'list.last');
    while (context.stores.view.getState().policy.cursor !== 'allowed_licenses') {
      run(context, 'list.up');
    }
  });
  expect(length).toBeGreaterThan(0);
  const opened = await spoken.hear(() => run(context, 'policy.edit'), 100);
  expect(opened).toEqual([
    expect.stringMatching(/^allowed_licenses +\d+ elements$/),
    'MIT',
    'changes stay a draft until W reviews and writes them',
  ]);
  expect(await spoken.press('j')).toEqual(['Apache-2.0']);
});

it('says no version of the policy again because it is a second older', async () => {
  const { data: policy } = context.stores.policy.getState();
  if (policy === undefined) {
    throw new Error('There is no policy.');
  }
  const seenAt = context.clock.now() - 5000;
  context.versions.push({ id: 'one', policy, seenAt }, { id: 'two', policy, seenAt: seenAt - 60_000 });
  const opened = await spoken.press('Z');
  expect(opened).toEqual([
    expect.stringMatching(/^Versions of the policy seen on this host: 2$/),
    expect.stringMatching(/ stored now /),
    expect.stringMatching(/^Enter compares it/),
    'written by others',
    'others: not in your journal on this host',
  ]);
  await later();
  expect(await spoken.hear(() => undefined, 9000)).toEqual([]);
  expect(await spoken.press('j')).toEqual([expect.stringMatching(/the first that was seen$/)]);
});

it('says the row that a key went to although the count of the list is done just then', async () => {
  const { stores } = context;
  await spoken.press('5');
  const { data } = stores.llmCalls.getState();
  if (data === undefined) {
    throw new Error('There are no calls.');
  }
  stores.llmCalls.setState({ data: { ...data, total: 30, reading: { read: 8, of: 30 } } });
  await later();
  const begun = await spoken.hear(() => updatePane(stores.view, 'llm', { text: 'acme' }), 100);
  expect(begun.join('\n')).toContain('8 rows so far (8 of 30)');
  stores.llmCalls.setState({ data: { ...data, total: 8 } });
  const moved = await spoken.press('j');
  expect(moved).toEqual(['8 rows', expect.stringMatching(/small-1/)]);
  stores.llmCalls.setState({ data: { ...data, total: 8, reading: { read: 8, of: undefined } } });
  await later();
  stores.llmCalls.setState({ data });
  expect(await later()).toEqual([]);
});

it('says anew to somebody who comes back where they are', async () => {
  await spoken.press('j');
  const back = await spoken.hear(() => spoken.screen.sayAnew());
  expect(back.join('\n')).toMatch(/^vigil: acme, changes are allowed\.\nPolicy\.\n\d+ rows; row 2: /);
  expect(back.at(-1)).toBe('? for help.');
});

async function openTranscript(): Promise<readonly string[]> {
  const { stores } = context;
  const session = sampleSession('s1', 600, { client_id: 'client-1' });
  const messages = ['hello', 'npm install left-pad', 'thanks'].map((content, index) => ({
    type: 'user',
    content,
    timestamp: secondsAgo(300 - index * 60),
  }));
  stores.events.apply(
    [sampleEvent('installed', 240, { subject: { package: 'left-pad', version: '1.3.0' } })],
    {
      at: NOW,
      fromHistory: false,
    },
  );
  const transcript = transcriptOf({ session_id: 's1', message_count: 3, messages });
  receive(stores.transcript, openTranscriptOf('s1', transcript, { session }), NOW);
  await spoken.press('4');
  return spoken.hear(() => openTranscriptAt(context, session), 100);
}

it('says of a message in a transcript which events happened there, and no sign for them', async () => {
  await openTranscript();
  await spoken.press('g');
  expect(await spoken.press('J')).toEqual([
    expect.stringMatching(/^user +08:56:00Z +#2$/),
    'npm install left-pad',
    'event here: review package-37 1.0.37',
    'event here: allow left-pad 1.3.0',
  ]);
  expect((await spoken.press('K')).slice(0, 2)).toEqual([expect.stringMatching(/^user .*#1$/), 'hello']);
});

it('reads all of a message in a transcript on request, and nothing of the others', async () => {
  await openTranscript();
  await spoken.press('g');
  await spoken.press('J');
  expect(await spoken.press('ctrl+g')).toEqual([
    expect.stringMatching(/^user +08:56:00Z +#2$/),
    'npm install left-pad',
    'event here: review package-37 1.0.37',
    'event here: allow left-pad 1.3.0',
  ]);
});

it('says in a transcript that a search finds nothing, which match one is at, and where one is behind a menu', async () => {
  await openTranscript();
  await spoken.press('/');
  await spoken.press(...'nowhere');
  expect(await spoken.press('enter')).toContain('/nowhere does not occur');
  await spoken.press('/');
  await spoken.press(...'left');
  expect((await spoken.press('enter')).join('\n')).toContain('/left match 1 of 1');
  await spoken.press('y');
  await later();
  expect(await spoken.press('escape')).toEqual([
    expect.stringMatching(/^user .*#2$/),
    'npm install left-pad',
  ]);
});
