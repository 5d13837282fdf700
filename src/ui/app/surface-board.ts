import type { CellRow } from '../../terminal/screen/cell-row.ts';
import { isDrawnByInk } from '../dialogs/dialog-picture.ts';
import type { Place, PlacedSurface, SurfaceName } from '../surface/surface.ts';
import { isSameLayout, type ShellLayout } from './shell-layout.ts';

/**
 * What the writer and the Ink tree know of each other: how the screen is to be shared out, which surfaces are mounted and
 * where Ink has placed them, and the rows that Ink drew itself.
 */
export class SurfaceBoard {
  readonly #mounted = new Map<SurfaceName, () => Place>();
  readonly #listeners = new Set<() => void>();
  #layout: ShellLayout | undefined;
  #laidOut: ShellLayout | undefined;
  #surfaces: readonly PlacedSurface[] = [];
  #commit: () => void = () => undefined;
  #inkRows: readonly CellRow[] = [];
  /** The number of the dialog that Ink drew last; undefined where it drew none. */
  #drawn: number | undefined;

  /** How the tree is to share the screen out; undefined before the first frame. */
  readonly getLayout = (): ShellLayout | undefined => this.#layout;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Has the tree follow in the same turn of the event loop, once what runs now has ended, where anything is to change. */
  layOut(layout: ShellLayout): void {
    if (this.#layout === undefined || !isSameLayout(this.#layout, layout)) {
      this.#layout = layout;
      this.#listeners.forEach((listener) => listener());
    }
  }

  /** Has the tree follow before this returns. */
  layOutNow(layout: ShellLayout): void {
    const before = this.#layout;
    this.layOut(layout);
    if (this.#layout !== before) {
      this.#commit();
    }
  }

  /** Takes what makes the tree commit at once. */
  commitWith(commit: () => void): void {
    this.#commit = commit;
  }

  /** Takes a surface that is mounted, and how to find out where; what is returned takes it away. */
  readonly mount = (name: SurfaceName, place: () => Place): (() => void) => {
    this.#mounted.set(name, place);
    return () => void this.#mounted.delete(name);
  };

  /** Says that Ink has shared the screen out so: surfaces stand where they stand until it does so again. */
  noteLaidOut(layout: ShellLayout | undefined): void {
    this.#laidOut = layout;
    this.#surfaces = Array.from(this.#mounted, ([name, place]) => ({ name, ...place() })).sort(
      (one, other) => one.top - other.top,
    );
  }

  /** The surfaces, where Ink placed them; undefined while the layout of the screen is to change. */
  surfacesOf(layout: ShellLayout): readonly PlacedSurface[] | undefined {
    return this.#laidOut !== undefined && isSameLayout(this.#laidOut, layout) ? this.#surfaces : undefined;
  }

  /** Takes what Ink drew, a row each, and says whether any of it is to be seen. */
  takeInkRows(rows: readonly CellRow[]): boolean {
    const { dialog } = this.#layout ?? {};
    this.#inkRows = rows;
    this.#drawn = isDrawnByInk(dialog) ? dialog?.number : undefined;
    return this.#drawn !== undefined;
  }

  get inkRows(): readonly CellRow[] {
    return this.#inkRows;
  }

  /** Whether it is the dialog that Ink drew last. */
  hasDrawn(number: number | undefined): boolean {
    return this.#drawn === number;
  }
}
