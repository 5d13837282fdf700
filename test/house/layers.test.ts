import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHECKER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Result {
  readonly totalCruised: number;
  /** `rule: from → to`. */
  readonly violations: readonly string[];
}

/** What the checker says of the sources in that folder, by the rules of the project. */
function check(folder: string): Result {
  let output: string;
  try {
    output = execFileSync(
      process.execPath,
      [CHECKER, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'],
      { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] },
    );
  } catch (error) {
    // Violations end it with a status of their number; the report is on its output all the same.
    output = (error as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(output) as {
    summary: {
      totalCruised: number;
      violations: readonly { rule: { name: string }; from: string; to: string }[];
    };
  };
  return {
    totalCruised: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

/** A small tree of sources under the rules of the project, in a folder that is removed when the test ends. */
function treeOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-layers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  return folder;
}

it('finds the sources of the project, and nothing in them that breaks a rule', () => {
  const { totalCruised, violations } = check(ROOT);
  expect(totalCruised).toBeGreaterThan(100);
  expect(violations).toEqual([]);
});

const value = 'export const value = 1;\n';

describe('the rules about who may import whom', () => {
  it('let a tree pass that keeps them', () => {
    const { totalCruised, violations } = check(
      treeOf({
        'src/lib/clock.ts': value,
        'src/stores/view.ts': "export { value } from '../lib/clock.ts';\n",
        'src/ui/app/App.tsx':
          "import { Box } from 'ink';\nexport { value } from '../../stores/view.ts';\nexport const Frame = Box;\n",
      }),
    );
    expect(totalCruised).toBeGreaterThanOrEqual(3);
    expect(violations).toEqual([]);
  });

  it.each([
    ['layer-lib', 'src/lib/clock.ts', '../stores/view.ts', 'src/stores/view.ts'],
    ['layer-stores', 'src/stores/view.ts', '../api/client.ts', 'src/api/client.ts'],
    ['layer-commands', 'src/commands/keymap.ts', '../api/client.ts', 'src/api/client.ts'],
    ['layer-ui', 'src/ui/theme.ts', '../sync/sync.ts', 'src/sync/sync.ts'],
    ['layer-server', 'src/server/service.ts', '../api/client.ts', 'src/api/client.ts'],
    ['nothing-imports-the-wiring', 'src/sync/sync.ts', '../cli/main.ts', 'src/cli/main.ts'],
    [
      'panes-do-not-import-each-other',
      'src/ui/panes/events/a.ts',
      '../agents/b.ts',
      'src/ui/panes/agents/b.ts',
    ],
    ['widgets-know-no-store', 'src/ui/widgets/table.ts', '../../stores/view.ts', 'src/stores/view.ts'],
    ['nothing-unresolvable', 'src/lib/clock.ts', './gone.ts', undefined],
    ['only-ui-terminal-cli-use-ink-and-react', 'src/stores/view.ts', 'react', undefined],
    ['only-ui-terminal-cli-use-ink-and-react', 'src/commands/keymap.ts', 'ink', undefined],
    ['only-api-use-undici', 'src/sync/sync.ts', 'undici', undefined],
    ['only-server-use-sqlite', 'src/stores/view.ts', 'node:sqlite', undefined],
  ])('%s: %s must not import %s', (rule, from, specifier, target) => {
    const files = { [from]: `import * as taken from '${specifier}';\nexport const use = taken;\n` };
    const { violations } = check(treeOf(target === undefined ? files : { ...files, [target]: value }));
    expect(violations).toContainEqual(expect.stringContaining(`${rule}: ${from} → `));
  });

  it('find a circle', () => {
    const { violations } = check(
      treeOf({
        'src/lib/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
        'src/lib/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
      }),
    );
    expect(violations.some((violation) => violation.startsWith('no-cycles: '))).toBe(true);
  });
});
