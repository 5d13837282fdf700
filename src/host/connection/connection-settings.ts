import type { ApiKey } from '../../api/api-key.ts';

/** Which server, and with which key. */
export interface ConnectionSettings {
  readonly baseUrl: URL;
  readonly key: ApiKey;
  /** Certificates that are trusted beside the usual ones. */
  readonly certificateFile?: string | undefined;
}

/** The flags that say which connection, on every command that talks to a server. */
export interface ConnectionFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly write?: true;
  readonly readOnly?: true;
}
