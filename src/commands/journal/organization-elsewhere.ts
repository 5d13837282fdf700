import { asUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import type { Organization } from '../../stores/base/organization.ts';

/** In which organization a change was made, by server and key, where that is another one than the console talks to; undefined where it is not. */
export function organizationElsewhere(
  { origin }: Pick<JournalRow, 'origin'>,
  own: Organization,
): Untrusted | undefined {
  const valueOf = (label: string) => origin.find((line) => line.label === label)?.value;
  if (valueOf('demo') !== undefined) {
    return own.server === undefined ? undefined : asUntrusted('the demo');
  }
  const [url, key] = [valueOf('server'), valueOf('key fingerprint')];
  const server = url === undefined ? undefined : asUntrusted(placeOf(url));
  const isKeyOther = own.key !== undefined && key !== undefined && key !== asUntrusted(own.key);
  const isServerOther =
    own.server !== undefined && server !== undefined && server !== asUntrusted(placeOf(own.server));
  if (server === undefined || !(isKeyOther || isServerOther)) {
    return undefined;
  }
  return isKeyOther ? untrustedText`${server}, key ${key}` : server;
}

/** Host and path of a URL. */
function placeOf(url: string): string {
  return url.replace(/^https:\/\//, '').replace(/\/$/, '');
}
