import type { HuntDialog } from '../../stores/view/dialog-states.ts';
import { openDialog, topDialog, updateDialog, type CommandContext } from '../base/command.ts';

const OPEN: Omit<HuntDialog, 'kind' | 'number'> = {
  cursor: undefined,
  marks: new Set(),
  shown: [],
  search: '',
  sort: undefined,
  withUnclear: false,
};

/** Shows the last hunt from its first row on. */
export function showHunt(context: CommandContext): void {
  if (topDialog(context, 'hunt') === undefined) {
    openDialog(context, { kind: 'hunt', ...OPEN });
  } else {
    updateDialog(context, 'hunt', OPEN);
  }
}
