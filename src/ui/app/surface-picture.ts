import type { PanePicture } from '../panes/pane.ts';
import type { Line, Size } from '../widgets/line.ts';
import type { ShellLayout } from './shell-layout.ts';

/** A surface as it is to be shown now. */
export interface SurfacePicture {
  readonly lines: readonly Line[];
  /** The same with what matters most alone, as a slow terminal is shown them first; undefined where nothing can wait. */
  readonly firstLines?: (() => readonly Line[]) | undefined;
  /** Notes what of it is on the screen, once all is painted: keys go by that. */
  readonly noteSeen?: () => void;
  /** The pane that it is. */
  readonly pane?: PanePicture;
}

/** What is the same for all surfaces of a frame. */
export interface Moment {
  readonly now: number;
  readonly layout: ShellLayout;
}

/** Paints a surface, and changes nothing: what the stores hold, the size and the time decide what it is. */
export type PaintSurface = (size: Size, moment: Moment) => SurfacePicture;
