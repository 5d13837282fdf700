import { ENDPOINTS } from '../../contract/endpoints.ts';
import { eventsQuerySchema } from '../../contract/queries.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/values.ts';
import { pageOfEvents } from '../db/events.ts';
import { eventWindow } from '../base/event-window.ts';
import { ok } from '../http/answer.ts';
import { readQuery } from '../http/query.ts';
import { showEvent } from './present.ts';
import { choosePage, showPagination } from './paging.ts';
import type { Route } from '../http/route.ts';

/** GET /events. A `since` behind `until` is a window without events, not an error. */
export const listEvents: Route = {
  endpoint: ENDPOINTS.listEvents,
  answer({ database, choices, random }, { organization, query }) {
    const asked = readQuery(eventsQuerySchema, query);
    const page = choosePage(asked, DEFAULT_PAGE_SIZE.events, choices);
    const { rows, total } = pageOfEvents(database, organization, {
      ...page,
      filter: {
        type: asked.type,
        outcome: asked.outcome,
        ecosystem: asked.ecosystem,
        package: asked.package,
        window: eventWindow(asked.since, asked.until, choices),
      },
      packageMatch: choices['package-match'],
      order: choices['event-order'],
      random,
    });
    return ok({
      events: rows.map((event) => showEvent(event, choices)),
      pagination: showPagination(page, rows.length, total),
    });
  },
};
