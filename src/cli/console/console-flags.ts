import type { Background } from '../../host/config/background.ts';
import type { Tab } from '../../stores/base/tab.ts';
import type { ConnectionFlags } from '../../host/connection/connection-settings.ts';

/** The flags of the console, as the command line reads them. */
export interface ConsoleFlags extends ConnectionFlags {
  readonly demo?: true;
  readonly tab?: Tab;
  readonly filter?: string;
  readonly background?: Background;
  readonly ascii?: true;
  readonly accessible?: true;
  readonly debug?: true;
}
