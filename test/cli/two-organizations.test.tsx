import { dirname } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { createJournalFile } from '../../src/host/journal/journal-file.ts';
import { journalPath } from '../../src/host/journal/journal-place.ts';
import { keepInFiles } from '../../src/host/state/persist-in-files.ts';
import { organizationFolder } from '../../src/host/state/state-place.ts';
import { eventually } from '../helpers/eventually.ts';
import { createFilledContext } from '../helpers/filled-context.ts';
import { journalEntry, TEST_IDENTITY } from '../helpers/journal-entries.ts';
import { KEYS, renderConsole } from '../helpers/rendered-console.tsx';
import { samplePolicy } from '../helpers/sample-data.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';

/** Organizations behind one origin: by their paths, and by their keys. Their agents, events and rules have the same names. */
const ONE = { url: 'https://a.example/one/api/v1', key: '000000000001' };
const OTHER_PATH = { url: 'https://a.example/two/api/v1', key: ONE.key };
const OTHER_KEY = { url: ONE.url, key: '000000000002' };

let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  environment = { XDG_STATE_HOME: dirname(temporaryFile()) };
});

/** A console of an organization, with what is kept of it and the journal of this host. */
async function openConsole({ url, key }: typeof ONE) {
  const userId = process.getuid?.() ?? 0;
  const identity = { baseUrl: new URL(url), key: { fingerprint: () => key } };
  const context = createFilledContext();
  const journal = createJournalFile({
    path: journalPath(environment),
    userId,
    identity: { ...TEST_IDENTITY, base_url: url, key },
  });
  context.sync.readJournal = (options) => journal.read(options);
  const keeping = keepInFiles(context.stores.kept, {
    folder: organizationFolder(environment, identity),
    userId,
    clock: context.clock,
    say: (sentence) => expect.fail(sentence),
  });
  const screen = await renderConsole(context, { columns: 140, rows: 40 });
  const { stores } = context;
  return {
    stores,
    press: (...keys: readonly string[]) => screen.press(...keys),
    stop: keeping.stop,
    /** Notes in the journal that an agent was suspended. */
    async suspend(id: string) {
      const entry = journalEntry({
        time: new Date(context.clock.now()).toISOString(),
        operation: `${url} ${key} ${id}`,
        target: { id, hostname: id, generation: 1 },
      });
      await journal.append(entry);
      await journal.append({ ...entry, step: 'sending' });
      await journal.append({ ...entry, step: 'verdict', verdict: 'confirmed' });
    },
    /** What `:undo` asks about, or says. */
    async undo() {
      stores.view.setState({ notice: undefined });
      await screen.press(':', ...'undo', KEYS.enter);
      const asked = () => stores.view.getState().dialogs.at(-1);
      const noticed = () => stores.view.getState().notice?.text;
      await eventually(() => expect(asked() ?? noticed()).toBeDefined());
      const dialog = asked();
      const answer = dialog?.kind === 'agent-question' ? dialog.plan.agents.map(({ id }) => id) : noticed();
      await screen.press(KEYS.escape);
      return answer;
    },
    /** What the review of the policy shows, or says. */
    async review() {
      await screen.press('6', 'W');
      const { dialogs, notice } = stores.view.getState();
      const dialog = dialogs.at(-1);
      const answer = dialog?.kind === 'policy-review' ? Object.keys(dialog.changes) : notice?.text;
      await screen.press(KEYS.escape);
      return answer;
    },
    acknowledged: () => ['event-01', 'event-06'].filter((id) => stores.acknowledged.has(id)),
  };
}

it.each([
  ['two paths', OTHER_PATH],
  ['two keys of one URL', OTHER_KEY],
])(
  'with %s, neither undo nor review nor acknowledgement of one is about the other',
  async (_what, second) => {
    const one = await openConsole(ONE);
    await one.press('2', 'j', 'e');
    one.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    await one.suspend('agent-1');
    expect(one.acknowledged()).toEqual(['event-01']);
    one.stop();

    const other = await openConsole(second);
    expect(other.acknowledged()).toEqual([]);
    expect(await other.review()).toBe('Nothing is changed yet.');
    expect(await other.undo()).toContain('There is nothing to undo');
    await other.press('2', ...'jjjjjj', 'e');
    other.stores.policyDraft.change(samplePolicy(), 'typosquat_threshold', 0.9);
    await other.suspend('agent-2');
    expect(await other.review()).toEqual(['typosquat_threshold']);
    expect(await other.undo()).toEqual(['agent-2']);
    other.stop();

    const again = await openConsole(ONE);
    expect(again.acknowledged()).toEqual(['event-01']);
    expect(await again.review()).toEqual(['min_scorecard']);
    expect(await again.undo()).toEqual(['agent-1']);
    again.stop();
  },
);
