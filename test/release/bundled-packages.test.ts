import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';

import { bundledPackages } from '../../scripts/release/bundled-packages.ts';
import { thirdParty } from '../../scripts/release/third-party.ts';

/** A bundle of so many bytes of each source. */
const bundleOf = (sources: Readonly<Record<string, number>>): Metafile => ({
  inputs: {},
  outputs: {
    'dist/vigil.js': {
      bytes: 1,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(
        Object.entries(sources).map(([source, bytesInOutput]) => [source, { bytesInOutput }]),
      ),
    },
  },
});

const namesIn = (sources: Readonly<Record<string, number>>) =>
  bundledPackages([bundleOf(sources)]).map(({ name }) => name);

test('what is in the bundle is found, however it came into it, and nothing else', () => {
  expect(
    namesIn({
      'src/cli/main.ts': 10,
      'builtin:node:fs': 10,
      'node_modules/zod/index.js': 10,
      'node_modules/zod/v4/core/core.js': 10,
      'string-width-itself:/anywhere/node_modules/string-width/index.js': 10,
      'node_modules/@alcalzone/ansi-tokenize/build/index.js': 10,
      'node_modules/react/index.js': 0,
    }),
  ).toEqual(['@alcalzone/ansi-tokenize', 'string-width', 'zod']);
});

test('what a package contains of others is named, too', () => {
  expect(namesIn({ 'node_modules/undici/index.js': 10 })).toEqual(['llhttp', 'undici']);
});

test('a package without the text of its licence is an error, unless it is kept here', () => {
  expect(namesIn({ 'node_modules/yoga-layout/dist/src/index.js': 10 })).toEqual(['yoga-layout']);
  expect(() => namesIn({ 'node_modules/@xterm/headless/lib/xterm-headless.js': 10 })).toThrow(
    '@xterm/headless comes without the text of its licence',
  );
});

test('the terms of all are in one text', () => {
  const text = thirdParty(
    bundledPackages([
      bundleOf({ 'node_modules/undici/index.js': 10, 'node_modules/spdx-license-ids/index.json': 10 }),
    ]),
  );
  expect(text).toMatch(/^ {2}llhttp: MIT$/m);
  expect(text).toContain('Copyright Fedor Indutny');
  expect(text).toContain('CC0 1.0 Universal');
  expect(text).not.toMatch(/\r|[ \t]$/m);
});
