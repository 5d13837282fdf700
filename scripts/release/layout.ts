import { packed, type Entry } from './archive.ts';
import { debianChangelog, debianCopyright, LINTIAN_OVERRIDES } from './debian-documents.ts';

/** What is installed beside the executable. */
export interface Companions {
  readonly manPage: string;
  readonly completions: { readonly bash: string; readonly zsh: string; readonly fish: string };
  readonly license: string;
  readonly changelog: string;
  readonly thirdParty: string;
}

/** Where all is below a prefix such as `~/.local` or `/usr/local`. */
export const belowPrefix = (executable: Buffer, companions: Companions): readonly Entry[] => [
  { path: 'bin/vigil', contents: executable, runs: true },
  { path: 'share/bash-completion/completions/vigil', contents: companions.completions.bash },
  { path: 'share/zsh/site-functions/_vigil', contents: companions.completions.zsh },
  { path: 'share/fish/vendor_completions.d/vigil.fish', contents: companions.completions.fish },
  { path: 'share/man/man1/vigil.1', contents: companions.manPage },
  { path: 'share/doc/vigil/LICENSE', contents: companions.license },
  { path: 'share/doc/vigil/CHANGELOG.md', contents: companions.changelog },
  { path: 'share/doc/vigil/THIRD-PARTY.txt', contents: companions.thirdParty },
];

/** Where Debian has it. */
export const onDebian = (
  executable: Buffer,
  companions: Companions,
  maintainer: string,
): readonly Entry[] => [
  { path: 'usr/bin/vigil', contents: executable, runs: true },
  { path: 'usr/share/bash-completion/completions/vigil', contents: companions.completions.bash },
  { path: 'usr/share/zsh/vendor-completions/_vigil', contents: companions.completions.zsh },
  { path: 'usr/share/fish/vendor_completions.d/vigil.fish', contents: companions.completions.fish },
  { path: 'usr/share/man/man1/vigil.1.gz', contents: packed(Buffer.from(companions.manPage)) },
  {
    path: 'usr/share/doc/vigil/changelog.gz',
    contents: packed(Buffer.from(debianChangelog(companions.changelog, maintainer))),
  },
  { path: 'usr/share/doc/vigil/copyright', contents: debianCopyright(companions) },
  { path: 'usr/share/lintian/overrides/vigil', contents: LINTIAN_OVERRIDES },
];
