import { Surface } from '../../surface/Surface.tsx';

/** The policy, and what of it is about to be changed. Painted by `policy-pane.ts`. */
export function PolicyPane() {
  return <Surface name="policy" />;
}
