import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const namedIn = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/['"`](src\/[\w./-]*[\w-])['"`]/g)].map(
    ([, path = '']) => path,
  );

const scripts = readdirSync(join(ROOT, 'scripts'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `scripts/${file}`);

// A source that moves without them switches a chunk of the bundle, or a rule, off in silence.
it.each(['eslint.config.js', ...scripts])('every path that %s names is there', (file) => {
  expect(namedIn(file).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('finds the paths that are named', () => {
  expect(namedIn('scripts/chunk-groups.ts').length).toBeGreaterThan(50);
});
