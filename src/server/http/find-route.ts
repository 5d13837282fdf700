import { BASE_PATH } from '../../contract/endpoints.ts';
import type { Route } from './route.ts';
import { RequestError } from './answer.ts';

export interface FoundRoute {
  /** Undefined for OPTIONS. */
  readonly route: Route | undefined;
  readonly id: string;
  /** What the path allows, as the `Allow` header has it. */
  readonly allow: string;
}

const BASE = BASE_PATH.split('/').slice(1);

/**
 * The route of a method and the decoded segments of a path. A path written out is preferred to one with `{id}`, so
 * that `/sessions/calendar` is never taken for a session. Throws a RequestError: 404 for a path that does not exist, 405
 * for a method that the path does not have.
 */
export function findRoute(routes: readonly Route[], method: string, segments: readonly string[]): FoundRoute {
  const path = BASE.every((part, index) => segments[index] === part) ? segments.slice(BASE.length) : [];
  const matching = routes
    .map((route) => ({ route, match: matchPath(route.endpoint.path, path) }))
    .filter((candidate) => candidate.match !== undefined);
  const exact = matching.filter((candidate) => candidate.match?.id === '');
  const candidates = exact.length > 0 ? exact : matching;
  if (candidates.length === 0) {
    throw new RequestError(404, 'There is no such endpoint');
  }
  const methods = candidates.map((candidate) => candidate.route.endpoint.method);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = candidates.find((candidate) => candidate.route.endpoint.method === wanted);
  if (found === undefined && method !== 'OPTIONS') {
    throw new RequestError(405, `The method is not allowed here; allowed are ${allow}`, { Allow: allow });
  }
  return { route: found?.route, id: found?.match?.id ?? '', allow };
}

function matchPath(pattern: string, path: readonly string[]): { readonly id: string } | undefined {
  const parts = pattern.split('/').slice(1);
  let id = '';
  for (const [index, part] of parts.entries()) {
    if (part === '{id}') {
      id = path[index] ?? '';
    }
    if (part === '{id}' ? id === '' : part !== path[index]) {
      return undefined;
    }
  }
  return parts.length === path.length ? { id } : undefined;
}
