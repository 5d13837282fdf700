import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'esbuild';

const WITHIN_BASE64 = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/;

/** Asks for the bytes within the file alone: with it behind its path, a file is another one. */
const BYTES = '?bytes';

/**
 * yoga-layout compiles its WebAssembly through `fetch('data:…')`, for which Node loads all of undici, and only in a later
 * turn. In the bundle it is compiled at once, from bytes that lie in it. Fails the build when the package has changed.
 */
export const yogaAtOnce: Plugin = {
  name: 'yoga-at-once',
  setup(bundler) {
    bundler.onLoad({ filter: /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, () => ({
      contents: `import loadYoga from '../binaries/yoga-wasm-base64-esm.js';
import wrapAssembly from './wrapAssembly.js';
import bytes from 'yoga-bytes';
const instantiateWasm = (imports, receive) => {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  receive(instance);
  return instance.exports;
};
export default wrapAssembly(await loadYoga({ instantiateWasm }));
export * from './generated/YGEnums.js';
`,
      loader: 'js',
    }));
    bundler.onResolve({ filter: /^yoga-bytes$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../binaries/yoga-wasm-base64-esm.js'),
      suffix: BYTES,
    }));
    bundler.onLoad(
      { filter: /yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/ },
      ({ path, suffix }) => {
        const source = readFileSync(path, 'utf8');
        const [, encoded] = WITHIN_BASE64.exec(source) ?? [];
        if (encoded === undefined) {
          throw new Error(`${path} holds no WebAssembly in base64.`);
        }
        return suffix === BYTES
          ? { contents: Buffer.from(encoded, 'base64'), loader: 'binary' }
          : { contents: source.replace(WITHIN_BASE64, ''), loader: 'js' };
      },
    );
  },
};
