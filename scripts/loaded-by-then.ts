import { readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

import type { Loader, Plugin } from 'esbuild';

/** Sources that are loaded late, and what has been loaded when that happens. */
const LOADED_BY_THEN: Readonly<Record<string, string>> = {
  'src/cli/config/parse-settings.ts': 'src/cli/run.ts',
  'src/cli/demo-service.ts': 'src/cli/run.ts',
  'src/api/dispatcher.ts': 'src/cli/run.ts',
  'src/cli/run-command-line.ts': 'src/cli/run.ts',
  'src/cli/doctor-command.ts': 'src/cli/run.ts',
  'src/cli/events-command.ts': 'src/cli/run.ts',
  'src/cli/serve-command.ts': 'src/cli/run.ts',
  'src/cli/start-console.ts': 'src/cli/run.ts',
  'src/cli/mount-ink.tsx': 'src/cli/start-console.ts',
  'src/cli/connect-sync.ts': 'src/cli/start-console.ts',
};

/**
 * The bundler makes a file of its own for each combination of late sources that share something, and every file costs
 * time at the start. Late sources that say what has been loaded anyway share all of it, which is then one file.
 */
export const loadedByThen = (root: string): Plugin => ({
  name: 'loaded-by-then',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]src[\\/](api|cli)[\\/].*\.tsx?$/ }, ({ path }) => {
      const early = LOADED_BY_THEN[relative(root, path).replaceAll('\\', '/')];
      return early === undefined
        ? undefined
        : {
            contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(join(root, early))};\n`,
            loader: extname(path).slice(1) as Loader,
          };
    });
  },
});
