import type { Style, Theme } from '../../theme.ts';
import { trusted, type Line } from '../line.ts';
import { amountOf, stepsOf } from './amount.ts';

/** Steps that one cell can show. */
const STEPS = 8;

/**
 * A share from 0 to 1 as a bar that lies, exactly so many columns wide. More than nothing is never drawn as nothing, and
 * less than all is never drawn as all. With a track, what is left of the whole can be seen, too.
 */
export function barLine(
  share: number,
  {
    columns,
    theme,
    style,
    hasTrack = false,
  }: {
    readonly columns: number;
    readonly theme: Theme;
    readonly style: Style;
    readonly hasTrack?: boolean;
  },
): Line {
  const width = Math.max(0, columns);
  const whole = width * STEPS;
  const steps = Math.min(stepsOf(share, 1, whole), amountOf(share) < 1 ? Math.max(1, whole - 1) : whole);
  const filled = Math.floor(steps / STEPS);
  const rest = theme.filling[steps % STEPS] ?? '';
  const drawn = `${(theme.filling[STEPS] ?? '').repeat(filled)}${steps % STEPS === 0 ? '' : rest}`;
  const left = Math.max(0, width - drawn.length);
  return [
    trusted(drawn, style),
    hasTrack ? trusted((theme.shades[0] ?? ' ').repeat(left), 'dim') : trusted(' '.repeat(left)),
  ];
}
