import type { Command, CommandContext } from '../command.ts';

/** Copies and exports. What they need is loaded with the first of them. */
export const exportCommands: readonly Command[] = [
  {
    id: 'items.copy',
    title: 'Copy a value, the row or what is marked',
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
];

async function copy(context: CommandContext): Promise<void> {
  const { copyFromPane } = await import('./choose-copy.ts');
  copyFromPane(context);
}

async function exportAll(context: CommandContext): Promise<void> {
  const { exportFromPane } = await import('./choose-export.ts');
  exportFromPane(context);
}
