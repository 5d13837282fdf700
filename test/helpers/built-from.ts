import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Why a program is not what its sources say now, as a sentence; undefined when it was built since the last of them changed. */
export function whyNotBuiltFrom(sources: string, program: string): string | undefined {
  const built = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  // A folder changes when a file in it is removed.
  const changed = ['', ...readdirSync(sources, { encoding: 'utf8', recursive: true })].find(
    (path) => !path.endsWith('.md') && statSync(join(sources, path)).mtimeMs > built,
  );
  return changed === undefined
    ? undefined
    : `${program} is older than ${join(sources, changed)}: run npm run build first, or npm test, which does.`;
}
