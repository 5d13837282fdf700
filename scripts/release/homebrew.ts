import { withoutArticle } from './debian.ts';
import type { Platform } from './node-binaries.ts';

/** An archive of a release, as a formula names it. */
export interface Archive {
  readonly file: string;
  readonly sha256: string;
}

/** What stands for where the files of a release lie, as long as nobody says it. */
export const UNKNOWN_URL = 'RELEASE_URL';

const WHERE_IT_LIES = `# ${UNKNOWN_URL} stands for the folder in which the files of this release are offered, such as a page of
# downloads. Put its URL there, or make the release with it: npm run release -- --url URL
`;

/** The formula by which Homebrew installs the executables that lie at a URL. */
export function formula(
  version: string,
  description: string,
  url: string,
  archives: Readonly<Record<Platform, Archive>>,
): string {
  const from = (platform: Platform, indent: string) =>
    [`url "${url}/${archives[platform].file}"`, `sha256 "${archives[platform].sha256}"`]
      .map((line) => `${indent}${line}`)
      .join('\n');
  return `${url === UNKNOWN_URL ? WHERE_IT_LIES : ''}class Vigil < Formula
  desc "${capitalized(withoutArticle(description))}"
  homepage "${url}"
  version "${version}"
  license "MIT"

  on_macos do
    depends_on arch: :arm64

${from('darwin-arm64', '    ')}
  end

  on_linux do
    on_intel do
${from('linux-x64', '      ')}
    end

    on_arm do
${from('linux-arm64', '      ')}
    end
  end

  def install
    bin.install "bin/vigil"
    # macOS runs nothing without a signature, and that of Node no longer fits.
    system "codesign", "--force", "--sign", "-", bin/"vigil" if OS.mac?
    bash_completion.install "share/bash-completion/completions/vigil"
    zsh_completion.install "share/zsh/site-functions/_vigil"
    fish_completion.install "share/fish/vendor_completions.d/vigil.fish"
    man1.install "share/man/man1/vigil.1"
    doc.install Dir["share/doc/vigil/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/vigil --version")
  end
end
`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
