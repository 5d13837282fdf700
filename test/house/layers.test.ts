import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
let copy: string | undefined;

afterEach(async () => {
  if (copy !== undefined) {
    await rm(copy, { recursive: true, force: true });
    copy = undefined;
  }
});

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly rule: { readonly name: string } }[];
  };
}

async function cruise(folder: string): Promise<Cruise['summary']> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const flags = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'];
  // It ends with the number of violations as its status.
  const { stdout } = await run(process.execPath, [program, ...flags], {
    cwd: folder,
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: unknown) => error as { readonly stdout: string });
  return (JSON.parse(stdout) as Cruise).summary;
}

/** A copy of the sources with one more file in it. */
async function copyWith(file: string, content: string): Promise<string> {
  copy = await mkdtemp(join(tmpdir(), 'vigil-layers-'));
  await cp(join(root, 'src'), join(copy, 'src'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    await cp(join(root, name), join(copy, name));
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await writeFile(join(copy, file), content);
  return copy;
}

describe('the import rules', () => {
  it('are kept by every module, and modules were read', async () => {
    const { totalCruised, violations } = await cruise(root);
    expect(totalCruised).toBeGreaterThan(100);
    expect(violations).toEqual([]);
  });

  it.each([
    ['src/lib/deliberate.ts', "import '../contract/values.ts';\n", 'layer-lib'],
    ['src/stores/deliberate.ts', "import '../sync/budget.ts';\n", 'layer-stores'],
    ['src/server/deliberate.ts', "import '../stores/stores.ts';\n", 'layer-server'],
    ['src/ui/deliberate.ts', "import '../api/events.ts';\n", 'layer-ui'],
    ['src/ui/panes/llm/deliberate.ts', "import '../events/columns.ts';\n", 'panes-do-not-import-each-other'],
    ['src/ui/widgets/deliberate.ts', "import '../../stores/stores.ts';\n", 'widgets-know-no-store'],
    ['src/commands/deliberate.ts', "import 'ink';\n", 'only-ui-terminal-cli-use-ink-and-react'],
    ['src/sync/deliberate.ts', "import 'undici';\n", 'only-api-use-undici'],
    ['src/cli/deliberate.ts', "import 'node:sqlite';\n", 'only-server-use-sqlite'],
    ['src/lib/deliberate.ts', "import './not-there.ts';\n", 'nothing-unresolvable'],
  ])('fail for %s with %j', async (file, content, rule) => {
    const { violations } = await cruise(await copyWith(file, content));
    expect(violations.map((violation) => violation.rule.name)).toContain(rule);
  });
});
