import { builtinModules, createRequire } from 'node:module';

import type { Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/**
 * Before a module of Node can be imported, all its exports are copied: getters are called, and with them half of Node is
 * loaded. In the bundle only those names are asked for that are used.
 */
export const builtinsAsUsed: Plugin = {
  name: 'builtins-as-used',
  setup(bundler) {
    bundler.onResolve({ filter: /^[a-z:_/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.startsWith('node:') ? path : `node:${path}`, namespace: 'builtin' }
        : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: [
        `const $whole = process.getBuiltinModule(${JSON.stringify(path)});`,
        'const $get = (name) => $whole[name];',
        'export default $whole;',
        ...namesOf(path).map(
          (name) => `export const ${name} = /* @__PURE__ */ $get(${JSON.stringify(name)});`,
        ),
      ].join('\n'),
      loader: 'js',
    }));
  },
};

function isBuiltin(path: string): boolean {
  return path.startsWith('node:') || builtinModules.includes(path);
}

function namesOf(path: string): readonly string[] {
  return Object.keys(require(path) as object).filter(
    (name) => /^[A-Za-z_]\w*$/.test(name) && name !== 'default',
  );
}
