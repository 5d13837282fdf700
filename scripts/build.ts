import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

/** Ink loads the React developer tools only when asked to; a bundle must hold something under that name all the same. */
const withoutDeveloperTools: Plugin = {
  name: 'without-developer-tools',
  setup(bundler) {
    bundler.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'none', namespace: 'empty' }));
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
  },
};

/**
 * ink-table is CommonJS and requires Ink, which has a top-level await and so cannot be required. In the bundle its
 * `require('ink')` becomes the two names it uses, imported.
 */
const inkForInkTable: Plugin = {
  name: 'ink-for-ink-table',
  setup(bundler) {
    const tableFolder = require.resolve('ink-table');
    bundler.onLoad({ filter: /ink-table\/dist\/index\.js$/ }, async () => {
      const { readFile } = await import('node:fs/promises');
      const source = await readFile(tableFolder, 'utf8');
      return {
        contents: `import * as inkForTable from 'ink';\nimport * as reactForTable from 'react';\nimport * as hashForTable from 'object-hash';
const exports = {};
const load = (name) => ({ ink: inkForTable, react: reactForTable.default, 'object-hash': hashForTable.default })[name];
${source.replaceAll('require(', 'load(').replace('"use strict";', '')}
export default exports;`,
        loader: 'js',
      };
    });
  },
};

rmSync(`${root}dist`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { vigil: 'src/cli/main.ts', 'demo-worker': 'src/cli/demo-worker.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [withoutDeveloperTools, inkForInkTable],
});
