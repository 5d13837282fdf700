import { lazyImport } from '../../lib/lazy-import.ts';
import type { Command, CommandContext } from '../base/command.ts';

/** Copies and exports. What they need is loaded with the first of them. */
export const exportCommands: readonly Command[] = [
  {
    id: 'items.copy',
    title: 'Copy a value, the row, what is marked, or a field of the detail',
    hint: 'copy',
    scope: 'list',
    onRow: true,
    run: copy,
  },
  {
    id: 'items.export',
    title: 'Export the list, what is marked or the row to a file',
    hint: 'export',
    scope: 'list',
    onRow: true,
    run: exportAll,
  },
  {
    id: 'page.copy',
    title: 'Copy a value, the row or the whole page',
    hint: 'copy',
    scope: 'page',
    onRow: true,
    run: copy,
  },
  {
    id: 'page.export',
    title: 'Export the whole page, one of its lists or the row to a file',
    hint: 'export',
    scope: 'page',
    onRow: true,
    run: exportAll,
  },
  {
    id: 'view.copy-command',
    title: 'Copy what is shown as a command, filters included',
    scope: 'global',
    run: copyAsCommand,
  },
  {
    id: 'overview.copy',
    title: 'Copy what is under the cursor, or the whole overview',
    hint: 'copy',
    scope: 'overview',
    onRow: true,
    run: copy,
  },
  {
    id: 'overview.export',
    title: 'Export the overview or one of its blocks to a file',
    hint: 'export',
    scope: 'overview',
    run: exportAll,
  },
];

const loadCopying = lazyImport(() => import('./copy-shown.ts'));
const loadViewing = lazyImport(() => import('./copy-view.ts'));
const loadExporting = lazyImport(() => import('./export-shown.ts'));

async function copyAsCommand(context: CommandContext): Promise<void> {
  const { copyView } = await loadViewing();
  copyView(context);
}

async function copy(context: CommandContext): Promise<void> {
  const { copyShown } = await loadCopying();
  copyShown(context);
}

async function exportAll(context: CommandContext): Promise<void> {
  const { exportShown } = await loadExporting();
  exportShown(context);
}
