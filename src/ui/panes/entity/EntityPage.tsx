import { Surface } from '../../surface/Surface.tsx';

/** All that is known of an agent, a package or a reason, over a pane. Painted by `entity-pane.ts`. */
export function EntityPage() {
  return <Surface name="entity" />;
}
