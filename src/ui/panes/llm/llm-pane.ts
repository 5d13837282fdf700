import type { ListPane } from '../list-pane.ts';
import type { PaintPane, PaneContext } from '../pane.ts';
import { ofList, suspiciousNames } from '../setting.ts';
import { createCallsList } from './calls-list.ts';
import { createTotalsList } from './totals-list.ts';

/** LLM calls, with whatever columns the data has, or what they add up to. */
export function createLlmPane(context: PaneContext): PaintPane {
  const paintCalls = createCallsList(context);
  const paintTotals = createTotalsList(context);
  return (size, now) =>
    context.stores.view.getState().llm.shows === 'calls' ? paintCalls(size, now) : paintTotals(size, now);
}

/** The pane of the LLM calls. */
export const LLM_PANE: ListPane = {
  create: createLlmPane,
  settings({ view }) {
    const { shows, suspicious } = view.getState().llm;
    return {
      shows: ofList(shows === 'calls' ? 'Calls.' : 'Totals.', shows === 'calls'),
      suspicious: suspiciousNames(suspicious),
    };
  },
};
