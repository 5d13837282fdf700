/**
 * How much was kept off the screen because it is neither a cell nor a known attribute. It stays 0 as long as all text was
 * made safe before it came here. One counter is shared by all that draw.
 */
export interface RejectedCells {
  count: number;
}

/** What is said of it when the console ends; undefined when there is nothing to say. */
export function reportOfDropped(count: number): string | undefined {
  return count === 0
    ? undefined
    : `${count === 1 ? '1 piece' : `${count} pieces`} of output could not be shown and was kept from the terminal. Please report this.`;
}
