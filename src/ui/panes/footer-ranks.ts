/** In which order the parts of the line under a pane give way when it is too small: the highest first. */
export const DROP_ORDER = {
  /** What only helps to find one's way. */
  context: 9,
  /** Whatever says the same in fewer words. */
  words: 8,
  /** What is shown in the first row too. */
  shownElsewhere: 7,
  oddities: 6,
  longCause: 5,
  completeness: 4,
  nextTry: 3,
  cause: 2,
  /** What is known to lack. */
  lacking: 1,
} as const;

/** What is left out at these ranks is missed: the line then says where to find it. */
export const MISSED_THROUGH = DROP_ORDER.oddities;
