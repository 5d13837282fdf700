import { join } from 'node:path';

import type { Plugin } from 'esbuild';

/** Asks for the package itself: with it behind its path, a file is another one. */
const ITSELF = '?itself';

/**
 * string-width makes its patterns when it is loaded, and the one of all emoji takes as long as a bare start of Node. In
 * the bundle it is loaded by the first text that has to be measured.
 */
export const lazyStringWidth: Plugin = {
  name: 'lazy-string-width',
  setup(bundler) {
    bundler.onLoad(
      { filter: /[\\/]node_modules[\\/]string-width[\\/]index\.js$/, namespace: 'file' },
      ({ suffix }) =>
        suffix === ITSELF
          ? undefined
          : {
              contents: `let measure;
export default (text, options) => (measure ??= require('./index.js${ITSELF}').default)(text, options);
`,
              loader: 'js',
            },
    );
    bundler.onResolve({ filter: /^\.\/index\.js\?itself$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, 'index.js'),
      suffix: ITSELF,
    }));
  },
};
