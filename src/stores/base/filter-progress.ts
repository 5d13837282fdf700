/** How far a filter has come: all that will pass is known once as many were looked at as there are. */
export interface FilterProgress {
  readonly looked: number;
  readonly of: number;
}
