import type { Tab } from '../stores/view-store.ts';

/** The flags of the console, as the command line reads them. */
export interface ConsoleFlags {
  readonly demo?: true;
  readonly baseUrl?: string;
  readonly write?: true;
  readonly readOnly?: true;
  readonly tab?: Tab;
  readonly ascii?: true;
}
