import type { Command } from '../../../commands/base/command.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, trusted, type Line } from '../../widgets/line.ts';
import { problemIn } from '../../../commands/app/open-field.ts';
import type { Known } from './heard.ts';
import { saidKey } from './said-key.ts';

/** A key of which nothing was said yet. */
export interface PressedKey {
  readonly chord: string;
  readonly command: Command | undefined;
  /** What it does is said later, or was said before. */
  readonly isPassed: boolean;
}

/** What is said of a key that did nothing that can be heard. What takes longer is said once it is done. */
export function saySilentKey(
  pressed: PressedKey | undefined,
  known: Known | undefined,
  { ascii }: Theme,
): readonly Line[] {
  if (pressed === undefined) {
    return [];
  }
  const { chord, command, isPassed } = pressed;
  if (command === undefined) {
    return [[trusted(saidKey(chord, ascii)), trusted(' does nothing here.')]];
  }
  if (command.id.startsWith('tab.')) {
    return [[trusted(known?.title ?? '')]];
  }
  if (isPassed || command.id.startsWith('app.')) {
    return [];
  }
  const problem = problemIn(known?.dialog);
  if (problem !== undefined) {
    return [[trusted('Not taken: '), ...untrusted(problem, { profile: 'cell', ascii })]];
  }
  return [[trusted(command.moves === true ? 'Nothing further.' : 'Nothing changed.')]];
}
