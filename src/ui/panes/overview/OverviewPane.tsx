import { Surface } from '../../surface/Surface.tsx';

/** What the organization is like, and what has to be looked at. Painted by `overview-pane.ts`. */
export function OverviewPane() {
  return <Surface name="overview" />;
}
