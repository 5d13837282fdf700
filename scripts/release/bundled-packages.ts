import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Metafile } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEXTS = fileURLToPath(new URL('texts/', import.meta.url));

/** Files of a package that say under which terms it may be passed on. */
const LEGAL = /^(licen[cs]e|copying|notice)([.-]|$)/i;

/** What is in a package that its own files say nothing of. */
const WITHIN: Readonly<Record<string, readonly Omit<BundledPackage, 'text'>[]>> = {
  undici: [{ name: 'llhttp', license: 'MIT', version: undefined, isPackage: false }],
};

/** Somebody else's work in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string | undefined;
  /** Its licence, as SPDX names it. */
  readonly license: string;
  /** The terms themselves. */
  readonly text: string;
  /** Whether the registry has it, under its name and version. */
  readonly isPackage: boolean;
}

/** The packages of which something is in these bundles, by name. Throws when one comes without the text of its licence. */
export function bundledPackages(metafiles: readonly Metafile[]): readonly BundledPackage[] {
  const folders = new Set(
    metafiles
      .flatMap(({ outputs }) => Object.values(outputs))
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([source]) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0])
      .filter((folder) => folder !== undefined)
      // A plugin names a file by its whole path, behind a name of its own.
      .map((folder) => folder.slice(folder.indexOf('node_modules/'))),
  );
  const found = new Map<string, BundledPackage>();
  for (const folder of folders) {
    const read = readPackage(join(ROOT, folder));
    const within = (WITHIN[read.name] ?? []).map((part) => ({ ...part, text: ownText(part.name) }));
    [read, ...within].forEach((each) => found.set(`${each.name} ${each.version}`, each));
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function readPackage(folder: string): BundledPackage {
  const file = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { name, version, license } = file;
  if (typeof name !== 'string' || typeof version !== 'string' || typeof license !== 'string') {
    throw new Error(`The package in ${folder} does not say its name, version and licence.`);
  }
  const texts = readdirSync(folder)
    .filter((each) => LEGAL.test(each))
    .sort()
    .map((each) => readFileSync(join(folder, each), 'utf8'));
  return {
    name,
    version,
    license,
    text: texts.length > 0 ? texts.map((text) => text.trim()).join('\n\n') : ownText(name),
    isPackage: true,
  };
}

/** The terms of what comes without them, kept here. */
function ownText(name: string): string {
  const file = join(TEXTS, `${basename(name)}.txt`);
  if (!existsSync(file)) {
    throw new Error(`${name} comes without the text of its licence: put it into ${file}.`);
  }
  return readFileSync(file, 'utf8').trim();
}
