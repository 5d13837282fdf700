import type { PagerView } from '../../stores/transcript/pager-view.ts';
import { openDialog, type Command } from '../base/command.ts';
import { onTranscript, showOtherwise } from './position.ts';

function relaying(
  id: string,
  title: string,
  change: (pager: PagerView) => Partial<PagerView>,
  hint?: string,
): Command {
  return onTranscript({ id, title, ...(hint === undefined ? {} : { hint }) }, (context, open) =>
    showOtherwise(context, open, change(open.pager)),
  );
}

const TOOLS = { off: 'short', short: 'full', full: 'off' } as const;

/** How a transcript is shown. What was folded by hand is so until tools are shown in another way. */
export const showingCommands: readonly Command[] = [
  onTranscript(
    { id: 'fold', title: 'Unfold the marked message, or fold it', hint: 'unfold' },
    (context, open) => {
      const { cursor, text, pager } = open;
      if (cursor !== undefined) {
        const folds = new Map([...pager.folds, [cursor, !text.isFolded(cursor)]]);
        showOtherwise(context, open, { folds });
      }
    },
  ),
  relaying(
    'tools',
    'Tool calls short, in full or off',
    ({ tools }) => ({ tools: TOOLS[tools], folds: new Map() }),
    'tools',
  ),
  relaying(
    'raw',
    'Messages as JSON, or as text again',
    ({ raw }) => ({ raw: !raw, folds: new Map() }),
    'raw',
  ),
  relaying('wrap', 'Wrap long lines, or cut them', ({ wrap }) => ({ wrap: !wrap, column: 0 }), 'wrap'),
  {
    id: 'pager.help',
    title: 'Help on the keys of the transcript',
    hint: 'help',
    scope: 'pager',
    run: (context) =>
      openDialog(context, { kind: 'help', top: 0, search: '', matches: [], current: undefined }),
  },
];
