import { isIPv4 } from 'node:net';

/** Why a text cannot be the base URL, as a sentence that says what to do. */
export class BaseUrlError extends Error {
  override name = 'BaseUrlError';
}

/** A URL parser also reads backslashes as slashes, escaped host names and a scheme without slashes. */
const PLAIN = /^[a-z]+:\/\/[^/\\%]+(\/[^\\]*)?$/i;

/** Whether a host of a URL is this machine by its literal address or the name localhost. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

/**
 * Reads a base URL, which includes the version segment. Its path ends without a slash. Refuses everything by which a key
 * could leave in the clear or go elsewhere: http to another machine, user information, query, fragment, control
 * characters, host names that are not ASCII. Throws a BaseUrlError.
 */
export function parseBaseUrl(text: string): URL {
  const given = text.trim();
  if (/[\p{Cc}\s]/u.test(given)) {
    throw new BaseUrlError('The base URL holds a space or a control character. Take it out.');
  }
  if (/[^\x20-\x7e]/.test(given)) {
    throw new BaseUrlError(
      'The base URL holds a character that is not ASCII, as look-alike names do. Write the name in its xn-- form.',
    );
  }
  const url = URL.parse(given);
  // A URL forgives backslashes, slashes too many or too few, and an encoded host: none of them is what it looks like.
  if (url === null || !PLAIN.test(given)) {
    throw new BaseUrlError('The base URL is not a URL. It looks like https://host.example/api/v1.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new BaseUrlError(
      `The base URL must begin with https://, and this one begins with ${url.protocol}//.`,
    );
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new BaseUrlError(
      `http:// would send the key in the clear to ${url.hostname}. Use https://, or a server on 127.0.0.1, [::1] or localhost.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new BaseUrlError(
      'The base URL holds a user name or a password. Leave it out: the key is all that is sent.',
    );
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(given)) {
    throw new BaseUrlError(
      'The base URL holds a query or a fragment. It ends with its path, such as /api/v1.',
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}
