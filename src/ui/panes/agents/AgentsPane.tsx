import { Surface } from '../../surface/Surface.tsx';

/** The agents. Painted by `agents-pane.ts`. */
export function AgentsPane() {
  return <Surface name="agents" />;
}
