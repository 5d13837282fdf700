import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isWithoutHome } from '../files/home-folder.ts';
import { placeProblem, stateFolder, whyNotMade, whyNotWritten, WITHOUT_HOME } from '../state/state-place.ts';

/**
 * The file in which every write from this host is recorded, whichever organization it went to: `vigil/journal.jsonl` in the
 * state folder of the XDG base directory specification.
 */
export function journalPath(environment: NodeJS.ProcessEnv): string {
  return join(stateFolder(environment), 'journal.jsonl');
}

/**
 * Why the journal must not be trusted, neither to be written nor to be read: its folder or itself belongs to others,
 * can be changed by others, or is something else than it should be. Undefined when nothing speaks against it. `facts` are
 * those of the open file, so that nobody can exchange it in between.
 */
export function journalProblem(
  path: string,
  userId: number,
  facts = lstatSync(path, { throwIfNoEntry: false }),
): string | undefined {
  return placeProblem(path, userId, facts, Number.POSITIVE_INFINITY);
}

/** Why nothing can be recorded in the journal, as a sentence; undefined when it can. Nothing is changed to find out. */
export function whyNotNoted(path: string, userId: number): string | undefined {
  if (isWithoutHome(path)) {
    return WITHOUT_HOME;
  }
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    const problem = journalProblem(path, userId, facts);
    if (problem !== undefined || facts === undefined) {
      return problem ?? whyNotMade(dirname(path));
    }
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return `${whyNotWritten(path, error)}.`;
  }
}
