import type { Ecosystem } from '../../contract/values.ts';
import type { PackageVersion } from './package-facts.ts';
import type { Random } from './random.ts';
import { weighted } from './weighted.ts';

/** A package manager: how it is called for one package, for a whole lock file and for an audit. */
export interface PackageTool {
  readonly command: string;
  readonly version: string;
  readonly share: number;
  readonly lockFile: string;
  readonly one: readonly string[];
  readonly all: readonly string[];
  readonly audit: readonly string[];
  /** What stands between name and version in an argument. */
  readonly pin: string;
}

const words = (text: string): readonly string[] => text.split(' ');

const tool = (
  command: string,
  version: string,
  share: number,
  lockFile: string,
  calls: readonly [one: string, all: string, audit: string],
  pin = '@',
): PackageTool => ({
  command,
  version,
  share,
  lockFile,
  one: words(calls[0]),
  all: words(calls[1]),
  audit: words(calls[2]),
  pin,
});

const TOOLS = {
  npm: weighted(
    [
      tool('npm', '11.6.2', 48, 'package-lock.json', ['install', 'ci', 'audit --json']),
      tool('npm', '10.9.3', 14, 'package-lock.json', ['install', 'ci', 'audit --json']),
      tool('pnpm', '10.18.1', 26, 'pnpm-lock.yaml', ['add', 'install --frozen-lockfile', 'audit --json']),
      tool('yarn', '4.10.3', 8, 'yarn.lock', ['add', 'install --immutable', 'npm audit --recursive']),
      tool('bun', '1.3.0', 4, 'bun.lock', ['add', 'install --frozen-lockfile', 'audit']),
    ],
    ({ share }) => share,
  ),
  pip: weighted(
    [
      tool('pip', '25.2', 52, 'requirements.txt', ['install', 'install -r requirements.txt', 'check'], '=='),
      tool('uv', '0.9.2', 36, 'uv.lock', ['add', 'sync --locked', 'tree --locked'], '=='),
      tool('poetry', '2.2.1', 12, 'poetry.lock', ['add', 'install --sync', 'check --lock'], '=='),
    ],
    ({ share }) => share,
  ),
  go: weighted(
    [
      tool('go', '1.25.3', 75, 'go.sum', ['get', 'mod download', 'mod verify']),
      tool('go', '1.24.8', 25, 'go.sum', ['get', 'mod download', 'mod verify']),
    ],
    ({ share }) => share,
  ),
  cargo: weighted(
    [
      tool('cargo', '1.90.0', 80, 'Cargo.lock', ['add', 'fetch --locked', 'audit --json']),
      tool('cargo', '1.88.0', 20, 'Cargo.lock', ['add', 'fetch --locked', 'audit --json']),
    ],
    ({ share }) => share,
  ),
} as const;

/** The tool that an install or audit of that ecosystem was run with. */
export function drawTool(random: Random, ecosystem: Ecosystem): PackageTool {
  return TOOLS[ecosystem].draw(random);
}

/** The arguments that install exactly that version: `install lodash@4.17.21`. */
export function argumentsForOne({ one, pin }: PackageTool, facts: PackageVersion): readonly string[] {
  return [...one, `${facts.package}${pin}${facts.version}`];
}
