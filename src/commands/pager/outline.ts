import { openOutline, selectOutline } from '../../stores/transcript/select-outline.ts';
import type { OutlineView } from '../../stores/transcript/pager-view.ts';
import { selectPager } from '../../stores/transcript/select-pager.ts';
import { openDialog, type Command, type CommandContext } from '../base/command.ts';
import { goToMessage, onTranscript, updatePager } from './position.ts';

function updateOutline(context: CommandContext, change: Partial<OutlineView>): void {
  const outline = context.stores.view.getState().pager?.outline;
  if (outline !== undefined) {
    updatePager(context, { outline: { ...outline, ...change } });
  }
}

function moving(id: string, title: string, target: (cursor: number, page: number) => number): Command {
  return {
    id: `outline.${id}`,
    title,
    scope: 'outline',
    moves: true,
    run(context) {
      const outline = selectOutline(context.stores);
      if (outline === undefined || outline.entries.length === 0) {
        return;
      }
      const wanted = target(outline.cursor, context.stores.view.getState().pageSize);
      const entry = outline.entries[Math.max(0, Math.min(wanted, outline.entries.length - 1))];
      updateOutline(context, { cursor: entry?.first ?? 0 });
    },
  };
}

/** The list of prompts and tool activity over a transcript. */
export const outlineCommands: readonly Command[] = [
  onTranscript(
    { id: 'outline', title: 'Outline: prompts and tool activity', hint: 'outline' },
    (context, open) =>
      updatePager(context, { outline: openOutline(open.open.transcript, open.cursor ?? open.top.message) }),
  ),
  moving('down', 'A line down', (cursor) => cursor + 1),
  moving('up', 'A line up', (cursor) => cursor - 1),
  moving('page-down', 'A page down', (cursor, page) => cursor + page),
  moving('page-up', 'A page up', (cursor, page) => cursor - page),
  moving('start', 'To the first entry', () => 0),
  moving('end', 'To the last entry', () => Number.MAX_SAFE_INTEGER),
  {
    id: 'outline.go',
    title: 'Go to the entry in the transcript',
    hint: 'go there',
    scope: 'outline',
    run(context) {
      const outline = selectOutline(context.stores);
      const entry = outline?.entries[outline.cursor];
      updatePager(context, { outline: undefined });
      const open = selectPager(context.stores);
      if (open !== undefined && entry !== undefined) {
        goToMessage(context, open, entry.first);
      }
    },
  },
  {
    id: 'outline.filter',
    title: 'Show only entries with some words',
    hint: 'filter',
    scope: 'outline',
    opensField: true,
    run(context) {
      const before = context.stores.view.getState().pager?.outline?.filter ?? '';
      const setFilter = (filter: string) => updateOutline(context, { filter });
      openDialog(context, {
        kind: 'text',
        title: 'Filter the outline',
        lines: [],
        label: '/',
        initial: before,
        enterDoes: 'keeps it',
        findProblem: () => undefined,
        onChange: setFilter,
        onCancel: () => setFilter(before),
        submit: setFilter,
        dangerous: false,
      });
    },
  },
  {
    id: 'outline.close',
    title: 'Show all entries again, then go back to the transcript',
    hint: 'back',
    scope: 'outline',
    run(context) {
      const filter = context.stores.view.getState().pager?.outline?.filter ?? '';
      if (filter === '') {
        updatePager(context, { outline: undefined });
      } else {
        updateOutline(context, { filter: '' });
      }
    },
  },
];
