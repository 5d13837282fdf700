/** Which organization the console talks to, by all that distinguishes it from others of the same user. */
export interface Organization {
  /** What the user calls it: the title or the name of its profile; undefined without a profile. */
  readonly name: string | undefined;
  /** Host and path of the server: one host may serve several. Undefined where nobody else has the server. */
  readonly server: string | undefined;
  /** The fingerprint of the key: one URL may serve several, too. */
  readonly key: string | undefined;
}

/** `Acme at host.example/api/v1, key 3f9a…`: how questions name the organization before something is changed. */
export function organizationText({ name, server, key }: Organization): string {
  const place = [name, server].filter((part) => part !== undefined).join(' at ');
  return key === undefined ? place : `${place}, key ${key}`;
}
