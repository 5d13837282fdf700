import type { HostByClient } from '../../stores/events/event-filter.ts';
import type { EventsStore } from '../../stores/events/events-store.ts';
import { NO_EVENT_FILTERS } from '../../stores/events/events-view.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { findNearMiss } from '../../stores/view/near-miss.ts';
import { whyNoneAdvice } from '../../stores/view/near-miss-sentence.ts';

/**
 * What would pass among the events that were read if a field needed only hold its value, or what of the filter none of them
 * passes, in sentences; none where there is nothing to say.
 */
export function whyNoEvent(
  { getState }: Pick<EventsStore, 'getState'>,
  text: string,
  hosts: HostByClient,
  { now, zone }: QueryClock,
): readonly string[] {
  const search = findNearMiss('events', getState().rows, text, NO_EVENT_FILTERS, hosts, now, zone);
  for (;;) {
    const step = search.next();
    if (step.done === true) {
      return whyNoneAdvice(step.value);
    }
  }
}
