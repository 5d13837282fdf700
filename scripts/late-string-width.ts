import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Plugin } from 'esbuild';

const MEASURING = 'string-width-itself';

/**
 * string-width makes its patterns when it is loaded, and the one of all emoji takes as long as a bare start of Node. In
 * the bundle it is loaded by the first text that has to be measured.
 */
export const lateStringWidth: Plugin = {
  name: 'late-string-width',
  setup(bundler) {
    bundler.onLoad(
      { filter: /[\\/]node_modules[\\/]string-width[\\/]index\.js$/, namespace: 'file' },
      ({ path }) => ({
        contents: `let measure;
export default (text, options) => (measure ??= require(${JSON.stringify(`${MEASURING}:${path}`)}).default)(text, options);
`,
        loader: 'js',
      }),
    );
    bundler.onResolve({ filter: new RegExp(`^${MEASURING}:`) }, ({ path }) => ({
      path: path.slice(MEASURING.length + 1),
      namespace: MEASURING,
    }));
    bundler.onLoad({ filter: /.*/, namespace: MEASURING }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
};
