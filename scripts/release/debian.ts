import { createHash } from 'node:crypto';

import { ar, packed, tar, type Entry } from './archive.ts';
import type { Platform } from './node-binaries.ts';

/** How Debian calls what executables are made for; undefined where it is none of its systems. */
const ARCHITECTURES: Readonly<Record<Platform, string | undefined>> = {
  'linux-x64': 'amd64',
  'linux-arm64': 'arm64',
  'darwin-arm64': undefined,
};

/**
 * What the executable asks of the system, as the symbols that it needs say: Debian 10, Ubuntu 20.04 and what came after
 * have it.
 */
const DEPENDS = ['libc6 (>= 2.28)', 'libgcc-s1 | libgcc1', 'libstdc++6 (>= 8)'];

export interface DebianPackage {
  readonly version: string;
  readonly description: string;
  /** Who answers for it: a name and an address. */
  readonly maintainer: string;
  readonly platform: Platform;
  /** The time of all that is in it, in seconds. */
  readonly time: number;
  /** By the path where it is installed, without a slash before it. */
  readonly entries: readonly Entry[];
}

/** How Debian calls a platform; undefined for one of another system. */
export const architectureOf = (platform: Platform): string | undefined => ARCHITECTURES[platform];

/** What a package is, in the few words by which it is listed: without the article at their beginning. */
export function withoutArticle(description: string): string {
  return description.replace(/^(A|An|The) /, '');
}

/** A package for `dpkg`, made without its tools: the same contents make the same bytes. */
export function debianPackage({
  version,
  description,
  maintainer,
  platform,
  time,
  entries,
}: DebianPackage): Buffer {
  const size = entries.reduce((total, { contents }) => total + Math.ceil(contents.length / 1024), 0);
  const control = `Package: vigil
Version: ${version}
Section: utils
Priority: optional
Architecture: ${architectureOf(platform)}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: ${DEPENDS.join(', ')}
Description: ${withoutArticle(description)}
 Live agents, a streaming event feed, recorded coding sessions with a
 transcript pager, LLM calls and a policy editor, over one HTTP API.
 Everything is in one executable.
`;
  const sums = [...entries]
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, contents }) => `${createHash('md5').update(contents).digest('hex')}  ${path}\n`)
    .join('');
  const members: readonly Entry[] = [
    { path: 'control', contents: control },
    { path: 'md5sums', contents: sums },
  ];
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', packed(tar(members, time, { prefix: './' }))],
      ['data.tar.gz', packed(tar(entries, time, { prefix: './', withFolders: true }))],
    ],
    time,
  );
}
