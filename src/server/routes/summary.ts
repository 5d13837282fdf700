import { ENDPOINTS } from '../../contract/endpoints.ts';
import { ECOSYSTEMS, OUTCOMES } from '../../contract/values.ts';
import { ecosystemOfCode, outcomeOfCode } from '../db/codes.ts';
import { countByKind } from '../db/event-counts.ts';
import { ok } from '../http/answer.ts';
import type { Route } from '../http/route.ts';

const DAY = 24 * 60 * 60 * 1000;

/** GET /stats/summary: the events of the period that ends now. Every outcome and ecosystem is there, at 0 if need be. */
export const getSummary: Route = {
  endpoint: ENDPOINTS.getSummary,
  answer({ database, clock, choices }, { organization }) {
    const period = choices['summary-period'];
    const now = clock.now();
    const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
    const ecosystems = Object.fromEntries(ECOSYSTEMS.map((ecosystem) => [ecosystem, 0]));
    let total = 0;
    const window = { from: now - Number.parseInt(period, 10) * DAY, to: now + 1 };
    for (const { outcome, ecosystem, count } of countByKind(database, organization, window)) {
      total += count;
      outcomes[outcomeOfCode(outcome)]! += count;
      ecosystems[ecosystemOfCode(ecosystem)]! += count;
    }
    return ok({ total_events: total, outcomes, ecosystems, period });
  },
};
