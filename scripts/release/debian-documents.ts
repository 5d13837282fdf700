import { createHash } from 'node:crypto';

import type { Companions } from './layout.ts';

/** The terms of the Apache License, Version 2.0, without what stands around them. */
const APACHE_TERMS =
  /^([ \t]*)TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION([^]*?)END OF TERMS AND CONDITIONS/gm;
/** Of their words, with one blank between each two. */
const APACHE_WORDS = 'b7e7e94fb6663a90199d4cee2de7e32505e8f4280d32c7b242fcc7940322f191';

/** What Debian wants known of the terms: those that every Debian system has are named instead of repeated. */
export function debianCopyright({ license, thirdParty }: Companions): string {
  const terms = thirdParty.replace(APACHE_TERMS, (whole: string, indent: string, text: string) =>
    createHash('sha256').update(text.trim().replace(/\s+/g, ' ')).digest('hex') === APACHE_WORDS
      ? `${indent}The terms are those of /usr/share/common-licenses/Apache-2.0 to the word.`
      : whole,
  );
  return `${license}
The GNU General Public License, which some of the terms below name, is in
/usr/share/common-licenses/GPL-2 (version 2) and GPL-3 (version 3).

${terms}`;
}

/** The changelog in the form of Debian: each version with its points, signed by the maintainer on the day of the version. */
export function debianChangelog(changelog: string, maintainer: string): string {
  const versions = [
    ...changelog.matchAll(/^## \[(\d[^\]]*)\] - (\d{4}-\d{2}-\d{2})\n([^]*?)(?=^## |(?![^]))/gm),
  ];
  return versions
    .map(([, version, day = '', text = '']) => {
      const points = [...text.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(
        ([, point = '']) =>
          `  * ${point
            .replace(/\n {2}/g, ' ')
            .replace(/(.{1,74})( |$)/g, '$1\n    ')
            .trimEnd()}\n`,
      );
      const date = new Date(day).toUTCString().replace('GMT', '+0000');
      return `vigil (${version}) unstable; urgency=medium\n\n${points.join('')}\n -- ${maintainer}  ${date}\n`;
    })
    .join('\n');
}

/** Why the package is otherwise than lintian, which looks at packages of Debian, has them. */
export const LINTIAN_OVERRIDES = `# The executable is Node.js as its project publishes it, with the program added
# to it. What its hash shows to be that is not linked anew, nor stripped.
vigil: embedded-library zlib [usr/bin/vigil]
vigil: unstripped-binary-or-object [usr/bin/vigil]
vigil: hardening-no-pie [usr/bin/vigil]
# A notice of a part of Node.js, in the words of its author.
vigil: old-fsf-address-in-copyright-file
`;
