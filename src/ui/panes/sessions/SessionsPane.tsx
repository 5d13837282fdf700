import { Surface } from '../../surface/Surface.tsx';

/** The sessions of coding agents. Painted by `sessions-pane.ts`. */
export function SessionsPane() {
  return <Surface name="sessions" />;
}
