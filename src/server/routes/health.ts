import { ENDPOINTS } from '../../contract/endpoints.ts';
import { ok } from '../http/answer.ts';
import { showTime } from './present.ts';
import type { Route } from '../http/route.ts';

/** The version of the service, which is neither that of the API nor that of a policy ("Versioning"). */
const SERVICE_VERSION = '1.0.0';

/** GET /health, without a key. A database that does not answer makes it a 500. */
export const health: Route = {
  endpoint: ENDPOINTS.health,
  answer({ database, clock }) {
    database.one('SELECT 1 FROM organizations');
    return ok({
      status: 'ok',
      timestamp: showTime(clock.now()),
      version: SERVICE_VERSION,
      database: 'connected',
    });
  },
};
