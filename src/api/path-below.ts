import type { RequestFacts } from './errors.ts';

/** What is decoded more often than this is meant to be misread. */
const MOST_DECODED = 5;

/**
 * A path below the base URL and its query, from what a person typed. Throws a RangeError, whose sentence says what to type, for
 * all that a server, a proxy or a URL could take for something else than a place below it: the key goes along.
 */
export function pathBelow(baseUrl: URL, text: string): Pick<RequestFacts, 'path' | 'query'> {
  if (/^[a-z][a-z\d+.-]*:/i.test(text) || /^[/\\]{2}/.test(text)) {
    throw new RangeError('A path stands behind the base URL, as /events?limit=5: it is no URL of its own.');
  }
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\#]/.test(text)) {
    throw new RangeError('A path holds printable ASCII without \\ and #: write anything else as %XX.');
  }
  const base = baseUrl.pathname.replace(/\/$/, '');
  const url = new URL(baseUrl.href);
  const [path = '', ...query] = text.replace(/^\/?/, '/').split('?');
  if (hasStepUp(path)) {
    throw new RangeError(
      'A path holds no . or .. and no damaged %XX: nothing above the base URL is asked for.',
    );
  }
  url.pathname = `${base}${path}`;
  url.search = query.length === 0 ? '' : `?${query.join('?')}`;
  if (url.origin !== baseUrl.origin || !url.pathname.startsWith(`${base}/`)) {
    throw new RangeError('A path stands behind the base URL, as /events?limit=5.');
  }
  return { path: url.pathname.slice(base.length), query: url.search };
}

/** Whether a path steps aside, however often it is written in %XX. */
function hasStepUp(path: string): boolean {
  let text = path;
  for (let round = 0; round < MOST_DECODED; round++) {
    if (text.split(/[/\\;]/).some((segment) => segment === '.' || segment === '..')) {
      return true;
    }
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      return true;
    }
    if (decoded === text) {
      return false;
    }
    text = decoded;
  }
  return true;
}
