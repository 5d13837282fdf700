import type { Plugin } from 'esbuild';

/**
 * The index of undici loads fetch, web sockets, mocks and caches, which takes twice as long as what the console uses of
 * it: requests and agents. In the bundle nothing is in their place.
 */
export const undiciForRequests: Plugin = {
  name: 'undici-for-requests',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\/lib\/(web|mock|interceptor|cache)\// }, ({ path, importer }) =>
      /[\\/]undici[\\/]index\.js$/.test(importer) ? { path, namespace: 'undici-unused' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'undici-unused' }, () => ({
      // The index makes one of these at once.
      contents: 'exports.CacheStorage = class {};',
      loader: 'js',
    }));
  },
};
