import { execFileSync } from 'node:child_process';

import { filesOf, makerOf, type NodeBuild } from './node-binaries.ts';

/** Something that Node contains. */
export interface NodePart {
  readonly name: string;
  readonly version: string;
}

/** Numbers of interfaces, and Node itself, which are no parts. */
const NO_PARTS: readonly string[] = ['node', 'modules', 'napi'];

/** What a build of Node contains, by name, as one of the same version says it that runs here. */
export function partsOfNode(build: NodeBuild): readonly NodePart[] {
  const { binary } = filesOf(makerOf(build));
  const versions = JSON.parse(
    execFileSync(binary, ['--print', 'JSON.stringify(process.versions)'], { encoding: 'utf8' }),
  ) as Readonly<Record<string, string>>;
  return Object.entries(versions)
    .filter(([name, version]) => version !== '' && !NO_PARTS.includes(name))
    .map(([name, version]) => ({ name, version }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
