import type { Clock } from '../../lib/clock.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { Choices } from '../base/choices.ts';
import type { Database } from '../db/database.ts';
import type { Answer } from './answer.ts';

/** What every route works with. */
export interface RouteContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly choices: Choices;
}

/** A request that was let through: its key is valid and may do this. */
export interface RouteRequest {
  /** The organization that owns the key; all that is read or written belongs to it. Of no meaning without a key. */
  readonly organization: number;
  /** What stands for `{id}` in the path, decoded; empty for paths without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Empty unless it is a PUT. */
  readonly body: Buffer;
}

/** One endpoint of the specification and how it is answered. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Throws a RequestError for what is wrong with the request. */
  readonly answer: (context: RouteContext, request: RouteRequest) => Answer;
}
