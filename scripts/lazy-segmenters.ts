import { readFileSync } from 'node:fs';

import type { Plugin } from 'esbuild';

const MADE_AT_ONCE = /^const (\w+) = (new Intl\.Segmenter\(.*\));$/m;

/**
 * Several packages that measure text make an Intl.Segmenter when they are loaded, and the first one of a process takes as
 * long as half a bare start of Node. In the bundle each is made by the first text that needs it.
 */
export const lazySegmenters: Plugin = {
  name: 'lazy-segmenters',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]node_modules[\\/].*\.m?js$/, namespace: 'file' }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return MADE_AT_ONCE.test(source)
        ? {
            contents: source.replace(
              MADE_AT_ONCE,
              'let $1Made; const $1 = { segment: (text) => ($1Made ??= $2).segment(text) };',
            ),
            loader: 'js',
          }
        : undefined;
    });
  },
};
