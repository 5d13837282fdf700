import { formatCount } from '../../lib/format-number.ts';
import type { LeftOut } from '../../terminal/input/pasted-text.ts';

/** What a field does not hold of a paste, as a sentence; undefined when it holds all of it. */
export function leftOutSentence(
  { controls, tooMany }: LeftOut = { controls: 0, tooMany: 0 },
): string | undefined {
  const parts = [
    controls === 0 ? '' : `${counted(controls, 'control character')}, which no field takes`,
    tooMany === 0 ? '' : `the last ${counted(tooMany, 'character')}, because it is too long`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `Left out of what was pasted: ${parts.join('; ')}.`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
