import { speaksUtf8, wantsColour } from '../terminal-environment.ts';
import type { TextStyle } from './styled-text.ts';

/** What standard output can show: colours only on a terminal, ASCII where the locale or a flag asks for it. */
export function styleOfOutput(flags: StyleFlags): TextStyle {
  return styleOf(process.stdout.isTTY, flags);
}

/** What standard error can show. */
export function styleOfErrors(flags: StyleFlags): TextStyle {
  return styleOf(process.stderr.isTTY, flags);
}

interface StyleFlags {
  readonly ascii?: true;
}

function styleOf(isTerminal: boolean, { ascii }: StyleFlags): TextStyle {
  return {
    colour: isTerminal && wantsColour(process.env),
    ascii: ascii === true || !speaksUtf8(process.env),
  };
}
