import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is kept from one run to the next: built programs, and what scripts made of them. */
export const cache = join(tmpdir(), `vigil-twin-${userInfo().uid}`);

/** A built program in a folder of its own. */
export interface Program {
  readonly folder: string;
  /** A copy of it whose reference service answers. */
  readonly service: string;
  /** Another with each byte of it, and always as long. */
  readonly id: string;
}

/** The program of a commit, built when it was not yet. */
export function programOf(commit: string): Program {
  const id = git('rev-parse', `${commit}^{commit}`);
  const known = join(cache, 'built', id);
  if (!existsSync(known)) {
    const sources = join(cache, `sources-${process.pid}`);
    git('worktree', 'add', '--quiet', '--detach', '--force', sources, id);
    try {
      symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
      build(sources);
      const program = programIn(sources);
      mkdirSync(dirname(known), { recursive: true });
      writeFileSync(known, program.id);
    } finally {
      git('worktree', 'remove', '--force', sources);
    }
  }
  return kept(readFileSync(known, 'utf8'));
}

/** The program of the sources as they are. */
export function programOfSources(): Program {
  build(root);
  return programIn(root);
}

/** The program that stands built in a folder, as it is now. */
export function programIn(folder: string): Program {
  const program = kept(hashOf(join(folder, 'dist')));
  if (!existsSync(program.folder)) {
    keep(folder, dirname(program.folder));
  }
  return program;
}

function kept(id: string): Program {
  const place = join(cache, 'programs', id);
  return { folder: join(place, 'program'), service: join(place, 'service'), id };
}

function git(...given: readonly string[]): string {
  return execFileSync('git', ['-C', root, ...given], { encoding: 'utf8' }).trim();
}

function build(sources: string): void {
  execFileSync(process.execPath, [join(sources, 'scripts/build.ts'), '--if-changed'], {
    cwd: sources,
    stdio: 'inherit',
  });
}

function keep(sources: string, place: string): void {
  const half = `${place}-${process.pid}`;
  for (const copy of ['program', 'service']) {
    mkdirSync(join(half, copy), { recursive: true });
    cpSync(join(sources, 'dist'), join(half, copy, 'dist'), { recursive: true });
    cpSync(join(sources, 'package.json'), join(half, copy, 'package.json'));
  }
  try {
    renameSync(half, place);
  } catch {
    // Another run was faster.
    rmSync(half, { recursive: true });
  }
}

/** Of the names and bytes of what was built; of what, does not matter. */
function hashOf(folder: string): string {
  return hashOfFiles(
    readdirSync(folder)
      .filter((name) => name !== 'built-from')
      .toSorted()
      .map((name) => join(folder, name)),
  );
}

export function hashOfFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    hash.update(`${basename(path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
