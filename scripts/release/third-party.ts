import type { BundledPackage } from './bundled-packages.ts';

const RULE = '-'.repeat(80);

/** The terms of all that others made of the program, to be passed on with it. */
export function thirdParty(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, license, text }) =>
    [
      RULE,
      [name, version, `(${license})`].filter((each) => each !== undefined).join(' '),
      '',
      plain(text),
    ].join('\n'),
  );
  return [
    'vigil contains works of others. Each is used under the terms below.',
    '',
    ...packages.map(({ name, version, license }) => `  ${[name, version].join(' ').trim()}: ${license}`),
    '',
    ...parts,
    '',
  ].join('\n');
}

/** The terms of Node and of all that it contains, which an executable passes on, too. */
export function nodeTerms({ version }: { readonly version: string }, license: string): string {
  return [RULE, `Node.js ${version}, in the single executable only`, '', plain(license.trim()), ''].join(
    '\n',
  );
}

/** With the line breaks of here, and without blanks at the ends of lines. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[ \t]+$/gm, '');
