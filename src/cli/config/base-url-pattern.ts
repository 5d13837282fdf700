const HOST = String.raw`(\[[\dA-Fa-f:.]+\]|[!"$&-.\d;=A-Z_a-z{}~]+)`;
const LOOPBACK = String.raw`([Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|\[::1\]|127(\.\d{1,3}){1,3})`;
const PATH = String.raw`/[!"$->@-[\]-~]*`;

/**
 * What a base URL looks like, as a regular expression for editors. What passes it and is refused by `parseBaseUrl` all the
 * same has a host or a port that no URL can have.
 */
export const BASE_URL_PATTERN = String.raw`^\s*([Hh][Tt][Tt][Pp][Ss]://${HOST}|[Hh][Tt][Tt][Pp]://${LOOPBACK})(:\d{0,5})?(${PATH})?\s*$`;
