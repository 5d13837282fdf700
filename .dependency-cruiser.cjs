/** Who may import whom: the table of `src/README.md`, as rules. */
const mayImport = {
  lib: [],
  contract: ['lib'],
  api: ['contract', 'lib'],
  stores: ['contract', 'lib'],
  sync: ['api', 'stores', 'contract', 'lib'],
  commands: ['sync', 'stores', 'contract', 'lib'],
  terminal: ['lib'],
  ui: ['commands', 'stores', 'contract', 'lib', 'terminal'],
  server: ['contract', 'lib'],
  host: ['sync', 'stores', 'api', 'contract', 'lib'],
};

const layerRules = Object.entries(mayImport).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  comment: `${layer} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
}));

/** A package that only the named layers may use. */
const packageRule = (name, layers, to) => ({
  name: `only-${layers.join('-')}-use-${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${layers.join('|')})/` },
  to,
});

module.exports = {
  forbidden: [
    ...layerRules,
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'nothing-unresolvable',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'panes-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/ui/panes/([^/]+)/' },
      to: { path: '^src/ui/panes/[^/]+/', pathNot: '^src/ui/panes/$1/' },
    },
    {
      name: 'widgets-know-no-store',
      severity: 'error',
      from: { path: '^src/ui/widgets/' },
      to: { path: '^src/(stores|commands)/' },
    },
    {
      name: 'nothing-imports-the-wiring',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    packageRule('ink-and-react', ['ui', 'terminal', 'cli'], {
      path: '(^|node_modules/)(@types/)?(ink|ink-[a-z-]+|react)(/|$)',
    }),
    packageRule('undici', ['api'], { path: '(^|node_modules/)undici(/|$)' }),
    packageRule('sqlite', ['server'], { path: '^(node:)?sqlite$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
