import { selectVisibleLlmCalls } from '../stores/select-llm-calls.ts';
import { updatePane } from '../stores/view-store.ts';
import type { Command } from './command.ts';

/** What can be done with LLM calls. */
export const llmCommands: readonly Command[] = [
  {
    id: 'llm.open',
    title: 'Open the detail of the call',
    hint: 'open',
    scope: 'llm',
    disabledReason: ({ stores }) =>
      selectVisibleLlmCalls(stores).length === 0 ? 'There is no call under the cursor.' : undefined,
    run({ stores }) {
      updatePane(stores.view, 'llm', { detail: true });
      stores.view.setState({ focus: 'detail', detailTop: 0 });
    },
  },
];
