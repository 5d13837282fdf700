import type { PackageVersion } from './package-facts.ts';
import type { Random } from './random.ts';
import type { Project } from './teams.ts';
import { weighted } from './weighted.ts';

/** A package manager: how it is called for one package, for a whole lock file and for an audit. */
export interface PackageTool {
  readonly command: string;
  readonly version: string;
  /** How common this version is among those of the same command. */
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

const NPM = ['install', 'ci', 'audit --json'] as const;
const GO = ['get', 'mod download', 'mod verify'] as const;
const CARGO = ['add', 'fetch --locked', 'audit --json'] as const;

const TOOLS: readonly PackageTool[] = [
  tool('npm', '11.6.2', 70, 'package-lock.json', NPM),
  tool('npm', '10.9.3', 30, 'package-lock.json', NPM),
  tool('pnpm', '10.18.1', 1, 'pnpm-lock.yaml', ['add', 'install --frozen-lockfile', 'audit --json']),
  tool('yarn', '4.10.3', 1, 'yarn.lock', ['add', 'install --immutable', 'npm audit --recursive']),
  tool('bun', '1.3.0', 1, 'bun.lock', ['add', 'install --frozen-lockfile', 'audit']),
  tool('pip', '25.2', 80, 'requirements.txt', ['install', 'install -r requirements.txt', 'check'], '=='),
  tool('pip', '24.0', 20, 'requirements.txt', ['install', 'install -r requirements.txt', 'check'], '=='),
  tool('uv', '0.9.2', 1, 'uv.lock', ['add', 'sync --locked', 'tree --locked'], '=='),
  tool('poetry', '2.2.1', 1, 'poetry.lock', ['add', 'install --sync', 'check --lock'], '=='),
  tool('go', '1.25.3', 75, 'go.sum', GO),
  tool('go', '1.24.8', 25, 'go.sum', GO),
  tool('cargo', '1.90.0', 80, 'Cargo.lock', CARGO),
  tool('cargo', '1.88.0', 20, 'Cargo.lock', CARGO),
];

const toolsByCommand = new Map(
  TOOLS.map(({ command }) => [
    command,
    weighted(
      TOOLS.filter((known) => known.command === command),
      ({ share }) => share,
    ),
  ]),
);

/** The tool that an install or audit of that project was run with: its package manager, in one of the usual versions. */
export function drawTool(random: Random, project: Project): PackageTool {
  const tools = toolsByCommand.get(project.manager);
  if (tools === undefined) {
    throw new RangeError(`no package manager is called ${project.manager}`);
  }
  return tools.draw(random);
}

/** The arguments that install exactly that version: `install lodash@4.17.21`. */
export function argumentsForOne({ one, pin }: PackageTool, facts: PackageVersion): readonly string[] {
  return [...one, `${facts.package}${pin}${facts.version}`];
}
