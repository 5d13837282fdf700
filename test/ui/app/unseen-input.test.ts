import { beforeAll, expect, it } from 'vitest';

import { loadLazyImports } from '../../../src/lib/lazy-import.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { KeyDispatcher } from '../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';

/** Characters that cannot be seen, at the ends of what is typed into a field: they are kept, while blanks go. */

const NAME = '\ufeffx\u00a0';

interface Field {
  readonly open: (context: TestContext) => void;
  /** What became of what was typed. */
  readonly taken: (context: TestContext) => unknown;
}

const view = ({ stores }: TestContext) => stores.view.getState();

const FIELDS: Readonly<Record<string, Field>> = {
  'the reason of a suspension': {
    open(context) {
      context.stores.view.setState({ tab: 'agents' });
      run(context, 'agents.change-status');
    },
    taken(context) {
      const dialog = view(context).dialogs.at(-1);
      return dialog?.kind === 'agent-question' ? dialog.reason : dialog?.kind;
    },
  },
  'a filter': {
    open(context) {
      context.stores.view.setState({ tab: 'agents' });
      run(context, 'list.filter');
    },
    taken: (context) => context.stores.filterMemory.getState().history.agents[0],
  },
  'a value that the server filters by': {
    open(context) {
      context.stores.view.setState({ tab: 'sessions' });
      ['sessions.choose-client', 'choice.down', 'choice.choose'].forEach((id) => run(context, id));
    },
    taken: (context) => view(context).sessions.clientId,
  },
  'the name of a filter': {
    open(context) {
      context.stores.view.setState({ tab: 'agents' });
      run(context, 'filter.save');
    },
    taken: (context) => context.stores.filterMemory.getState().saved[0]?.name,
  },
  'the name of a file': {
    open(context) {
      context.stores.view.setState({ tab: 'policy' });
      run(context, 'policy.export');
    },
    taken: ({ written }) => [...written.keys()][0],
  },
};

beforeAll(loadLazyImports);

/** Types into the field that `open` opens, and ends it with Enter. */
async function typeInto(open: Field['open'], chords: readonly string[]): Promise<TestContext> {
  const context = createFilledContext();
  context.stores.view.setState({ columns: 100, rows: 30 });
  open(context);
  const shown = new ShownDialog();
  shown.notingOnce(view(context).dialogs.at(-1), context.clock)?.();
  await context.clock.advance(1000);
  const dispatcher = new KeyDispatcher(context, shown);
  dispatcher.take(['ctrl+u', ...chords]);
  await context.clock.advance(1000);
  dispatcher.take(['enter']);
  await settle();
  return context;
}

it.each(Object.entries(FIELDS))('%s takes what was typed', async (_name, { open, taken }) => {
  const context = await typeInto(open, ['space', ...NAME, 'space']);
  expect(taken(context)).toBe(NAME);
});

it('a number with something unseen beside it is none', async () => {
  const context = await typeInto(
    (opened) => {
      opened.stores.view.setState({ tab: 'policy' });
      updatePane(opened.stores.view, 'policy', { cursor: 'min_scorecard' });
      run(opened, 'policy.edit');
    },
    ['\u00a0', '7'],
  );
  expect(view(context).dialogs.at(-1)).toMatchObject({ kind: 'text', isRefused: true });
});
