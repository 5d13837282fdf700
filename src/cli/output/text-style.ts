import { systemClock } from '../../lib/clock.ts';
import { speaksUtf8, wantsColour } from '../../host/config/terminal-environment.ts';
import type { Layout, TextStyle } from './styled-text.ts';

/** What standard output can show: colours on a terminal or where they are forced, ASCII where the locale or a flag asks for it. */
export function styleOfOutput(flags: StyleFlags): TextStyle {
  return styleOf(process.stdout, { kind: 'pipe' }, flags);
}

/** What standard error can show. */
export function styleOfErrors(flags: StyleFlags): TextStyle {
  return styleOf(process.stderr, { kind: 'log', columns: WIDEST_IN_LOG }, flags);
}

interface StyleFlags {
  readonly ascii?: true;
}

/** Columns of one value in a log: no name that is meant is as long. */
const WIDEST_IN_LOG = 200;

/** Columns of a terminal that does not say how many it has. */
export const USUAL_COLUMNS = 80;

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

function styleOf({ isTTY, columns }: Stream, otherwise: Layout, { ascii }: StyleFlags): TextStyle {
  return {
    colour: wantsColour(process.env, isTTY),
    ascii: ascii === true || !speaksUtf8(process.env),
    layout: isTTY ? { kind: 'terminal', columns: columns || USUAL_COLUMNS } : otherwise,
    // What is followed may go on into the next one.
    get thisYear() {
      return new Date(systemClock.now()).getUTCFullYear();
    },
  };
}
