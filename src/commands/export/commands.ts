import { latePart } from '../../lib/late-part.ts';
import type { Command, CommandContext } from '../command.ts';

/** Copies and exports. What they need is loaded with the first of them. */
export const exportCommands: readonly Command[] = [
  {
    id: 'items.copy',
    title: 'Copy a value, the row, what is marked, or a field of the detail',
    hint: 'copy',
    scope: 'list',
    run: (context) => void copy(context),
  },
  {
    id: 'items.export',
    title: 'Export the list, what is marked or the row to a file',
    hint: 'export',
    scope: 'list',
    run: (context) => void exportAll(context),
  },
  {
    id: 'page.copy',
    title: 'Copy a value, the row or the whole page',
    hint: 'copy',
    scope: 'page',
    run: (context) => void copy(context),
  },
  {
    id: 'page.export',
    title: 'Export the whole page, one of its lists or the row to a file',
    hint: 'export',
    scope: 'page',
    run: (context) => void exportAll(context),
  },
  {
    id: 'overview.copy',
    title: 'Copy what is under the cursor, or the whole overview',
    hint: 'copy',
    scope: 'overview',
    run: (context) => void copy(context),
  },
  {
    id: 'overview.export',
    title: 'Export the overview or one of its blocks to a file',
    hint: 'export',
    scope: 'overview',
    run: (context) => void exportAll(context),
  },
];

const loadCopying = latePart(() => import('./choose-copy.ts'));
const loadExporting = latePart(() => import('./choose-export.ts'));

async function copy(context: CommandContext): Promise<void> {
  const { copyFromPane } = await loadCopying();
  copyFromPane(context);
}

async function exportAll(context: CommandContext): Promise<void> {
  const { exportFromPane } = await loadExporting();
  exportFromPane(context);
}
