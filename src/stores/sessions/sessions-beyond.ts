import type { Failure } from '../base/resource-store.ts';

/** How far the list of sessions was read beyond the part of it that is kept fresh. */
export interface SessionsBeyond {
  readonly state: 'idle' | 'reading' | 'read' | 'full';
  /** Why reading on ended early; it begins again when the cursor moves. */
  readonly failure: Failure | undefined;
}
