import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import packageFile from '../../package.json' with { type: 'json' };
import { packed, tar } from './archive.ts';
import { buildProgram } from '../build-program.ts';
import { architectureOf, debianPackage } from './debian.ts';
import { makeExecutable } from './executable.ts';
import { formula, UNKNOWN_URL, type Archive } from './homebrew.ts';
import { belowPrefix, onDebian, type Companions } from './layout.ts';
import { buildFor, filesOf, PLATFORMS, type NodeBuild, type Platform } from './node-binaries.ts';
import { partsOfNode } from './node-parts.ts';
import { sbom } from './sbom.ts';
import { nodeTerms, thirdParty } from './third-party.ts';

/**
 * Makes all files of a release in `release`: `npm run release`, with `-- --url URL` for where they will lie. The same
 * commit makes the same bytes. Whoever committed it is the maintainer of the Debian packages, unless
 * `--maintainer 'NAME <ADDRESS>'` names another one.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RELEASE = join(ROOT, 'release');

const { name, version, description } = packageFile;
const { url, maintainer = ofCommit('%cn <%ce>') } = parseArgs({
  options: { url: { type: 'string', default: UNKNOWN_URL }, maintainer: { type: 'string' } },
}).values;
const time = timeOfCommit();

const write = (file: string, contents: Buffer | string): void => {
  writeFileSync(join(RELEASE, file), contents);
  process.stdout.write(`release/${file}\n`);
};
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const printed = (...given: readonly string[]): string =>
  execFileSync(process.execPath, [join(ROOT, 'bin/vigil.js'), ...given], { encoding: 'utf8' });

rmSync(RELEASE, { recursive: true, force: true });
mkdirSync(RELEASE);
const packages = await buildProgram(ROOT);

write(`vigil-${version}.tgz`, packageOfNpm());

const termsWith = (builds: readonly NodeBuild[]) =>
  [thirdParty(packages), ...builds.map((build) => nodeTerms(build, licenseOf(build)))].join('\n');
const companions: Omit<Companions, 'thirdParty'> = {
  manPage: printed('man'),
  completions: {
    bash: printed('completions', 'bash'),
    zsh: printed('completions', 'zsh'),
    fish: printed('completions', 'fish'),
  },
  license: read('LICENSE'),
  changelog: read('CHANGELOG.md'),
};

const archives: Partial<Record<Platform, Archive>> = {};
for (const platform of PLATFORMS) {
  archives[platform] = await writeExecutable(platform);
}

const builds = PLATFORMS.map(buildFor);
write('vigil.1', companions.manPage);
write('vigil.bash', companions.completions.bash);
write('_vigil', companions.completions.zsh);
write('vigil.fish', companions.completions.fish);
write('vigil-config.schema.json', printed('config', 'schema'));
write('vigil.rb', formula(version, description, url, archives as Record<Platform, Archive>));
write('LICENSE', companions.license);
write('CHANGELOG.md', companions.changelog);
write('Dockerfile', read('Dockerfile'));
write('THIRD-PARTY.txt', termsWith([...new Map(builds.map((build) => [build.version, build])).values()]));
write(
  `vigil-${version}.cdx.json`,
  sbom({
    name,
    version,
    time,
    packages,
    nodes: builds.map((build) => ({ ...build, parts: partsOfNode(build) })),
  }),
);
write(
  'SHA256SUMS',
  readdirSync(RELEASE)
    .sort()
    .map((file) => `${sha256(readFileSync(join(RELEASE, file)))}  ${file}\n`)
    .join(''),
);

/** Seconds: of the commit, so that everybody makes the same of it, unless SOURCE_DATE_EPOCH says another time. */
function timeOfCommit(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) {
    return Number(given);
  }
  if (git('status', '--porcelain') !== '') {
    throw new Error('A release is made of a commit, and there are changes that are in none.');
  }
  return Number(ofCommit('%ct'));
}

function ofCommit(format: string): string {
  return git('log', '-1', `--format=${format}`);
}

function git(...words: readonly string[]): string {
  return execFileSync('git', [...words], { cwd: ROOT, encoding: 'utf8' }).trim();
}

/** What `npm pack` makes, but for the modes of the files, which it takes from the clone. */
function packageOfNpm(): Buffer {
  const [list] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' }),
  ) as readonly [{ readonly files: readonly { readonly path: string }[] }];
  const commands = new Set(Object.values(packageFile.bin));
  const entries = list.files.map(({ path }) => ({
    path,
    contents: readFileSync(join(ROOT, path)),
    runs: commands.has(path),
  }));
  return packed(tar(entries, time, { prefix: 'package/' }));
}

/** Writes the archive of the executable of a platform, and its Debian package where Debian has that platform. */
async function writeExecutable(platform: Platform): Promise<Archive> {
  const made = join(ROOT, 'build', platform, 'vigil');
  await makeExecutable(platform, made);
  const executable = readFileSync(made);
  const all: Companions = { ...companions, thirdParty: termsWith([buildFor(platform)]) };
  const name = `vigil-${version}-${platform}`;
  const archive = packed(tar(belowPrefix(executable, all), time, { prefix: `${name}/` }));
  write(`${name}.tar.gz`, archive);
  const architecture = architectureOf(platform);
  if (architecture !== undefined) {
    write(
      `vigil_${version}_${architecture}.deb`,
      debianPackage({
        version,
        description,
        maintainer,
        platform,
        time,
        entries: onDebian(executable, all, maintainer),
      }),
    );
  }
  return { file: `${name}.tar.gz`, sha256: sha256(archive) };
}

function licenseOf(build: NodeBuild): string {
  return readFileSync(filesOf(build).license, 'utf8');
}

function sha256(contents: Buffer): string {
  return createHash('sha256').update(contents).digest('hex');
}
