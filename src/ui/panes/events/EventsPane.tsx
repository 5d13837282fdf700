import { Surface } from '../../surface/Surface.tsx';

/** The feed of events. Painted by `events-pane.ts`. */
export function EventsPane() {
  return <Surface name="events" />;
}
