import { DEFAULT_CHOICES } from '../../../src/server/base/choices.ts';
import { showEvent } from '../../../src/server/routes/present.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';

/** The end of the history that the events are taken from. */
const UNTIL = Date.parse('2026-03-02T09:00:00Z');

/** So many events of the synthetic organization as the service sends them, oldest first. The same ones every time. */
export function sampleEvents(count: number): readonly object[] {
  const organization = createSyntheticOrganization({
    seed: 7,
    agents: 400,
    events: count,
    sessions: 0,
    eventsPerSecond: 0,
    policySyncSeconds: 900,
    until: UNTIL,
  });
  return [...organization.history()]
    .flatMap(({ events }) => events)
    .slice(0, count)
    .map((event) => showEvent(event, DEFAULT_CHOICES));
}
