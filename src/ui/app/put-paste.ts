import type { Command, CommandContext } from '../../commands/base/command.ts';
import { openFieldOf, type OpenField } from '../../commands/app/open-field.ts';
import { countAgain, noteIgnored } from '../../commands/base/notices.ts';
import { runCommand } from '../../commands/base/run-command.ts';
import { COMMANDS } from '../../commands/app/registry.ts';
import { activeScopes } from '../../commands/base/scopes.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { LeftOut } from '../../terminal/input/pasted-text.ts';

export const PASTE_IGNORED = 'Ignored: this came like a paste, and only a text field takes one.';

/** Puts what was pasted into the open field, or into the one that a list opens for it, and says what the field does not hold. */
export function putPaste(context: CommandContext, text: string, leftOut: LeftOut | undefined): void {
  const field = openFieldOf(context) ?? openedFor(context);
  if (field === undefined) {
    noteIgnored(context, PASTE_IGNORED);
    return;
  }
  countAgain(context);
  context.stores.faults.run('typing into a field', () => field.type(text));
  const sentence = leftOutSentence(leftOut);
  if (sentence !== undefined) {
    noteIgnored(context, sentence);
  }
}

/** Whether several lines are a text for what is open. */
export function takesLines(context: CommandContext): boolean {
  const field = openFieldOf(context);
  return field === undefined ? commandFor(context) !== undefined : field.takesLines;
}

function openedFor(context: CommandContext): OpenField | undefined {
  const command = commandFor(context);
  if (command !== undefined) {
    void runCommand(context, command);
  }
  return command === undefined ? undefined : openFieldOf(context);
}

/** The command that opens a field for a paste. */
function commandFor({ stores }: CommandContext): Command | undefined {
  const scopes = activeScopes(stores.view.getState());
  return COMMANDS.find(({ takesPaste, scope }) => takesPaste === true && scopes.includes(scope));
}

/** What a field does not hold of a paste, as a sentence; undefined when it holds all of it. */
function leftOutSentence({ controls, tooMany }: LeftOut = { controls: 0, tooMany: 0 }): string | undefined {
  const parts = [
    controls === 0 ? '' : `${counted(controls, 'control character')}, which no field takes`,
    tooMany === 0 ? '' : `the last ${counted(tooMany, 'character')}, because it is too long`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `Left out of what was pasted: ${parts.join('; ')}.`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
