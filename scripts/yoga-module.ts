import { readFileSync } from 'node:fs';

import type { Plugin } from 'esbuild';

const WITHIN_BASE64 = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/;

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
    bundler.onLoad(
      { filter: /yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/ },
      ({ path }) => {
        const source = readFileSync(path, 'utf8');
        return { contents: source.replace(WITHIN_BASE64, ''), loader: 'js' };
      },
    );
    bundler.onResolve({ filter: /^yoga-bytes$/ }, ({ resolveDir }) => ({
      path: `${resolveDir}/../binaries/yoga-wasm-base64-esm.js`,
      namespace: 'yoga-bytes',
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'yoga-bytes' }, ({ path }) => {
      const [, encoded] = WITHIN_BASE64.exec(readFileSync(path, 'utf8')) ?? [];
      if (encoded === undefined) {
        throw new Error(`${path} holds no WebAssembly in base64.`);
      }
      return { contents: Buffer.from(encoded, 'base64'), loader: 'binary' };
    });
  },
};
