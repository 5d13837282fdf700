import { eventSchema, type SecurityEvent } from '../contract/event.ts';
import { parsePage, type Page } from '../contract/pagination.ts';
import type { EventsQuery } from '../contract/queries.ts';
import type { Answered, Client } from './client.ts';

/** GET /events: one page of security and audit events, in an order that the specification does not state. */
export function listEvents(
  client: Client,
  query: EventsQuery = {},
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Page<SecurityEvent>>> {
  // Following the feed asks for other times each time.
  return client.call('listEvents', { query, signal, purpose, once: true }, (body) =>
    parsePage(body, 'events', eventSchema),
  );
}
