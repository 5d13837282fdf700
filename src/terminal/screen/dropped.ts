/**
 * How much was kept off the screen because it is neither a cell nor a known attribute (design, safety: a guard on
 * stdout). It stays 0 as long as all text was made safe before it came here. One counter is shared by all that draw.
 */
export interface Dropped {
  count: number;
}
