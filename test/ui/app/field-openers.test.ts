import { beforeAll, describe, expect, it } from 'vitest';

import { isDangerous, openDialog } from '../../../src/commands/base/command.ts';
import { editedIn, openFieldOf } from '../../../src/commands/app/open-field.ts';
import { chordsWithin, commandsOfScope, keymapOf } from '../../../src/commands/app/keymap-in-force.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import { activeScopes } from '../../../src/commands/base/scopes.ts';
import { loadLazyImports } from '../../../src/lib/lazy-import.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { Tab } from '../../../src/stores/base/tab.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW, samplePolicy, sampleTranscript } from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';
import { settle } from '../../helpers/virtual-clock.ts';

/** Whatever key opens a field, in whatever place: what is typed behind it in the same piece stands in that field. */

/** Longer than what would pass for a paste where no field opens, and it begins with what is no key of a field. */
const TYPED = 'qwxrtyuiopas';

const onRule = (rule: string) => (context: TestContext) => {
  context.stores.view.setState({ tab: 'policy' });
  updatePane(context.stores.view, 'policy', { cursor: rule });
};

const inConflict =
  (field: string, base: object, rules: object, mine: unknown, ...ids: readonly string[]) =>
  (context: TestContext) => {
    context.stores.policyDraft.replace(samplePolicy({ ...rules }, { ...base }), { [field]: mine });
    onRule(field)(context);
    ['policy.edit', ...ids].forEach((id) => run(context, id));
  };

const withReason = (reason: string) => ({ blocked_maintainers: [{ name: 'mallory', reason }] });

const inTranscript =
  (...ids: readonly string[]) =>
  (context: TestContext) => {
    context.stores.view.setState({ tab: 'sessions' });
    run(context, 'sessions.open');
    context.stores.transcript.setState({ data: openTranscriptOf('s0', sampleTranscript()) });
    ids.forEach((id) => run(context, id));
  };

const onTab =
  (tab: Tab, ...ids: readonly string[]) =>
  (context: TestContext) => {
    context.stores.view.setState({ tab });
    ids.forEach((id) => run(context, id));
  };

/** What leads there, and the keys that open a field at once. */
const PLACES: Readonly<Record<string, readonly [open: (context: TestContext) => unknown, keys: string]>> = {
  'the overview': [onTab('overview'), ':'],
  'the events': [onTab('events'), '/ W'],
  'the agents': [onTab('agents'), '/ S'],
  'the sessions': [onTab('sessions'), '/ F'],
  'the LLM calls': [onTab('llm'), '/'],
  'a rule that is a number': [onRule('min_scorecard'), 'enter /'],
  'a rule that is a flag': [onRule('require_provenance'), '/'],
  'a list': [onRule('blocked_packages'), '/'],
  'a list in its editor': [
    (context) => {
      onRule('blocked_packages')(context);
      run(context, 'policy.edit');
    },
    'a enter e /',
  ],
  'a rule in conflict': [
    inConflict('min_scorecard', {}, { min_scorecard: 1 }, 6, 'choice.down', 'choice.down'),
    'enter',
  ],
  'a list in conflict': [
    inConflict('blocked_maintainers', withReason('base'), {}, withReason('mine').blocked_maintainers),
    'e',
  ],
  'the review': [
    (context) => {
      context.stores.policyDraft.replace(samplePolicy(), { min_scorecard: 6 });
      onTab('policy', 'policy.review')(context);
    },
    '/',
  ],
  'two versions side by side': [
    (context) => {
      const old = { id: 'old', policy: samplePolicy({ min_scorecard: 1 }), seenAt: NOW };
      openDialog(context, { kind: 'policy-versions', versions: [old], cursor: undefined, marked: undefined });
      run(context, 'policy-versions.compare');
    },
    '/',
  ],
  'a page': [onTab('agents', 'agents.open'), '/'],
  'a transcript': [inTranscript(), '% /'],
  'the outline of a transcript': [inTranscript('pager.outline'), '/'],
  'the help': [onTab('agents', 'help.open'), '/'],
  'the journal': [onTab('agents', 'journal.open'), '/'],
  'values that can be typed': [onTab('sessions', 'sessions.choose-client', 'choice.down'), 'enter'],
  'formats of a file': [
    async (context) => {
      onTab('agents', 'items.export')(context);
      await settle();
    },
    'enter',
  ],
};

/** The place, after what was pressed there came in one piece. */
async function after(open: (context: TestContext) => unknown, chords: readonly string[]) {
  const context = createFilledContext();
  const { view } = context.stores;
  view.setState({ columns: 100, rows: 30 });
  await open(context);
  const shown = new ShownDialog();
  shown.notingOnce(view.getState().dialogs.at(-1), context.clock)?.();
  await context.clock.advance(1000);
  new KeyDispatcher(context, shown).take(chords);
  return { context, field: openFieldOf(context) };
}

/** Every key that counts in a place; those that count everywhere are tried on the overview. */
function keysOf({ stores }: TestContext): readonly string[] {
  const scopes = activeScopes(stores.view.getState());
  return [
    ...new Set(
      scopes
        .filter((scope) => scope !== 'global' || scopes.includes('overview'))
        .flatMap(commandsOfScope)
        .flatMap((command) => chordsWithin(scopes, command, keymapOf(stores))),
    ),
  ];
}

/** What leads to a write is dropped with all that comes with it. */
function isDangerousKey(context: TestContext, chord: string): boolean {
  const id = keymapOf(context.stores).commandFor(activeScopes(context.stores.view.getState()), chord);
  return id !== undefined && isDangerous(context, commandById(id));
}

function textOfField({ stores }: TestContext): string {
  return editedIn(stores.view.getState().dialogs.at(-1))?.text ?? '';
}

beforeAll(loadLazyImports);

describe.each(Object.entries(PLACES))('in %s', (_name, [open, opening]) => {
  it('a key that opens a field gives it what is typed behind it', async () => {
    const { context } = await after(open, []);
    const openers: string[] = [];
    for (const chord of keysOf(context)) {
      const alone = await after(open, [chord]);
      if (alone.field === undefined) {
        continue;
      }
      openers.push(chord);
      const together = await after(open, [chord, ...TYPED]);
      const isDropped = isDangerousKey(context, chord);
      const before = textOfField(alone.context);
      expect([chord, textOfField(together.context)]).toEqual([chord, isDropped ? '' : `${before}${TYPED}`]);
    }
    expect(openers.toSorted()).toEqual(opening.split(' ').toSorted());
  });
});
