import { fileURLToPath } from 'node:url';

import type { BuildOptions, Plugin } from 'esbuild';

import { builtinsAsUsed } from './builtin-modules.ts';
import { lazySegmenters } from './lazy-segmenters.ts';
import { lazyStringWidth } from './lazy-string-width.ts';
import { chunkGroups } from './chunk-groups.ts';
import { undiciForRequests } from './undici-requests.ts';
import { yogaAtOnce } from './yoga-module.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Ink loads the React developer tools only when asked to; a bundle must hold something under that name all the same. */
const withoutDeveloperTools: Plugin = {
  name: 'without-developer-tools',
  setup(bundler) {
    bundler.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'none', namespace: 'empty' }));
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
  },
};

/** How the program is bundled. What is imported only when it is needed gets files of its own, and loads then. */
export const BUNDLE_OPTIONS = {
  absWorkingDir: root,
  entryPoints: { vigil: 'src/cli/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  // What it is by default requires its parts in a way that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
  },
  legalComments: 'none',
  // Read when something went wrong, to say where in our sources; nothing else loads them (`readable-stack.ts`).
  sourcemap: 'external',
  sourcesContent: false,
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
  plugins: [
    withoutDeveloperTools,
    lazyStringWidth,
    undiciForRequests,
    yogaAtOnce,
    lazySegmenters,
    builtinsAsUsed,
    chunkGroups(root),
  ],
} as const satisfies BuildOptions;

/** How the thread of the demo is bundled: it shares nothing with the console that would have to be there once only. */
export const WORKER_OPTIONS = {
  ...BUNDLE_OPTIONS,
  entryPoints: { 'demo-worker': 'src/cli/demo/demo-worker.ts' },
  splitting: false,
} as const satisfies BuildOptions;
