import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { lazySources } from '../../scripts/lazy-sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A tree of sources that goes with the test. */
function treeOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'vigil-lazy-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

it('finds what is imported lazily and never at once', () => {
  const root = treeOf({
    'src/cli/program.ts': [
      "import type { Flags } from './new/new-command.ts';",
      "import { both } from './new/both.ts';",
      "does(command, READING, async (flags: Flags) => (await import('./new/new-command.ts')).run(flags));",
      "const load = lazyImport(() => import('./new/both.ts'));",
      "type Other = typeof import('./new/named.ts');",
    ].join('\n'),
    'src/cli/new/new-command.ts': "export { each } from '../each.ts';\nimport '../at-once.ts';\n",
    'src/cli/deep/one.tsx': "await import(\n  '../deep/other.ts'\n);",
  });
  expect([...lazySources(root)].sort()).toEqual(['src/cli/deep/other.ts', 'src/cli/new/new-command.ts']);
});

it('finds the commands of this program without a list of them', () => {
  const lazy = lazySources(ROOT);
  for (const command of ['hunt/hunt-program.ts', 'llm/llm-command.ts', 'service/api-command.ts']) {
    expect(lazy).toContain(`src/cli/${command}`);
  }
  expect(lazy).not.toContain('src/cli/program.ts');
});
