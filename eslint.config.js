import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Text that is not a literal may carry an attacker's control characters; the safe widgets are the only way in. */
const rawTextWithVariable = {
  selector:
    "JSXElement[openingElement.name.name='Text'] > JSXExpressionContainer > :not(Literal):not(TemplateLiteral[expressions.length=0])",
  message: 'Only widgets may put a variable into <Text>: use a safe text widget.',
};

/** Ink's useInput tells every listener of every key, so a second listener would act twice on one key. */
const secondInputListener = {
  selector: "ImportSpecifier[imported.name='useInput']",
  message: 'useInput belongs to the key dispatcher alone.',
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/'] },
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
    files: ['src/ui/**/*.tsx', 'src/ui/**/*.ts'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': ['error', rawTextWithVariable, secondInputListener],
    },
  },
  {
    files: ['src/ui/widgets/**'],
    rules: { 'no-restricted-syntax': ['error', secondInputListener] },
  },
  {
    files: ['src/ui/app/use-key-dispatch.ts'],
    rules: { 'no-restricted-syntax': ['error', rawTextWithVariable] },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: { process: 'readonly', module: 'writable', console: 'readonly', URL: 'readonly' },
    },
  },
);
