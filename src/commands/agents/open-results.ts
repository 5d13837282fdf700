import { openDialog, type CommandContext } from '../base/command.ts';

/** Opens what becomes of the last action on agents. */
export function openResults(context: CommandContext): void {
  openDialog(context, { kind: 'agent-results', cursor: undefined, onlyProblems: false });
}
