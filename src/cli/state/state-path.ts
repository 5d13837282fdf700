import { isAbsolute, join } from 'node:path';

import { homeFolder } from '../config/config-file.ts';

/**
 * The file in which the console keeps where the user was with an organization: `vigil/NAME/state.json` in the state
 * folder of the XDG base directory specification. The name is that of a profile or a server.
 */
export function statePath(environment: NodeJS.ProcessEnv, organization: string): string {
  const named = environment['XDG_STATE_HOME'] ?? '';
  // The specification has relative paths ignored: they would depend on the working folder.
  const folder = isAbsolute(named) ? named : join(homeFolder(environment), '.local', 'state');
  return join(folder, 'vigil', folderName(organization), 'state.json');
}

/** A name that stays in its folder: a server has a colon before its port, and a profile may be called `..`. */
function folderName(organization: string): string {
  return organization.replaceAll(/[^\w.-]/g, '_').replace(/^\.*$/, (dots) => `_${dots}`);
}
