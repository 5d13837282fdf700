import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

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

/** A small tree of sources under the rules of the project, in a folder of its own. */
function treeOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-layers-'));
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

/** What is imported somewhere, and breaks nothing by itself. */
const IMPORTED = [
  'src/lib/clock.ts',
  'src/stores/view.ts',
  'src/api/client.ts',
  'src/sync/sync.ts',
  'src/commands/keys/keymap.ts',
  'src/cli/main.ts',
  'src/ui/panes/agents/b.ts',
];

/** What keeps the rules. */
const SOUND = {
  'src/stores/sound.ts': "export { value } from '../lib/clock.ts';\n",
  'src/ui/app/Sound.tsx':
    "import { Box } from 'ink';\nexport { value } from '../../stores/view.ts';\nexport const Frame = Box;\n",
};

const CIRCLE = {
  'src/lib/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
  'src/lib/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
};

/** No circle of files, and one of folders. */
const FOLDER_CIRCLE = {
  'src/sync/one/a.ts': "import { b } from '../two/b.ts';\nexport const a = b;\n",
  'src/sync/two/b.ts': 'export const b = 1;\n',
  'src/sync/two/c.ts': "import { d } from '../one/d.ts';\nexport const c = d;\n",
  'src/sync/one/d.ts': 'export const d = 1;\n',
};

const BREAKING = [
  ['layer-lib', 'src/lib/of-stores.ts', '../stores/view.ts'],
  ['layer-contract', 'src/contract/of-api.ts', '../api/client.ts'],
  ['layer-api', 'src/api/of-stores.ts', '../stores/view.ts'],
  ['layer-stores', 'src/stores/of-api.ts', '../api/client.ts'],
  ['layer-sync', 'src/sync/of-commands.ts', '../commands/keys/keymap.ts'],
  ['layer-commands', 'src/commands/of-api.ts', '../api/client.ts'],
  ['layer-terminal', 'src/terminal/of-stores.ts', '../stores/view.ts'],
  ['layer-ui', 'src/ui/of-sync.ts', '../sync/sync.ts'],
  ['layer-server', 'src/server/of-api.ts', '../api/client.ts'],
  ['nothing-imports-the-wiring', 'src/sync/of-cli.ts', '../cli/main.ts'],
  ['panes-do-not-import-each-other', 'src/ui/panes/events/a.ts', '../agents/b.ts'],
  ['widgets-know-no-store', 'src/ui/widgets/of-stores.ts', '../../stores/view.ts'],
  ['nothing-unresolvable', 'src/lib/of-nothing.ts', './gone.ts'],
  ['only-ui-terminal-cli-use-ink-and-react', 'src/stores/of-react.ts', 'react'],
  ['only-ui-terminal-cli-use-ink-and-react', 'src/commands/of-ink.ts', 'ink'],
  ['only-api-use-undici', 'src/sync/of-undici.ts', 'undici'],
  ['only-server-use-sqlite', 'src/stores/of-sqlite.ts', 'node:sqlite'],
] as const;

describe('the rules about who may import whom', () => {
  let violations: readonly string[];

  beforeAll(() => {
    // One tree for all of them: the checker takes seconds to start.
    const folder = treeOf({
      ...Object.fromEntries(IMPORTED.map((name) => [name, 'export const value = 1;\n'])),
      ...SOUND,
      ...CIRCLE,
      ...FOLDER_CIRCLE,
      ...Object.fromEntries(
        BREAKING.map(([, from, specifier]) => [
          from,
          `import * as taken from '${specifier}';\nexport const use = taken;\n`,
        ]),
      ),
    });
    const result = check(folder);
    rmSync(folder, { recursive: true, force: true });
    expect(result.totalCruised).toBeGreaterThanOrEqual(IMPORTED.length + BREAKING.length);
    ({ violations } = result);
  });

  it('let pass what keeps them', () => {
    const breaking: readonly string[] = [
      ...BREAKING.map(([, from]) => from),
      ...Object.keys(CIRCLE),
      'src/sync/one',
      'src/sync/two',
    ];
    // What breaks a rule about layers makes circles of their folders, too.
    const ofFiles = violations.filter((violation) => !violation.startsWith('no-cycles-of-folders'));
    const blamed = ofFiles.map((violation) => violation.replace(/^.*?: (.*) → .*$/, '$1'));
    expect(blamed.filter((from) => !breaking.includes(from))).toEqual([]);
  });

  it.each(BREAKING)('%s: %s must not import %s', (rule, from) => {
    expect(violations).toContainEqual(expect.stringContaining(`${rule}: ${from} → `));
  });

  it('find a circle of folders without one of files', () => {
    expect(
      violations.filter((violation) => violation.startsWith('no-cycles-of-folders: src/sync/')).sort(),
    ).toEqual([
      'no-cycles-of-folders: src/sync/one → src/sync/two',
      'no-cycles-of-folders: src/sync/two → src/sync/one',
    ]);
  });

  it('find a circle', () => {
    expect(violations.some((violation) => violation.startsWith('no-cycles: src/lib/'))).toBe(true);
  });
});
