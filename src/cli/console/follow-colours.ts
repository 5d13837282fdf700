import type { Clock } from '../../lib/clock.ts';
import { AskColours } from '../../terminal/colours/ask-colours.ts';
import { isLight } from '../../terminal/colours/terminal-colours.ts';
import type { ReplySource } from '../../terminal/input/reply-source.ts';
import { USED_COLOURS } from '../../ui/looks.ts';
import type { Theme } from '../../ui/theme.ts';

export interface FollowColoursOptions {
  readonly theme: Pick<Theme, 'suit'>;
  /** What somebody has said of the background; undefined where the terminal is trusted. */
  readonly background: 'light' | 'dark' | undefined;
  readonly input: ReplySource;
  readonly clock: Clock;
  readonly send: (sequence: string) => void;
  /** Is called when something looks another way now. */
  readonly onChange: () => void;
}

/** Lets the theme follow the colours that the terminal has, as soon as it is asked for them. */
export function followColours({
  theme,
  background,
  onChange,
  ...terminal
}: FollowColoursOptions): AskColours {
  return new AskColours({
    ...terminal,
    numbers: USED_COLOURS,
    onAnswer: (colours) => {
      const light = background === undefined ? isLight(colours.background) : background === 'light';
      if (theme.suit({ light, colours })) {
        onChange();
      }
    },
  });
}
