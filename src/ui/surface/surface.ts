import type { Tab } from '../../stores/base/tab.ts';

/** What stands between the tabs and the hints: the pane of a tab, a page over it, or the transcript of a session. */
export type PaneName = Tab | 'entity' | 'transcript';

/**
 * A part of the screen that is laid out and mounted by Ink, and painted past it: its lines go to the terminal on a key or on
 * data without a commit.
 */
export type SurfaceName =
  PaneName | 'status' | 'tabs' | 'covered' | 'dialog' | 'stopped' | 'notice' | 'hints' | 'too-small';

/** Where on the screen it stands. */
export interface Place {
  readonly top: number;
  readonly rows: number;
}

export interface PlacedSurface extends Place {
  readonly name: SurfaceName;
}
