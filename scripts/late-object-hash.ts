import type { Plugin } from 'esbuild';

const HASHING = 'object-hash-itself';

/** object-hash, of which ink-table makes the keys of its rows, loads all of Node's crypto: here with the first table. */
export const lateObjectHash: Plugin = {
  name: 'late-object-hash',
  setup(bundler) {
    bundler.onResolve({ filter: /^object-hash$/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === HASHING) {
        return undefined;
      }
      const { path: file } = await bundler.resolve(path, { kind, resolveDir, pluginData: HASHING });
      return { path: file, namespace: HASHING };
    });
    bundler.onLoad({ filter: /.*/, namespace: HASHING }, ({ path }) => ({
      contents: `exports.sha1 = (value) => require(${JSON.stringify(path)}).sha1(value);`,
      loader: 'js',
      resolveDir: '/',
    }));
  },
};
