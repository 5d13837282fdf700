import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

import { untrustedNames } from './scripts/lint-rules/untrusted-names.ts';
import { rawText } from './scripts/lint-rules/raw-text.ts';
import { untrustedText } from './scripts/lint-rules/untrusted-text.ts';

/** Rules of our own. */
const vigil = {
  rules: { 'untrusted-names': untrustedNames, 'raw-text': rawText, 'untrusted-text': untrustedText },
};

/** One dispatcher takes all keys, without React: a second listener would act twice on one key, and later. */
const inputListener = {
  selector:
    "ImportDeclaration[source.value='ink'] > ImportSpecifier:matches([imported.name=/^use(Input|Paste)$/], [imported.value=/^use(Input|Paste)$/])",
  message: 'Keys belong to the key dispatcher alone.',
};

/** What presses a key does, as sentences say it behind its name. */
const KEY_IN_TEXT =
  '/(^|[\\s(:;,.])([B-HJ-Zb-z!?\\u002f*+=]|Ctrl-[A-Z]|Enter|[A-Z] and [A-Z]|[jJ] [kK]) (acknowledges|adds|asks|changes|clears|copies|cuts|does it|draws|edits|exports|filters|follows|goes|keeps|lists|moves|opens|quits|reads|reviews|scroll|searches|sends|settles|shows?|stops|takes|tries|types|undoes|writes)\\b/';

/** All keys can be rebound. */
const keyInText = {
  selector: [`Literal[value=${KEY_IN_TEXT}]`, `TemplateElement[value.raw=${KEY_IN_TEXT}]`].join(', '),
  message: 'Keys can be rebound: name the one that counts (keyNameOf of src/commands, keyOf of the theme).',
};

/** The engine keeps arguments on its stack, which a long list overflows. */
const longArguments = {
  selector: [
    "CallExpression[callee.object.name='Math'] > SpreadElement",
    'CallExpression[callee.property.name=/^(push|unshift|splice|fromCodePoint|fromCharCode)$/] > SpreadElement',
  ].join(', '),
  message: 'A long list ends the program here: use append, largest or smallest (src/lib/long-lists.ts).',
};

/** The rules on Ink look at the names that are imported from it. */
const inkWithoutNames = {
  selector: [
    "ImportDeclaration[source.value='ink'] > :matches(ImportNamespaceSpecifier, ImportDefaultSpecifier)",
    "ExportAllDeclaration[source.value='ink']",
    "ExportNamedDeclaration[source.value='ink']",
    "ImportExpression[source.value='ink']",
    "ImportExpression[source.type!='Literal']",
    "CallExpression[callee.name='require']",
  ].join(', '),
  message: 'Ink is imported by the names of its parts.',
};

/** Fields and menus draw what they are given as it is. */
const drawingLibraries = {
  paths: ['ink-text-input', 'ink-select-input'].map((name) => ({
    name,
    message: 'Only widgets draw with it: they make text safe first.',
  })),
};

/** Functions that make text safe to show, mark it, or only look at it. */
const SAFE_FUNCTIONS = [
  ...['untrusted', 'untrustedWrapped', 'identifier', 'identifierWrapped'],
  ...['flagOf', 'identifierPieces', 'prosePieces'],
  ...[
    'safeSegments',
    'safeSegmentsFor',
    'safeString',
    'wholeSafeSegments',
    'wholeSafeString',
    'safeSentence',
  ],
  ...['named', 'prose', 'withNamed', 'asTyped', 'findSecrets', 'withoutSecrets', 'withoutCredentials'],
  ...['asUntrusted', 'joinUntrusted', 'isSuspiciousIdentifier', 'columnsOf', 'parseTime'],
  ...[
    'get',
    'has',
    'add',
    'set',
    'includes',
    'startsWith',
    'localeCompare',
    'test',
    'findPolicyRule',
    'hasOwn',
    'ownValue',
  ],
];

/** What is compared and looked up by it, and never drawn. */
const LOOKED_UP = ['cursor', 'clientId', 'keyOf'];

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'node_modules/', 'release/'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ['eslint.config.js', 'bin/*.js', '.dependency-cruiser.cjs'],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-control-regex': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ['src/ui/**'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['src/**'],
    plugins: { vigil },
    rules: {
      'no-restricted-syntax': ['error', inputListener, inkWithoutNames, longArguments],
      'no-restricted-imports': ['error', drawingLibraries],
      'vigil/raw-text': 'error',
      'vigil/untrusted-names': 'error',
    },
  },
  {
    files: ['src/ui/**', 'src/commands/**', 'src/sync/**', 'src/stores/**'],
    rules: {
      'no-restricted-syntax': ['error', inputListener, inkWithoutNames, longArguments, keyInText],
    },
  },
  {
    files: ['src/ui/widgets/**'],
    rules: { 'no-restricted-imports': 'off', 'vigil/raw-text': 'off' },
  },
  {
    files: ['src/ui/**', 'src/commands/**', 'src/cli/**', 'src/host/**'],
    plugins: { vigil },
    rules: { 'vigil/untrusted-text': ['error', { safe: SAFE_FUNCTIONS, keys: LOOKED_UP }] },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: { process: 'readonly', module: 'writable', console: 'readonly', URL: 'readonly' },
    },
  },
  {
    files: ['bin/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly', __filename: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
